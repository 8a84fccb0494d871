"""A sheet as it was written, and the possible orders of its deals."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from trexscore.rules.cards import CONTRACTS
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.kings import Kings, candidates
from trexscore.rules.paper.cells import BLANK, NOTHING_YET, Cells, blanks, without
from trexscore.rules.paper.possible_totals import ListedTotals, PossibleTotals, reach_of
from trexscore.rules.seats import SEATS, Points, Seat
from trexscore.rules.validation import choices

MOST_DEALS = len(SEATS) * len(CONTRACTS)
"""The deals of the longest game. Later rows are not read."""
_MOST_TOLD_APART, _MOST_OF_TOGETHER = 1000, 20
"""The most possible values of unreadable running totals that are distinguished; fewer for combined contracts."""
_LONGEST = 3.5
"""Seconds for reading. After that, totals with a possible sum are taken as possible."""
Clock = Callable[[], float]
"""Returns the seconds since the start."""


class Row(NamedTuple):
    """A deal on paper; None for what was not written down."""

    king: Seat | None = None
    programme: ContractSet | None = None
    cells: Cells = BLANK


class Sheet(NamedTuple):
    """The rows on paper, up to the longest game."""

    rows: tuple[Row, ...]
    running: bool = False
    """Whether the rows have running totals."""
    rows_behind: int = 0
    """The number of rows after the longest game."""


class Standing(NamedTuple):
    """The state of a game: its kings, and its running totals (unused if the sheet has none)."""

    kings: Kings
    totals: Cells = NOTHING_YET


START = Standing(Kings(None))


class Move(NamedTuple):
    """A possible next deal: king, contracts, and the kings after it."""

    king: Seat
    programme: ContractSet
    after: Kings


class SheetReader:
    """The possible next deals, and those that fit a row."""

    def __init__(self, rules: HouseRules, *, running: bool, clock: Clock = lambda: 0) -> None:
        self.rules = rules
        self.running = running
        self.clock = clock
        self.is_exact = True
        """Whether all unreadable totals and all captures were considered."""
        self._moves: dict[Kings, tuple[Move, ...]] = {}
        self._reaches: dict[tuple[int, Seat], PossibleTotals] = {}

    def is_late(self) -> bool:
        """Whether the time for exact reading is over."""
        return self.clock() > _LONGEST

    def moves(self, kings: Kings) -> tuple[Move, ...]:
        moves = self._moves.get(kings)
        if moves is None:
            moves = self._moves[kings] = tuple(self._followers(kings))
        return moves

    def _followers(self, kings: Kings) -> Iterator[Move]:
        for king in candidates(self.rules, kings):
            for programme in choices(self.rules, kings.left[king]):
                yield Move(
                    king, programme, _kings_after(kings, king, programme, in_order=not self.rules.has_free_king_order)
                )

    def reach(self, move: Move) -> PossibleTotals:
        """The possible totals of a deal."""
        key = move.programme.bits, move.king
        if key not in self._reaches:
            self._reaches[key] = reach_of(self.rules, move.programme, move.king)
        return self._reaches[key]

    def cells(self, totals: Cells, row: Row) -> Cells:
        """The points of a row's deal, given the totals before it."""
        return without(row.cells, totals) if self.running else row.cells

    def totals_written(self, row: Row) -> Cells:
        """The written totals after a row."""
        return row.cells if self.running else NOTHING_YET

    def hides(self, row: Row) -> bool:
        """Whether unreadable totals of the row affect later rows."""
        return self.running and bool(blanks(row.cells))

    def follow(self, standing: Standing, row: Row, move: Move, *, apart: bool = True) -> Iterator[Standing]:
        """The standings after a row if it is this deal; none if its totals are impossible.

        `apart`: distinguish the possible values of unreadable totals. If there are too many, they stay unknown.
        """
        reach, cells = self.reach(move), self.cells(standing.totals, row)
        if not apart or not self.hides(row):
            if reach.fits(cells):
                yield Standing(move.after, self.totals_written(row))
            return
        most = _MOST_TOLD_APART if isinstance(reach, ListedTotals) else _MOST_OF_TOGETHER
        possible = list(islice(reach.fillings(cells), most + 1))
        if len(possible) > most:
            self.is_exact = False
            yield Standing(move.after, row.cells)
        else:
            yield from {Standing(move.after, _totals(standing.totals, row, points)): None for points in possible}


def _totals(before: Cells, row: Row, points: Points) -> Cells:
    """The totals after a row: as written, else computed from the points."""
    gained = before.zip(points, lambda total, points_of_seat: None if total is None else total + points_of_seat)
    return row.cells.zip(gained, lambda written, reckoned: reckoned if written is None else written)


def _kings_after(kings: Kings, king: Seat, programme: ContractSet, *, in_order: bool) -> Kings:
    """The kings after a deal. Past kings are sorted if their order does not matter, so that equal states merge."""
    first = kings.first if kings.first is not None or not in_order else king
    begun = kings.begun if king in kings.begun else (*kings.begun, king)
    if not in_order:
        begun = (*sorted(begun[:-1]), begun[-1])
    return Kings(first, begun, kings.left.replacing(king, kings.left[king].without(programme)))


def agrees(row: Row, move: Move) -> bool:
    """Whether the written king and contracts fit the move."""
    return row.king in (None, move.king) and row.programme in (None, move.programme)
