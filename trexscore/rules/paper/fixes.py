"""The smallest sets of changes that make a sheet right, likeliest first.

A search from row to row, the most promising first: of two half-read sheets the one with fewer changes made and still to
come, and of equals the less surprising. What is still to come is known at the least (`ahead`), exactly where each row
stands for itself, so that little is looked at in vain. A node is a set of changes with everywhere that it can lead, so
that no set is found twice.
"""

from collections.abc import Iterator
from contextlib import suppress
from heapq import heappop, heappush
from itertools import count
from operator import itemgetter
from typing import NamedTuple

from trexscore.rules.paper.ahead import CHANGE, NEVER, Ahead
from trexscore.rules.paper.cells import NOTHING_YET
from trexscore.rules.paper.changes import CellChange, Slip, with_changes
from trexscore.rules.paper.costs import Costs
from trexscore.rules.paper.patience import OutOfTime, go_on, until
from trexscore.rules.paper.sheet import MOST_DEALS, START, Course, Move, Row, Sheet, Standing

MOST_FIXES = 20
MOST_TOLD = 6
_MOST_IN_A_ROW = 6
"""Changes to a row: king, contracts and four totals."""
_MOST_CHANGES = MOST_DEALS * _MOST_IN_A_ROW
_MORE_STEPS = 1500
"""How far beyond the smallest sets larger ones are looked for, to fill up the list."""
_MANY = 200
"""Where so many standings are possible what cannot be read in running totals is not told apart any more."""
_LONGEST, _LONGEST_FOR_MORE = 5.5, 1.5
"""Seconds: for the smallest sets, and while larger ones are looked for as well."""

Fix = tuple[CellChange, ...]


class Fixes(NamedTuple):
    """The fixes found, and whether there is no other one as small as the smallest."""

    found: tuple[Fix, ...]
    all: bool

    @property
    def few(self) -> tuple[Fix, ...]:
        """The smallest sets; none where they change more than `MOST_TOLD`, which explains nothing to a person."""
        size = len(self.found[0]) if self.found else 0
        return tuple(fix for fix in self.found if len(fix) == size <= MOST_TOLD)


class _Node(NamedTuple):
    """Rows read so far, with these changes."""

    row: int
    standings: tuple[Standing, ...]
    changes: Fix = ()
    cost: int = 0


def fixes_of(course: Course, sheet: Sheet, most: int = _MOST_CHANGES) -> Fixes:
    """At most 20 sets of changes after which the sheet is right; none of them holds a change that is not needed.

    `most`: sets of more changes than that are not looked for.
    """
    if sheet.rows_behind:
        return Fixes((), all=course.is_exact)
    search = _Search(course, sheet.rows, most)
    with suppress(OutOfTime), until(lambda: course.clock() > _LONGEST):
        search.run()
    return Fixes(tuple(search.found), all=search.has_all_of_the_smallest and course.is_exact)


class _Search:
    def __init__(self, course: Course, rows: tuple[Row, ...], most: int) -> None:
        self._course = course
        self._most = most
        self._rows = rows
        self._costs = Costs(course, rows)
        self._ahead = Ahead(course, rows, self._costs.of_running_row if course.running else self._costs.of_row)
        self._heap: list[tuple[int, int, int, _Node, int]] = []
        self._numbers = count()
        self._sets: list[frozenset[object]] = []
        self.found: list[Fix] = []
        self.has_all_of_the_smallest = False

    def _know_costs(self) -> None:
        """Look closely at what rows cost where they may be part of a smallest fix, until that is known of all."""
        news = True
        while news:
            news = False
            for row, move in dict.fromkeys(self._ahead.worth_knowing()):
                go_on()
                news |= self._costs.know(row, move)
            self._ahead.reckon()

    def run(self) -> None:
        """Find them, until nothing is left or `OutOfTime`."""
        self._ahead.reckon()
        if not self._course.running:
            self._know_costs()
        self._push(_Node(0, (START,)), 0)
        steps, smallest = 0, NEVER
        while self._heap and len(self.found) < MOST_FIXES:
            cost, _, _, node, size = heappop(self._heap)
            if cost // CHANGE > smallest:
                self.has_all_of_the_smallest = True
                steps += 1
                if steps > _MORE_STEPS or self._course.clock() > _LONGEST_FOR_MORE:
                    return
            go_on()
            if node.row == len(self._rows):
                self._keep(node.changes)
                smallest = len(self.found[0])
            else:
                self._expand(node, size)
                if size < _MOST_IN_A_ROW:
                    self._push(node, size + 1)
        self.has_all_of_the_smallest = True

    def _keep(self, changes: Fix) -> None:
        together = _made(changes)
        if not any(fewer <= together for fewer in self._sets):
            self.found.append(changes)
            self._sets.append(together)

    def _push(self, node: _Node, size: int) -> None:
        """Put a node where its turn comes, to look at changes of its next row that are so many.

        Of equals the one that has come furthest is first: there are more ways to the end than anybody needs.
        """
        cost = node.cost + size * CHANGE
        if node.row < len(self._rows):
            least = min(self._least_behind(node), default=NEVER)
            whole = min(self._least(node, standing) for standing in node.standings)
            cost = max(cost + least, node.cost + whole)
        if cost < NEVER and cost // CHANGE <= self._most:
            heappush(self._heap, (cost, -node.row, next(self._numbers), node, size))

    def _least(self, node: _Node, standing: Standing) -> int:
        return self._ahead.least(node.row, standing.kings, touched=self._is_touched(node))

    def _is_touched(self, node: _Node) -> bool:
        return self._course.running and any(
            change.row == node.row - 1 and change.seat is not None for change in node.changes
        )

    def _least_behind(self, node: _Node) -> Iterator[int]:
        for kings in {standing.kings for standing in node.standings}:
            for move in self._course.moves(kings):
                for touched in (False, True) if self._course.running else (False,):
                    yield self._ahead.least(node.row + 1, move.after, touched=touched)

    def _expand(self, node: _Node, size: int) -> None:
        """Make every set of just so many changes to the next row."""
        slips: dict[frozenset[object], tuple[int, Fix]] = {}
        behind: dict[frozenset[object], dict[Standing, None]] = {}
        for standing in node.standings:
            for move in self._course.moves(standing.kings):
                go_on()
                for slip in self._costs.slips(node.row, standing.totals, move, size):
                    made = _made(slip.changes)
                    explained = self._surprise(node, slip), slip.changes
                    slips[made] = min(slips.get(made, explained), explained, key=itemgetter(0))
                    ends = self._ends(node, standing, move, slip)
                    behind.setdefault(made, {}).update(dict.fromkeys(ends))
        for made, (surprise, changes) in slips.items():
            if behind[made]:
                cost = node.cost + size * CHANGE + surprise
                self._push(_Node(node.row + 1, tuple(behind[made]), node.changes + changes, cost), 0)

    def _ends(self, node: _Node, standing: Standing, move: Move, slip: Slip) -> Iterator[Standing]:
        if self._course.running:
            yield from self._course.follow(
                standing, with_changes(self._rows[node.row], slip.changes), move, apart=len(node.standings) < _MANY
            )
        else:
            yield Standing(move.after, NOTHING_YET)

    def _surprise(self, node: _Node, slip: Slip) -> int:
        """A total that is wrong by as much as the one above it surprises nobody: the slip was carried on."""
        if not self._course.running:
            return slip.surprise
        above = {(one.seat, _by(one)) for one in node.changes if one.row == node.row - 1}
        if slip.changes and all(one.seat is not None and (one.seat, _by(one)) in above for one in slip.changes):
            return 0
        return slip.surprise


def _made(changes: Fix) -> frozenset[object]:
    """What is changed, whatever explains it: one change can be several kinds of slip, as the contract may be."""
    return frozenset((change.row, change.seat, change.becomes) for change in changes)


def _by(change: CellChange) -> int:
    return change.becomes - change.was if isinstance(change.becomes, int) and isinstance(change.was, int) else 0
