"""The outcome of a game after each of its entries, as far as it could count."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from trexscore.club.game_outcome import GameOutcome, outcome_of
from trexscore.game.builder import fold_game
from trexscore.game.events import EVENT_TYPE_BY_KIND
from trexscore.game.events.game_file import PointsAdjusted
from trexscore.game.record import PlayedGame, Record
from trexscore.game.replay import Replay
from trexscore.ledger.chain import FoldEntry, JournalEntry

UNFINISHED_OUTCOME = GameOutcome(complete=False, signed_off=False, rules_key="", result=None)


class OutcomeChange(NamedTuple):
    """A change of outcome. `effective_at`: when the entry was received, but never before an earlier entry."""

    effective_at: str
    entry_seq: int
    entry_kind: str
    received_at: str
    outcome: GameOutcome


def game_and_outcome_changes(
    entries: Sequence[JournalEntry], *, counts_if_unfinished: bool
) -> tuple[PlayedGame, list[OutcomeChange]]:
    """The current game and the changes of its outcome in order. `counts_if_unfinished`: it may count before it is over.

    While it cannot count, its outcome is `UNFINISHED_OUTCOME`.
    """
    fold_entries = [entry.fold_entry for entry in entries]
    record = fold_game(fold_entries)
    game = PlayedGame(record, record.play())
    times = list(accumulate((entry.received_at for entry in entries), max))
    moments: list[OutcomeChange] = []
    for index, outcome in _outcomes_after_entries(
        fold_entries, outcome_of(record, game.game_with_refusals.game), counts_if_unfinished=counts_if_unfinished
    ):
        if not moments or moments[-1].outcome != outcome:
            entry = entries[index]
            moments.append(OutcomeChange(times[index], entry.seq, entry.kind, entry.received_at, outcome))
    return game, moments


def _outcomes_after_entries(
    fold_entries: Sequence[FoldEntry], final_outcome: GameOutcome, *, counts_if_unfinished: bool
) -> Iterator[tuple[int, GameOutcome]]:
    """Yields (entry index, outcome after it) in order, without the entries before the one that finished the game."""
    last_index = len(fold_entries) - 1
    first_index = (
        0
        if counts_if_unfinished or any(map(_may_reopen_game, fold_entries))
        else _index_of_completing_entry(fold_entries, final_outcome)
    )
    if first_index > 0:
        yield first_index - 1, UNFINISHED_OUTCOME
    replay = Replay(fold_entries)
    for index in range(first_index, last_index):
        outcome = _outcome_of_record(replay.record_after(index + 1))
        yield index, outcome if counts_if_unfinished or outcome.complete else UNFINISHED_OUTCOME
    yield last_index, final_outcome


def _index_of_completing_entry(fold_entries: Sequence[FoldEntry], final_outcome: GameOutcome) -> int:
    """The index of the entry that finished a game that nothing reopened; of the last entry if it is not finished."""
    last_index = len(fold_entries) - 1
    if not final_outcome.complete:
        return last_index
    return bisect_left(
        range(last_index),
        True,  # noqa: FBT003
        key=lambda index: _outcome_of_record(fold_game(fold_entries[: index + 1])).complete,
    )


def _outcome_of_record(record: Record) -> GameOutcome:
    return outcome_of(record, record.play().game)


def _may_reopen_game(entry: FoldEntry) -> bool:
    """Whether an entry can reopen a finished game. An adjustment only moves points."""
    event = EVENT_TYPE_BY_KIND[entry.kind]
    return event.can_change_signed_kingdoms and event is not PointsAdjusted
