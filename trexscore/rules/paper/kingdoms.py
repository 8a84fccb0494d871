"""The kingdoms of a sheet: their rows, their sums, and the sums that the rules allow."""

from typing import NamedTuple

from trexscore.rules.house_rules import HouseRules
from trexscore.rules.paper.cells import ZERO_CELLS, RowCells, known_totals
from trexscore.rules.paper.possible_sums import ONLY_ZERO, PossibleSums, add_possible_sums, possible_sums_of_deal
from trexscore.rules.paper.reading import ReadingStep, SheetReading
from trexscore.rules.paper.sheet import INITIAL_STATE, DealFinder, Sheet, SheetState
from trexscore.rules.seats import SEATS, Seat


class KingdomOnPaper(NamedTuple):
    """A kingdom with the indexes of its rows. King and sum are None if ambiguous."""

    king: Seat | None
    row_indexes: tuple[int, ...]
    sum: int | None
    expected_sums: tuple[int, ...]


def kingdoms_of(deal_finder: DealFinder, sheet: Sheet, reading: SheetReading) -> tuple[KingdomOnPaper, ...]:
    """The kingdoms in order. If the rows can be split in several ways, one of them is used."""
    return tuple(
        KingdomOnPaper(
            _king_of_rows(reading, rows),
            rows,
            _sum_of_rows(sheet, reading, rows),
            _expected_sums(deal_finder.rules, reading, rows),
        )
        for rows in _kingdom_row_indexes(reading)
    )


def _kingdom_row_indexes(reading: SheetReading) -> list[tuple[int, ...]]:
    row_indexes_by_kingdom: list[list[int]] = []
    state = INITIAL_STATE
    for place, steps in enumerate(reading.steps_by_row):
        step = next(step for step in steps if step.state_before == state)
        if step.deal is not None:
            if _begins_kingdom(step):
                row_indexes_by_kingdom.append([])
            row_indexes_by_kingdom[-1].append(place)
        state = step.state_after
    return [tuple(part) for part in row_indexes_by_kingdom]


def _begins_kingdom(reading_step: ReadingStep) -> bool:
    return reading_step.state_before.kingdoms_progress.king_of_running_kingdom is None


def _king_of_rows(reading: SheetReading, row_indexes: tuple[int, ...]) -> Seat | None:
    kings = {step.deal.king for place in row_indexes for step in reading.steps_by_row[place] if step.deal is not None}
    return kings.pop() if len(kings) == 1 else None


def _sum_of_rows(sheet: Sheet, reading: SheetReading, row_indexes: tuple[int, ...]) -> int | None:
    if not sheet.has_running_totals:
        return _sum_of_cells([reading.row_readings[place].cells for place in row_indexes])
    sum_before = _sum_of_cells([reading.row_readings[row_indexes[0] - 1].cells if row_indexes[0] else ZERO_CELLS])
    sum_after = _sum_of_cells([reading.row_readings[row_indexes[-1]].cells])
    return None if sum_before is None or sum_after is None else sum_after - sum_before


def _sum_of_cells(cells_of_rows: list[RowCells]) -> int | None:
    totals = [total for cells in cells_of_rows for total in known_totals(cells)]
    return sum(totals) if len(totals) == len(SEATS) * len(cells_of_rows) else None


def _expected_sums(rules: HouseRules, reading: SheetReading, row_indexes: tuple[int, ...]) -> tuple[int, ...]:
    """All sums that the rules allow for these rows."""
    sums: dict[SheetState, PossibleSums] = {
        step.state_before: ONLY_ZERO for step in reading.steps_by_row[row_indexes[0]]
    }
    for place in range(row_indexes[0], row_indexes[-1] + 1):
        next_sums: dict[SheetState, PossibleSums] = {}
        for step in reading.steps_by_row[place]:
            if step.state_before in sums and (step.deal is None or _begins_kingdom(step) == (place == row_indexes[0])):
                deal = ONLY_ZERO if step.deal is None else possible_sums_of_deal(rules, step.deal.contract_set)
                next_sums[step.state_after] = next_sums.get(step.state_after, frozenset()) | add_possible_sums(
                    (sums[step.state_before], deal)
                )
        sums = next_sums
    return tuple(sorted(frozenset().union(*sums.values())))
