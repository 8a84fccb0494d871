"""Who has confirmed an entry, and who still can."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from trexscore.game.events.sign_off import EntryConfirmed
from trexscore.game.record import Counted, Record
from trexscore.game.scorer_link import Statement
from trexscore.ledger.chain import JournalEntry
from trexscore.rules.seats import SEATS
from trexscore.web.games.scorer_link import Spoken, named_of
from trexscore.web.games.sign_off.presenter import Voice
from trexscore.web.games.view import GameView
from trexscore.web.rendering import translate as _


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Whether a second person has seen an entry as it stands; `entry` is what they confirm."""

    entry: int
    waits: bool
    by: str
    author: str | None
    voices: tuple[Voice, ...]
    by_scorer: str
    """For whom the scorer's phone has confirmed it."""
    needs_another_link: bool
    """Whether the entry came through the reader's own link, so that it takes another one."""


def confirmation_of(
    game: GameView, record: Record, counted: Counted, entries: Mapping[int, JournalEntry], spoken: Spoken
) -> Confirmation | None:
    """How an entry stands with its second person; None where nobody asked for one and nobody was."""
    waits = counted in record.unconfirmed
    seats = record.confirmations.get(counted.holds)
    if not waits and seats is None:
        return None
    entry = entries[counted.holds]
    author, by = entry.author, entry.by
    ours = by is not None and (by.get("right"), by.get("seat")) == (game.may, game.own_seat)
    voices = tuple(
        Voice(seat, agreed=False, may_agree=not ours and game.speaks_for(seat.seat))
        for seat in game.seats
        if seat.name != author
    )
    by_scorer = named_of(game, spoken, [Statement(EntryConfirmed, counted.holds)])
    return Confirmation(counted.holds, waits, _by(game, seats), author, voices, by_scorer, ours)


def _by(game: GameView, seats: frozenset[Any] | None) -> str:
    """Who it was: players, or the referee where none of them."""
    if seats is None:
        return ""
    names = [game.called(seat) for seat in SEATS if seat in seats]
    return _(", ").join(names) if names else _("the referee")
