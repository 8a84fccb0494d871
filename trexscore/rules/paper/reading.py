"""Reads a sheet: the deals that each row can be, given what is written and what its king has left."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice, takewhile
from typing import Literal, NamedTuple, Protocol

from trexscore.rules.contract_set import ContractSet
from trexscore.rules.paper.cells import ZERO_CELLS, RowCells, subtract_cells, unknown_cell_indexes, with_totals
from trexscore.rules.paper.possible_points import ListedPossiblePoints
from trexscore.rules.paper.sheet import (
    INITIAL_STATE,
    DealFinder,
    PossibleDeal,
    Row,
    Sheet,
    SheetState,
    king_and_contracts_fit,
)
from trexscore.rules.paper.time_limit import OutOfTime, check_time, limit_time
from trexscore.rules.seats import SEATS

RowStatus = Literal["possible", "impossible", "open"]


class ReadingStep(NamedTuple):
    """A row read as a deal, or skipped (no deal)."""

    state_before: SheetState
    deal: PossibleDeal | None
    state_after: SheetState
    cost: int = 0
    """0 if the row can be this deal, else the cost of reading it as one."""


StepsByRow = tuple[tuple[ReadingStep, ...], ...]
"""The steps of each row."""
_MAX_DISTINGUISHED_STEPS = 50_000
_MAX_DISTINGUISHING_SECONDS = 1.5
"""The most steps of unreadable running totals that are distinguished, and the most seconds for that."""


class RowReading(NamedTuple):
    """The result for a row. `cells`: its totals, with unreadable ones filled in if only one value is possible."""

    status: RowStatus
    possible_contract_sets: tuple[ContractSet, ...]
    cells: RowCells


class SheetReading(NamedTuple):
    """The result for a sheet."""

    is_possible: bool
    row_readings: tuple[RowReading, ...]
    steps_by_row: StepsByRow
    """The steps of each row over all readings of the whole sheet."""


def read_sheet(deal_finder: DealFinder, sheet: Sheet) -> SheetReading:
    """Read every row over all legal games that fit the sheet.

    If there is none, use the readings with the fewest impossible rows, and these as late as possible, because earlier
    rows have used up their contracts. An impossible row is read as the deal that is written, if that may be next.
    """
    steps = _steps_of_legal_games(deal_finder, sheet)
    is_possible = steps is not None and not sheet.excess_row_count
    if steps is None:
        steps = _steps_with_impossible_rows(deal_finder, sheet)
    rows = tuple(_row_reading(deal_finder, row, row_steps) for row, row_steps in zip(sheet.rows, steps, strict=True))
    return SheetReading(is_possible, rows, steps)


def points_of_row(sheet: Sheet, reading: SheetReading, row_index: int) -> RowCells:
    """The points of a row's deal, as far as they are known."""
    cells_before = reading.row_readings[row_index - 1].cells if row_index and sheet.has_running_totals else ZERO_CELLS
    return subtract_cells(reading.row_readings[row_index].cells, cells_before)


def are_rows_legal(
    deal_finder: DealFinder, rows: Iterable[Row], states: Iterable[SheetState] = (INITIAL_STATE,)
) -> bool:
    """Whether the rows can follow one of these states."""
    states = set(states)
    for row in rows:
        if not states:
            break
        states = states_after_row(deal_finder, row, states)
    return bool(states)


def states_after_row(deal_finder: DealFinder, row: Row, states: Iterable[SheetState]) -> set[SheetState]:
    """The states after a row, over all deals that it can be."""
    return {step.state_after for start in states for step in _fitting_steps(deal_finder, row, start)}


def _fitting_steps(
    deal_finder: DealFinder, row: Row, state_before: SheetState, *, distinguish_values: bool = True
) -> Iterator[ReadingStep]:
    """The row as each deal that it can be."""
    check_time()
    for deal in deal_finder.possible_deals(state_before.kingdoms_progress):
        if king_and_contracts_fit(row, deal):
            for end in _states_after_deal(deal_finder, row, state_before, deal, distinguish_values=distinguish_values):
                yield ReadingStep(state_before, deal, end)


def _states_after_deal(
    deal_finder: DealFinder, row: Row, state_before: SheetState, deal: PossibleDeal, *, distinguish_values: bool
) -> Iterable[SheetState]:
    """The states after the row as this deal. When time is up, a quick check is enough for combined contracts."""
    possible_points = deal_finder.possible_points(deal)
    if isinstance(possible_points, ListedPossiblePoints):
        return deal_finder.states_after_deal(state_before, row, deal, distinguish_values=distinguish_values)
    if not deal_finder.is_out_of_time():
        with suppress(OutOfTime), limit_time(deal_finder.is_out_of_time):
            return tuple(deal_finder.states_after_deal(state_before, row, deal, distinguish_values=distinguish_values))
    deal_finder.is_exact = False
    if not possible_points.may_fit(deal_finder.deal_points_cells(state_before.running_totals, row)):
        return ()
    return (SheetState(deal.progress_after, deal_finder.written_running_totals(row)),)


def _fitting_and_unfitting_steps(
    deal_finder: DealFinder, row: Row, state_before: SheetState, *, distinguish_values: bool, impossible_row_cost: int
) -> Iterator[ReadingStep]:
    """The row as each possible deal, as each impossible one at a cost, and as no deal."""
    fitting_steps = list(_fitting_steps(deal_finder, row, state_before, distinguish_values=distinguish_values))
    yield from fitting_steps
    totals_after = deal_finder.written_running_totals(row)
    possible_moves = {step.deal for step in fitting_steps}
    for deal in deal_finder.possible_deals(state_before.kingdoms_progress):
        if deal not in possible_moves:
            mismatches = (row.contract_set not in (None, deal.contract_set)) + 2 * (row.king not in (None, deal.king))
            yield ReadingStep(
                state_before, deal, SheetState(deal.progress_after, totals_after), impossible_row_cost + mismatches
            )
    yield ReadingStep(
        state_before, None, SheetState(state_before.kingdoms_progress, totals_after), impossible_row_cost + 4
    )


class _StepFinder(Protocol):
    def __call__(
        self, deal_finder: DealFinder, row: Row, state_before: SheetState, *, distinguish_values: bool
    ) -> Iterator[ReadingStep]:
        """Yields the steps of a row."""


def _all_steps(
    deal_finder: DealFinder, row: Row, states_before: Iterable[SheetState], step_finder: _StepFinder
) -> list[ReadingStep]:
    """All steps from all starts. Too many unreadable values are not distinguished."""
    every = (step for start in states_before for step in step_finder(deal_finder, row, start, distinguish_values=True))
    if not deal_finder.has_unreadable_running_totals(row):
        return list(every)
    if deal_finder.clock() < _MAX_DISTINGUISHING_SECONDS:
        steps = list(
            islice(
                takewhile(lambda _: deal_finder.clock() < _MAX_DISTINGUISHING_SECONDS, every),
                _MAX_DISTINGUISHED_STEPS + 1,
            )
        )
        if len(steps) <= _MAX_DISTINGUISHED_STEPS and deal_finder.clock() < _MAX_DISTINGUISHING_SECONDS:
            return steps
    deal_finder.is_exact = False
    return [step for start in states_before for step in step_finder(deal_finder, row, start, distinguish_values=False)]


def _steps_of_legal_games(deal_finder: DealFinder, sheet: Sheet) -> StepsByRow | None:
    """The steps of all legal games that fit the sheet; None if there is none."""
    layers: list[list[ReadingStep]] = []
    states = [INITIAL_STATE]
    for row in sheet.rows:
        layers.append(_all_steps(deal_finder, row, states, _fitting_steps))
        states = list(dict.fromkeys(step.state_after for step in layers[-1]))
    paths = _steps_leading_to(set(states), layers)
    return paths if states else None


def _steps_with_impossible_rows(deal_finder: DealFinder, sheet: Sheet) -> StepsByRow:
    """The steps of all readings with the fewest and latest impossible rows."""
    layers: list[list[ReadingStep]] = []
    least_cost = {INITIAL_STATE: 0}
    for place, row in enumerate(sheet.rows):
        earliness_weight = 1 << 2 * len(sheet.rows) + 3 - place
        ways = partial(
            _fitting_and_unfitting_steps, impossible_row_cost=((1 << 2 * len(sheet.rows) + 4) + earliness_weight) << 3
        )
        steps = _all_steps(deal_finder, row, tuple(least_cost), ways)
        least_cost_after: dict[SheetState, int] = {}
        for step in steps:
            cost = least_cost[step.state_before] + step.cost
            least_cost_after[step.state_after] = min(cost, least_cost_after.get(step.state_after, cost))
        layers.append(
            [step for step in steps if least_cost[step.state_before] + step.cost == least_cost_after[step.state_after]]
        )
        least_cost = least_cost_after
    fewest = min(least_cost.values())
    return _steps_leading_to({state for state, cost in least_cost.items() if cost == fewest}, layers)


def _steps_leading_to(final_states: set[SheetState], steps_by_row: list[list[ReadingStep]]) -> StepsByRow:
    """The steps on paths to these final states."""
    paths: list[tuple[ReadingStep, ...]] = []
    for steps in reversed(steps_by_row):
        paths.append(tuple(step for step in steps if step.state_after in final_states))
        final_states = {step.state_before for step in paths[-1]}
    return tuple(reversed(paths))


def _row_reading(deal_finder: DealFinder, row: Row, steps: tuple[ReadingStep, ...]) -> RowReading:
    if any(step.cost for step in steps):
        return RowReading("impossible", (), row.cells)
    moves = {step.deal: None for step in steps if step.deal is not None}
    contract_sets = tuple(sorted({deal.contract_set for deal in moves}))
    cells = _unambiguous_cells(deal_finder, row, steps)
    several = len({deal.king for deal in moves}) > 1 or len(contract_sets) > 1 or cells is None
    return RowReading("open" if several else "possible", contract_sets, row.cells if cells is None else cells)


def _unambiguous_cells(deal_finder: DealFinder, row: Row, steps: tuple[ReadingStep, ...]) -> RowCells | None:
    """The totals with unreadable ones filled in; None if several values are possible."""
    if not unknown_cell_indexes(row.cells):
        return row.cells
    possible_cells: set[RowCells] = set()
    with suppress(OutOfTime), limit_time(deal_finder.is_out_of_time):
        for cells in _possible_cells(deal_finder, row, steps):
            possible_cells.add(cells)
            if len(possible_cells) > 1 or unknown_cell_indexes(cells):
                return None
        return next(iter(possible_cells), None)
    deal_finder.is_exact = False
    return None


def _possible_cells(deal_finder: DealFinder, row: Row, steps: tuple[ReadingStep, ...]) -> Iterator[RowCells]:
    if deal_finder.has_running_totals:
        yield from (step.state_after.running_totals for step in steps)
        return
    for possible_points in {deal_finder.possible_points(step.deal): None for step in steps if step.deal is not None}:
        yield from (with_totals(row.cells, SEATS, points) for points in possible_points.matching_points(row.cells))
