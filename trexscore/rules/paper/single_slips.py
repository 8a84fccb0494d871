"""Single slips that explain a whole sheet: a missing deal, a repeated deal, a total carried over wrongly.

Changed cells could explain these too, but with many changes that no one made.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from trexscore.rules.contract_set import ContractSet
from trexscore.rules.paper.cells import BLANK_CELLS, ZERO_CELLS, RowCells, subtract_cells, unknown_cell_indexes
from trexscore.rules.paper.fixes import find_fixes
from trexscore.rules.paper.possible_sums import possible_sums_of_deal
from trexscore.rules.paper.reading import are_rows_legal, points_of_row, read_sheet, states_after_row
from trexscore.rules.paper.sheet import INITIAL_STATE, MAX_DEALS, DealFinder, Row, Sheet
from trexscore.rules.paper.time_limit import OutOfTime, limit_time
from trexscore.rules.seats import Seat

MAX_CHANGES_BESIDE_SLIP = 2
"""If one slip explains a sheet, larger sets of changes are not offered."""
_MAX_SLIP_SEARCH_SECONDS = 2.5
"""Seconds after the start of reading until which the search runs."""
_MAX_CARRY_ERROR_SEATS = 2
"""The most totals that count as carried over wrongly."""


class MissingDeal(NamedTuple):
    """A deal is missing after so many rows. What the sheet does not determine is None, or blank."""

    row_count_before: int
    alternative_row_counts_before: tuple[int, ...]
    """Other possible places, because a king plays contracts in any order."""
    king: Seat | None
    contract_set: ContractSet | None
    known_points: RowCells
    sum: int | None
    """The sum of the deal."""


class RepeatedRow(NamedTuple):
    """A row repeats another one; both are indexes."""

    row_index: int
    original_row_index: int


class CarryError(NamedTuple):
    """From a row index on, a seat's running totals are too high by an amount (too low if negative)."""

    first_row_index: int
    seat: Seat
    too_high_by: int


SingleSlip = MissingDeal | RepeatedRow | CarryError


def find_single_slips(deal_finder: DealFinder, sheet: Sheet) -> tuple[SingleSlip, ...]:
    """All single slips that explain an impossible sheet."""
    slips: list[SingleSlip] = []
    search_deadline = deal_finder.clock() + _MAX_SLIP_SEARCH_SECONDS
    with suppress(OutOfTime), limit_time(lambda: deal_finder.clock() > search_deadline):
        for slip in _find_slips(deal_finder, sheet):
            slips.append(slip)  # noqa: PERF402 - keeps those found before the time limit
    return tuple(slips)


def repaired_sheet(sheet: Sheet, slip: SingleSlip) -> Sheet:
    """The sheet without the slip."""
    rows = sheet.rows
    if isinstance(slip, MissingDeal):
        return sheet._replace(rows=_with_blank_row(rows, slip.row_count_before))
    if isinstance(slip, RepeatedRow):
        return sheet._replace(rows=_without_row(rows, slip.row_index), excess_row_count=0)
    return sheet._replace(
        rows=tuple(
            row if place < slip.first_row_index else _row_without_carry_error(row, slip)
            for place, row in enumerate(rows)
        )
    )


def row_index_on_paper(slip: SingleSlip | None, repaired_row_index: int) -> int | None:
    """The index on paper of a row of the repaired sheet; None for the missing deal."""
    if isinstance(slip, MissingDeal):
        return (
            None
            if repaired_row_index == slip.row_count_before
            else repaired_row_index - (repaired_row_index > slip.row_count_before)
        )
    return repaired_row_index + (isinstance(slip, RepeatedRow) and repaired_row_index >= slip.row_index)


def _find_slips(deal_finder: DealFinder, sheet: Sheet) -> Iterator[SingleSlip]:
    if sheet.has_running_totals and not sheet.excess_row_count:
        yield from _find_carry_errors(deal_finder, sheet)
    if sheet.excess_row_count <= 1:
        yield from _find_repeated_rows(deal_finder, sheet)
    if not sheet.excess_row_count and len(sheet.rows) < MAX_DEALS:
        yield from _find_missing_deals(deal_finder, sheet)


def _find_missing_deals(deal_finder: DealFinder, sheet: Sheet) -> Iterator[MissingDeal]:
    missing_deals_by_effect: dict[tuple[object, ...], list[MissingDeal]] = {}
    for place in reversed(list(_row_counts_before_possible_gaps(deal_finder, sheet))):
        try:
            missing_deal = _missing_deal_after(deal_finder, sheet, place)
        except OutOfTime:
            missing_deal = MissingDeal(place, (), None, None, BLANK_CELLS, None)
        missing_deals_by_effect.setdefault(missing_deal[2:], []).append(missing_deal)
    for latest, *earlier in missing_deals_by_effect.values():
        yield latest._replace(
            alternative_row_counts_before=tuple(sorted(alternative.row_count_before for alternative in earlier))
        )


def _row_counts_before_possible_gaps(deal_finder: DealFinder, sheet: Sheet) -> Iterator[int]:
    """The numbers of rows after which one more deal would make the sheet possible."""
    states = {INITIAL_STATE}
    for place, row in enumerate(sheet.rows):
        if are_rows_legal(deal_finder, sheet.rows[place:], states_after_row(deal_finder, Row(), states)):
            yield place
        states = states_after_row(deal_finder, row, states)
        if not states:
            return


def _missing_deal_after(deal_finder: DealFinder, sheet: Sheet, row_count_before: int) -> MissingDeal:
    reading = read_sheet(deal_finder, Sheet(_with_blank_row(sheet.rows, row_count_before), sheet.has_running_totals))
    moves = {step.deal for step in reading.steps_by_row[row_count_before] if step.deal is not None}
    kings, contract_sets = {deal.king for deal in moves}, {deal.contract_set for deal in moves}
    sums = frozenset[int]().union(
        *(possible_sums_of_deal(deal_finder.rules, contract_set) for contract_set in contract_sets)
    )
    return MissingDeal(
        row_count_before,
        (),
        kings.pop() if len(kings) == 1 else None,
        contract_sets.pop() if len(contract_sets) == 1 else None,
        points_of_row(sheet, reading, row_count_before),
        next(iter(sums)) if len(sums) == 1 else None,
    )


def _find_repeated_rows(deal_finder: DealFinder, sheet: Sheet) -> Iterator[RepeatedRow]:
    for place, row in enumerate(sheet.rows):
        original = next((earlier for earlier in range(place) if _is_repeated(sheet.rows[earlier], row)), None)
        if original is not None and are_rows_legal(deal_finder, _without_row(sheet.rows, place)):
            yield RepeatedRow(place, original)


def _is_repeated(row: Row, earlier_row: Row) -> bool:
    written = not unknown_cell_indexes(row.cells)
    return (
        written
        and row.cells == earlier_row.cells
        and row.contract_set == earlier_row.contract_set
        and row.king == earlier_row.king
    )


def _find_carry_errors(deal_finder: DealFinder, sheet: Sheet) -> Iterator[CarryError]:
    """A total carried over wrongly is one wrong number among the points of the deals."""
    if any(unknown_cell_indexes(row.cells) for row in sheet.rows):
        return
    by_deal = DealFinder(deal_finder.rules, has_running_totals=False, clock=deal_finder.clock)
    gains = Sheet(tuple(_row_as_deal_points(sheet.rows, place) for place in range(len(sheet.rows))))
    for fix in find_fixes(by_deal, gains, max_changes_per_fix=_MAX_CARRY_ERROR_SEATS).found_fixes:
        first_change = fix[0]
        if len(fix) == 1 and first_change.seat is not None and first_change.row_index < len(sheet.rows) - 1:
            written, becomes = gains.rows[first_change.row_index].cells[first_change.seat], first_change.corrected_value
            if written is not None and isinstance(becomes, int):
                yield CarryError(first_change.row_index, first_change.seat, written - becomes)


def _row_as_deal_points(rows: tuple[Row, ...], row_index: int) -> Row:
    cells_before = rows[row_index - 1].cells if row_index else ZERO_CELLS
    return rows[row_index]._replace(cells=subtract_cells(rows[row_index].cells, cells_before))


def _row_without_carry_error(row: Row, carry_error: CarryError) -> Row:
    total = row.cells[carry_error.seat]
    if total is None:
        return row
    return row._replace(cells=row.cells.replacing(carry_error.seat, total - carry_error.too_high_by))


def _with_blank_row(rows: tuple[Row, ...], row_index: int) -> tuple[Row, ...]:
    return (*rows[:row_index], Row(None, None, BLANK_CELLS), *rows[row_index:])


def _without_row(rows: tuple[Row, ...], row_index: int) -> tuple[Row, ...]:
    return (*rows[:row_index], *rows[row_index + 1 :])
