"""Turns a possible sheet into the deals of a game."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from trexscore.rules.captures import Captures
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.paper.cells import unknown_cell_indexes
from trexscore.rules.paper.possible_captures import captures_with_points
from trexscore.rules.paper.reading import SheetReading, points_of_row
from trexscore.rules.paper.sheet import DealFinder, Sheet
from trexscore.rules.seats import Seat


class DealOnPaper(NamedTuple):
    """A deal with known points. `captures`: those with these points and the fewest doubled cards."""

    king: Seat
    contract_set: ContractSet
    likeliest_captures: Captures
    are_captures_certain: bool
    """Whether no other captures have these points."""


def ambiguous_row_indexes(sheet: Sheet, reading: SheetReading) -> tuple[int, ...]:
    """The indexes of rows whose king, contracts or points are ambiguous."""
    return tuple(
        place
        for place in range(len(sheet.rows))
        if len(_kings_and_contracts_of_row(reading, place)) != 1
        or unknown_cell_indexes(reading.row_readings[place].cells)
    )


def deals_on_paper(deal_finder: DealFinder, sheet: Sheet, reading: SheetReading) -> Iterator[DealOnPaper]:
    """The deals of a possible sheet. It must have no open rows."""
    for place in range(len(sheet.rows)):
        ((king, contract_set),) = _kings_and_contracts_of_row(reading, place)
        points = points_of_row(sheet, reading, place)
        candidates = list(islice(captures_with_points(deal_finder.rules, contract_set, king, points), 2))
        yield DealOnPaper(king, contract_set, candidates[0], len(candidates) == 1)


def _kings_and_contracts_of_row(reading: SheetReading, row_index: int) -> set[tuple[Seat, ContractSet]]:
    return {
        (step.deal.king, step.deal.contract_set) for step in reading.steps_by_row[row_index] if step.deal is not None
    }
