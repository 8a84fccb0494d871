"""A sheet as it was written, and the ways in which its deals can follow each other."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from trexscore.rules.cards import CONTRACTS
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.kings import Kings, candidates
from trexscore.rules.paper.cells import BLANK, NOTHING_YET, Cells, blanks, without
from trexscore.rules.paper.reach import Listed, Reach, reach_of
from trexscore.rules.seats import SEATS, Points, Seat
from trexscore.rules.validation import choices

MOST_DEALS = len(SEATS) * len(CONTRACTS)
"""The longest game. Rows behind it need not be looked at."""
_MOST_TOLD_APART, _MOST_OF_TOGETHER = 1000, 20
"""Of running totals that nobody can read, no more are told apart; fewer where contracts are played together."""
_LONGEST = 3.5
"""Seconds for reading. Behind them, whatever adds up is taken to be possible."""
Clock = Callable[[], float]
"""Seconds that have passed."""


class Row(NamedTuple):
    """A deal as it stands on paper; None is what was not written down."""

    king: Seat | None = None
    programme: ContractSet | None = None
    cells: Cells = BLANK


class Sheet(NamedTuple):
    """What was written, as far as a game can go."""

    rows: tuple[Row, ...]
    running: bool = False
    """Whether the totals run on from row to row."""
    rows_behind: int = 0
    """How many rows stand behind the longest game."""


class Standing(NamedTuple):
    """Where a game has come to: its kings, and the totals where they run on (elsewhere they are not kept)."""

    kings: Kings
    totals: Cells = NOTHING_YET


START = Standing(Kings(None))


class Move(NamedTuple):
    """A deal that may be next: whose, of which contracts, and where it leaves the kings."""

    king: Seat
    programme: ContractSet
    after: Kings


class Course:
    """Which deals may follow, and which of them a row can be."""

    def __init__(self, rules: HouseRules, *, running: bool, clock: Clock = lambda: 0) -> None:
        self.rules = rules
        self.running = running
        self.clock = clock
        self.is_exact = True
        """Whether nothing was left out: all that cannot be read is told apart, all captures are tried."""
        self._moves: dict[Kings, tuple[Move, ...]] = {}
        self._reaches: dict[tuple[int, Seat], Reach] = {}

    def is_late(self) -> bool:
        """Whether there is no time left for reading closely."""
        return self.clock() > _LONGEST

    def moves(self, kings: Kings) -> tuple[Move, ...]:
        """Every deal that may be next."""
        found = self._moves.get(kings)
        if found is None:
            found = self._moves[kings] = tuple(self._followers(kings))
        return found

    def _followers(self, kings: Kings) -> Iterator[Move]:
        for king in candidates(self.rules, kings):
            for programme in choices(self.rules, kings.left[king]):
                yield Move(king, programme, _after(kings, king, programme, in_order=not self._is_free))

    @property
    def _is_free(self) -> bool:
        return self.rules.king_is_found_each_time

    def reach(self, move: Move) -> Reach:
        """What a deal can come to."""
        key = move.programme.bits, move.king
        if key not in self._reaches:
            self._reaches[key] = reach_of(self.rules, move.programme, move.king)
        return self._reaches[key]

    def cells(self, totals: Cells, row: Row) -> Cells:
        """The points of a row's deal, with these totals in front of it."""
        return without(row.cells, totals) if self.running else row.cells

    def totals_written(self, row: Row) -> Cells:
        """The totals behind a row, whatever the deal was."""
        return row.cells if self.running else NOTHING_YET

    def hides(self, row: Row) -> bool:
        """Whether what cannot be read in the row hangs together with the rows behind it."""
        return self.running and bool(blanks(row.cells))

    def follow(self, standing: Standing, row: Row, move: Move, *, apart: bool = True) -> Iterator[Standing]:
        """Where the row leads if it is this deal; nowhere if its totals cannot be.

        What cannot be read is told apart, unless it is too much or need not be: then it may be anything behind the row.
        """
        reach, cells = self.reach(move), self.cells(standing.totals, row)
        if not apart or not self.hides(row):
            if reach.fits(cells):
                yield Standing(move.after, self.totals_written(row))
            return
        most = _MOST_TOLD_APART if isinstance(reach, Listed) else _MOST_OF_TOGETHER
        found = list(islice(reach.fillings(cells), most + 1))
        if len(found) > most:
            self.is_exact = False
            yield Standing(move.after, row.cells)
        else:
            yield from {Standing(move.after, _totals(standing.totals, row, points)): None for points in found}


def _totals(before: Cells, row: Row, points: Points) -> Cells:
    """The totals behind a row: as they stand there, else by what the deal came to."""
    gained = before.zip(points, lambda one, other: None if one is None else one + other)
    return row.cells.zip(gained, lambda written, reckoned: reckoned if written is None else written)


def _after(kings: Kings, king: Seat, programme: ContractSet, *, in_order: bool) -> Kings:
    """The kings once this has been played. In which order past kings were it is not kept where nothing hangs on it."""
    first = kings.first if kings.first is not None or not in_order else king
    begun = kings.begun if king in kings.begun else (*kings.begun, king)
    if not in_order:
        begun = (*sorted(begun[:-1]), begun[-1])
    return Kings(first, begun, kings.left.replacing(king, kings.left[king].without(programme)))


def agrees(row: Row, move: Move) -> bool:
    """Whether nothing else was written of king and contracts."""
    return row.king in (None, move.king) and row.programme in (None, move.programme)
