"""The result for a sheet: its rows, the slip that explains it, and other corrections."""

from typing import NamedTuple

from trexscore.rules.paper.fixes import Fixes, find_fixes
from trexscore.rules.paper.kingdoms import KingdomOnPaper, kingdoms_of
from trexscore.rules.paper.reading import SheetReading, read_sheet
from trexscore.rules.paper.sheet import DealFinder, Sheet
from trexscore.rules.paper.single_slips import (
    MAX_CHANGES_BESIDE_SLIP,
    SingleSlip,
    find_single_slips,
    repaired_sheet,
    row_index_on_paper,
)


class ReadingWithKingdoms(NamedTuple):
    """A sheet, row by row and kingdom by kingdom."""

    reading: SheetReading
    kingdoms: tuple[KingdomOnPaper, ...]


class SheetCorrections(NamedTuple):
    """The single slips that explain an impossible sheet, and the smallest sets of changes."""

    slips: tuple[SingleSlip, ...]
    fixes: Fixes


def read_rows_and_kingdoms(deal_finder: DealFinder, sheet: Sheet) -> ReadingWithKingdoms:
    """Read the rows and kingdoms of a sheet."""
    reading = read_sheet(deal_finder, sheet)
    return ReadingWithKingdoms(reading, kingdoms_of(deal_finder, sheet, reading))


def find_corrections(deal_finder: DealFinder, sheet: Sheet, reading: SheetReading) -> SheetCorrections:
    """Corrections of a sheet. A single wrong total is a better explanation than a whole row."""
    if reading.is_possible:
        return SheetCorrections((), Fixes((), includes_all_smallest=deal_finder.is_exact))
    causes = find_single_slips(deal_finder, sheet)
    fixes = (
        find_fixes(deal_finder, sheet, max_changes_per_fix=MAX_CHANGES_BESIDE_SLIP)
        if causes
        else find_fixes(deal_finder, sheet)
    )
    is_single_total = any(len(fix) == 1 and fix[0].seat is not None for fix in fixes.found_fixes)
    return SheetCorrections(() if is_single_total else causes, fixes)


def read_without_slip(deal_finder: DealFinder, sheet: Sheet, slip: SingleSlip) -> ReadingWithKingdoms:
    """Read the sheet without a slip, by the rows on paper. The kingdom of a missing deal is left out."""
    reading, kingdoms = read_rows_and_kingdoms(deal_finder, repaired_sheet(sheet, slip))
    row_index_on_paper_by_row = [row_index_on_paper(slip, place) for place in range(len(reading.row_readings))]
    on_paper = dict(zip(row_index_on_paper_by_row, reading.row_readings, strict=True))
    rows = tuple(on_paper.get(place, reading.row_readings[0]) for place in range(len(sheet.rows)))
    whole_kingdoms = [
        kingdom
        for kingdom in kingdoms
        if all(row_index_on_paper_by_row[row] is not None for row in kingdom.row_indexes)
    ]
    moved_kingdoms = tuple(
        kingdom._replace(
            row_indexes=tuple(
                place for row in kingdom.row_indexes if (place := row_index_on_paper_by_row[row]) is not None
            )
        )
        for kingdom in whole_kingdoms
    )
    return ReadingWithKingdoms(reading._replace(row_readings=rows), moved_kingdoms)
