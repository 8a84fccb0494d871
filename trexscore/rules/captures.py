"""What the table reports of a deal: who took which card, how many, in which order."""

from typing import NamedTuple

from trexscore.rules.cards import Card
from trexscore.rules.seats import BySeat, Seat


class TakenCard(NamedTuple):
    """Who took a card that can be doubled.

    `doubled_by` is always the player who held it. `led_by` led the trick that took it.
    """

    taken_by: Seat
    doubled_by: Seat | None = None
    led_by: Seat | None = None


class Captures(NamedTuple):
    """The captures of a deal; a contract that is not played has none.

    Read from a report with faults, parts and cards may be absent; then they are not scored.
    """

    cards: tuple[tuple[Card, TakenCard], ...] = ()
    diamonds: BySeat[int] | None = None
    tricks: BySeat[int] | None = None
    trex: BySeat[Seat] | None = None
    """Seats in the order in which they went out: the fields are places here, not seats."""


NOTHING_TAKEN = Captures()
