"""What the table reports of a deal: who took which card, how many, in which order."""

from typing import NamedTuple

from trexscore.rules.cards import Card
from trexscore.rules.seats import BySeat, Seat


class TakenCard(NamedTuple):
    """A captured card that can be doubled: its taker, the holder who doubled it, and the leader of that trick."""

    taken_by: Seat
    doubled_by: Seat | None = None
    led_by: Seat | None = None


class Captures(NamedTuple):
    """The captures of a deal. Contracts that are not played have none.

    Parts and cards that could not be read are absent and not scored.
    """

    cards: tuple[tuple[Card, TakenCard], ...] = ()
    diamonds: BySeat[int] | None = None
    tricks: BySeat[int] | None = None
    trex_order: BySeat[Seat] | None = None
    """Seats in the order in which they went out, so the fields are places, not seats."""


NO_CAPTURES = Captures()
