"""The outcome of a game after each of its entries, as far as it could count."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from trexscore.club.game_outcome import GameOutcome, outcome_of
from trexscore.game.builder import fold
from trexscore.game.events import EVENTS
from trexscore.game.events.deal import PointsAdjusted
from trexscore.game.record import PlayedGame
from trexscore.ledger.chain import FoldEntry, JournalEntry

NOT_OVER = GameOutcome(complete=False, signed_off=False, rules="", result=None)


class OutcomeMoment(NamedTuple):
    """A change of outcome. `at`: when the entry was received, but never before an earlier entry."""

    at: str
    seq: int
    kind: str
    received_at: str
    outcome: GameOutcome


def outcome_moments(entries: Sequence[JournalEntry], *, unfinished: bool) -> tuple[PlayedGame, list[OutcomeMoment]]:
    """The current game and its moments in order. `unfinished`: it may count before it is over.

    While it cannot count, its outcome is `NOT_OVER`. So a game that was just finished is not folded for every entry.
    """
    folded = [entry.fold_entry for entry in entries]
    record = fold(folded)
    game = PlayedGame(record, record.play())
    times = list(accumulate((entry.received_at for entry in entries), max))
    outcomes = _steps(folded, outcome_of(record, game.played.game), unfinished=unfinished)
    moments: list[OutcomeMoment] = []
    for index, outcome in reversed(list(outcomes)):
        if not moments or moments[-1].outcome != outcome:
            entry = entries[index]
            moments.append(OutcomeMoment(times[index], entry.seq, entry.kind, entry.received_at, outcome))
    return game, moments


def _steps(folded: Sequence[FoldEntry], last: GameOutcome, *, unfinished: bool) -> Iterator[tuple[int, GameOutcome]]:
    """Yields (entry index, outcome after it), last entry first."""
    only_adds = not any(map(_may_reopen, folded))
    yield len(folded) - 1, last
    if only_adds and not unfinished and not last.complete:
        return
    for index in range(len(folded) - 2, -1, -1):
        record = fold(folded[: index + 1])
        outcome = outcome_of(record, record.play().game)
        if unfinished or outcome.complete:
            yield index, outcome
        else:
            yield index, NOT_OVER
            if only_adds:
                return


def _may_reopen(entry: FoldEntry) -> bool:
    """Whether an entry can reopen a finished game. An adjustment only moves points."""
    event = EVENTS[entry.kind]
    return event.revises and event is not PointsAdjusted
