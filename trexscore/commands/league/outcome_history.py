"""What a game came to behind each of its entries, as far as it can have counted then."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from trexscore.club.game_outcome import GameOutcome, outcome_of
from trexscore.game.builder import fold
from trexscore.game.events import EVENTS
from trexscore.game.events.deal import PointsAdjusted
from trexscore.game.record import PlayedGame
from trexscore.ledger.chain import FoldEntry, JournalEntry

NOT_OVER = GameOutcome(complete=False, agreed=False, rules="", result=None)


class Moment(NamedTuple):
    """From when on a game came to something: `at` is when the entry was received, never before an earlier one."""

    at: str
    seq: int
    kind: str
    received_at: str
    came: GameOutcome


def moments_of(entries: Sequence[JournalEntry], *, unfinished: bool) -> tuple[PlayedGame, list[Moment]]:
    """The game as it is now, and its moments, in order. `unfinished`: it may count before it is over.

    As long as it cannot count, it came to nothing; only the last moment says all. So the entries of a game that has
    just been played to its end are not folded one by one.
    """
    folded = [entry.told for entry in entries]
    record = fold(folded)
    behind = PlayedGame(record, record.play())
    times = list(accumulate((entry.received_at for entry in entries), max))
    came = _steps(folded, outcome_of(record, behind.played.game), unfinished=unfinished)
    moments: list[Moment] = []
    for place, now in reversed(list(came)):
        if not moments or moments[-1].came != now:
            entry = entries[place]
            moments.append(Moment(times[place], entry.seq, entry.kind, entry.received_at, now))
    return behind, moments


def _steps(folded: Sequence[FoldEntry], last: GameOutcome, *, unfinished: bool) -> Iterator[tuple[int, GameOutcome]]:
    """Behind which entries a game came to what, the last one first."""
    only_adds = not any(map(_may_reopen, folded))
    yield len(folded) - 1, last
    if only_adds and not unfinished and not last.complete:
        return
    for place in range(len(folded) - 2, -1, -1):
        record = fold(folded[: place + 1])
        now = outcome_of(record, record.play().game)
        if unfinished or now.complete:
            yield place, now
        else:
            yield place, NOT_OVER
            if only_adds:
                return


def _may_reopen(entry: FoldEntry) -> bool:
    """Whether a game that was over may not be over after an entry. An adjustment only moves points."""
    event = EVENTS[entry.kind]
    return event.revises and event is not PointsAdjusted
