"""The confirmation of an entry: who gave it, and who still can."""

from collections.abc import Mapping
from dataclasses import dataclass

from trexscore.game.events.sign_off import EntryConfirmed
from trexscore.game.record import CountedEntry, Record
from trexscore.game.scorer_link import Statement
from trexscore.ledger.chain import JournalEntry
from trexscore.rules.seats import SEATS, Seat
from trexscore.web.games.scorer_link import AnsweredByScorer, answered_for
from trexscore.web.games.sign_off.presenter import Voice
from trexscore.web.games.view import GameView
from trexscore.web.rendering import translate as _


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Whether a second person has confirmed the current version of an entry; `entry`: the entry to confirm."""

    entry: int
    waits: bool
    by: str
    author: str | None
    voices: tuple[Voice, ...]
    by_scorer: str
    """The players for whom the scorer's phone has confirmed it."""
    needs_another_link: bool
    """Whether the entry came through the reader's own link, so that another link must confirm it."""


def confirmation_of(
    game: GameView,
    record: Record,
    counted: CountedEntry,
    entries: Mapping[int, JournalEntry],
    answers: AnsweredByScorer,
) -> Confirmation | None:
    """The confirmation of an entry; None if it neither needs one nor has one."""
    waits = counted in record.unconfirmed
    seats = record.confirmations.get(counted.current_seq)
    if not waits and seats is None:
        return None
    entry = entries[counted.current_seq]
    author, by = entry.author, entry.by
    ours = by is not None and (by.get("right"), by.get("seat")) == (game.may, game.own_seat)
    voices = tuple(
        Voice(seat, agreed=False, may_agree=not ours and game.speaks_for(seat.seat))
        for seat in game.seats
        if seat.name != author
    )
    by_scorer = answered_for(game, answers, [Statement(EntryConfirmed, counted.current_seq)])
    return Confirmation(counted.current_seq, waits, _confirmed_by(game, seats), author, voices, by_scorer, ours)


def _confirmed_by(game: GameView, seats: frozenset[Seat] | None) -> str:
    """The names of the players who confirmed, or the referee; empty if no one did."""
    if seats is None:
        return ""
    names = [game.name_of(seat) for seat in SEATS if seat in seats]
    return _(", ").join(names) if names else _("the referee")
