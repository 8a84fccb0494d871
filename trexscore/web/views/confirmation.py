"""Who has confirmed an entry, and who still can."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from trexscore.journal.entries import JournalEntry
from trexscore.journal.record import Counted, Record
from trexscore.rules.seats import SEATS
from trexscore.web.rendering import translate as _
from trexscore.web.views.agreement import Voice
from trexscore.web.views.game import GameView


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Whether a second person has seen an entry as it stands; `entry` is what they confirm."""

    entry: int
    waits: bool
    by: str
    author: str | None
    voices: tuple[Voice, ...]


def confirmation_of(
    game: GameView, record: Record, counted: Counted, entries: Mapping[int, JournalEntry]
) -> Confirmation | None:
    """How an entry stands with its second person; None where nobody asked for one and nobody was."""
    waits = counted in record.unconfirmed
    seats = record.seconded.get(counted.holds)
    if not waits and seats is None:
        return None
    author = entries[counted.holds].author
    voices = tuple(
        Voice(seat, agreed=False, may_agree=game.speaks_for(seat.seat)) for seat in game.seats if seat.name != author
    )
    return Confirmation(counted.holds, waits, _by(game, seats), author, voices)


def _by(game: GameView, seats: frozenset[Any] | None) -> str:
    """Who it was: players, or the referee where none of them."""
    if seats is None:
        return ""
    names = [game.called(seat) for seat in SEATS if seat in seats]
    return _(", ").join(names) if names else _("the referee")
