"""The smallest sets of changes that make a sheet possible, the likeliest first.

A best-first search from row to row: nodes with the fewest changes made and still needed come first, then
the least surprising. `RemainingCosts` gives a lower bound of the changes still needed, which is exact for
sheets with the points of each deal. A node is a set of changes with all states that it can lead to, so that no set
is found twice.
"""

from collections.abc import Iterator
from contextlib import suppress
from heapq import heappop, heappush
from itertools import count
from operator import itemgetter
from typing import NamedTuple

from trexscore.rules.paper.cell_changes import CellChange, RowChanges, row_with_changes
from trexscore.rules.paper.cells import ZERO_CELLS
from trexscore.rules.paper.remaining_costs import CHANGE_COST, IMPOSSIBLE_COST, RemainingCosts
from trexscore.rules.paper.row_costs import RowCosts
from trexscore.rules.paper.sheet import INITIAL_STATE, MAX_DEALS, DealFinder, PossibleDeal, Row, Sheet, SheetState
from trexscore.rules.paper.time_limit import OutOfTime, check_time, limit_time

MAX_FIXES = 20
MAX_SHOWN_FIX_SIZE = 6
_MAX_CHANGES_PER_ROW = 6
"""Changes to a row: king, contracts and four totals."""
_MAX_CHANGES = MAX_DEALS * _MAX_CHANGES_PER_ROW
_MAX_STEPS_FOR_LARGER = 1500
"""Steps of searching for larger sets than the smallest ones, to fill the list."""
_TOO_MANY_STATES = 200
"""With so many possible states, unreadable running totals are no longer distinguished."""
_MAX_SECONDS_FOR_SMALLEST, _MAX_SECONDS_FOR_LARGER = 5.5, 1.5
"""Seconds for the smallest sets, and for larger ones."""

Fix = tuple[CellChange, ...]


class Fixes(NamedTuple):
    """The fixes found, and whether these include all of the smallest size."""

    found_fixes: tuple[Fix, ...]
    includes_all_smallest: bool

    @property
    def smallest(self) -> tuple[Fix, ...]:
        """The smallest sets; none with more than `MAX_SHOWN_FIX_SIZE` changes, which explain nothing to a person."""
        size = len(self.found_fixes[0]) if self.found_fixes else 0
        return tuple(fix for fix in self.found_fixes if len(fix) == size <= MAX_SHOWN_FIX_SIZE)


class _SearchNode(NamedTuple):
    """The state of the search before a row."""

    next_row_index: int
    states: tuple[SheetState, ...]
    changes_so_far: Fix = ()
    cost_so_far: int = 0


def find_fixes(deal_finder: DealFinder, sheet: Sheet, max_changes_per_fix: int = _MAX_CHANGES) -> Fixes:
    """At most `MAX_FIXES` sets of changes that make the sheet possible, each without unneeded changes.

    `max_changes_per_fix`: the largest number of changes in a set.
    """
    if sheet.excess_row_count:
        return Fixes((), includes_all_smallest=deal_finder.is_exact)
    search = _FixSearch(deal_finder, sheet.rows, max_changes_per_fix)
    with suppress(OutOfTime), limit_time(lambda: deal_finder.clock() > _MAX_SECONDS_FOR_SMALLEST):
        search.run()
    return Fixes(tuple(search.found), includes_all_smallest=search.has_all_of_the_smallest and deal_finder.is_exact)


class _FixSearch:
    def __init__(self, deal_finder: DealFinder, rows: tuple[Row, ...], max_changes: int) -> None:
        self._deal_finder = deal_finder
        self._most = max_changes
        self._rows = rows
        self._costs = RowCosts(deal_finder, rows)
        self._remaining_costs = RemainingCosts(
            deal_finder,
            rows,
            self._costs.running_totals_costs if deal_finder.has_running_totals else self._costs.deal_points_costs,
        )
        self._heap: list[tuple[int, int, int, _SearchNode, int]] = []
        self._numbers = count()
        self._sets: list[frozenset[object]] = []
        self.found: list[Fix] = []
        self.has_all_of_the_smallest = False

    def _refine_costs(self) -> None:
        """Compute the exact costs of all rows that may be part of a smallest fix."""
        news = True
        while news:
            news = False
            for row, deal in dict.fromkeys(self._remaining_costs.deals_in_cheapest_readings()):
                check_time()
                news |= self._costs.cache_exact_totals_cost(row, deal)
            self._remaining_costs.recompute()

    def run(self) -> None:
        """Search until nothing is left. Raises `OutOfTime`."""
        self._remaining_costs.recompute()
        if not self._deal_finder.has_running_totals:
            self._refine_costs()
        self._queue_node(_SearchNode(0, (INITIAL_STATE,)), 0)
        steps, smallest = 0, IMPOSSIBLE_COST
        while self._heap and len(self.found) < MAX_FIXES:
            cost, _, _, node, size = heappop(self._heap)
            if cost // CHANGE_COST > smallest:
                self.has_all_of_the_smallest = True
                steps += 1
                if steps > _MAX_STEPS_FOR_LARGER or self._deal_finder.clock() > _MAX_SECONDS_FOR_LARGER:
                    return
            check_time()
            if node.next_row_index == len(self._rows):
                self._add_fix(node.changes_so_far)
                smallest = len(self.found[0])
            else:
                self._expand(node, size)
                if size < _MAX_CHANGES_PER_ROW:
                    self._queue_node(node, size + 1)
        self.has_all_of_the_smallest = True

    def _add_fix(self, fix: Fix) -> None:
        keys = _changes_without_kind(fix)
        if not any(fewer <= keys for fewer in self._sets):
            self.found.append(fix)
            self._sets.append(keys)

    def _queue_node(self, node: _SearchNode, change_count: int) -> None:
        """Queue a node to try exactly so many changes of its next row.

        Among equals the node with the most rows comes first: there are more solutions than needed.
        """
        cost = node.cost_so_far + change_count * CHANGE_COST
        if node.next_row_index < len(self._rows):
            least_cost = min(self._least_costs_after_next_row(node), default=IMPOSSIBLE_COST)
            remaining_cost = min(self._least_remaining_cost(node, state) for state in node.states)
            cost = max(cost + least_cost, node.cost_so_far + remaining_cost)
        if cost < IMPOSSIBLE_COST and cost // CHANGE_COST <= self._most:
            heappush(self._heap, (cost, -node.next_row_index, next(self._numbers), node, change_count))

    def _least_remaining_cost(self, node: _SearchNode, state: SheetState) -> int:
        return self._remaining_costs.least_cost_from_row(
            node.next_row_index, state.kingdoms_progress, previous_row_changed=self._previous_row_changed(node)
        )

    def _previous_row_changed(self, node: _SearchNode) -> bool:
        return self._deal_finder.has_running_totals and any(
            change.row_index == node.next_row_index - 1 and change.seat is not None for change in node.changes_so_far
        )

    def _least_costs_after_next_row(self, node: _SearchNode) -> Iterator[int]:
        for kings in {state.kingdoms_progress for state in node.states}:
            for deal in self._deal_finder.possible_deals(kings):
                for previous_row_changed in (False, True) if self._deal_finder.has_running_totals else (False,):
                    yield self._remaining_costs.least_cost_from_row(
                        node.next_row_index + 1, deal.progress_after, previous_row_changed=previous_row_changed
                    )

    def _expand(self, node: _SearchNode, change_count: int) -> None:
        """Queue the nodes after exactly so many changes of the next row."""
        changes_by_key: dict[frozenset[object], tuple[int, Fix]] = {}
        states_after: dict[frozenset[object], dict[SheetState, None]] = {}
        for state in node.states:
            for deal in self._deal_finder.possible_deals(state.kingdoms_progress):
                check_time()
                for row_changes in self._costs.possible_row_changes(
                    node.next_row_index, state.running_totals, deal, change_count
                ):
                    key = _changes_without_kind(row_changes.changes)
                    surprise_and_changes = self._surprise_of(node, row_changes), row_changes.changes
                    changes_by_key[key] = min(
                        changes_by_key.get(key, surprise_and_changes), surprise_and_changes, key=itemgetter(0)
                    )
                    states_after_deal = self._states_after(node, state, deal, row_changes)
                    states_after.setdefault(key, {}).update(dict.fromkeys(states_after_deal))
        for key, (surprise, changes) in changes_by_key.items():
            if states_after[key]:
                cost = node.cost_so_far + change_count * CHANGE_COST + surprise
                self._queue_node(
                    _SearchNode(node.next_row_index + 1, tuple(states_after[key]), node.changes_so_far + changes, cost),
                    0,
                )

    def _states_after(
        self, node: _SearchNode, state: SheetState, deal: PossibleDeal, row_changes: RowChanges
    ) -> Iterator[SheetState]:
        if self._deal_finder.has_running_totals:
            yield from self._deal_finder.states_after_deal(
                state,
                row_with_changes(self._rows[node.next_row_index], row_changes.changes),
                deal,
                distinguish_values=len(node.states) < _TOO_MANY_STATES,
            )
        else:
            yield SheetState(deal.progress_after, ZERO_CELLS)

    def _surprise_of(self, node: _SearchNode, row_changes: RowChanges) -> int:
        """The surprise of a row's changes; 0 if they only carry on an error of the row above."""
        if not self._deal_finder.has_running_totals:
            return row_changes.surprise
        changes_in_row_above = {
            (change.seat, _change_amount(change))
            for change in node.changes_so_far
            if change.row_index == node.next_row_index - 1
        }
        if row_changes.changes and all(
            change.seat is not None and (change.seat, _change_amount(change)) in changes_in_row_above
            for change in row_changes.changes
        ):
            return 0
        return row_changes.surprise


def _changes_without_kind(fix: Fix) -> frozenset[object]:
    """The identity of changes without their kind, because the same change can be several kinds of slip."""
    return frozenset((change.row_index, change.seat, change.corrected_value) for change in fix)


def _change_amount(change: CellChange) -> int:
    return (
        change.corrected_value - change.written_value
        if isinstance(change.corrected_value, int) and isinstance(change.written_value, int)
        else 0
    )
