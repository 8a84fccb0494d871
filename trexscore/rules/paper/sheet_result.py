"""The result for a sheet: its rows, the slip that explains it, and other corrections."""

from typing import NamedTuple

from trexscore.rules.paper.fixes import Fixes, fixes_of
from trexscore.rules.paper.kingdoms import Kingdom, kingdoms_of
from trexscore.rules.paper.reading import Reading, read_sheet
from trexscore.rules.paper.sheet import Sheet, SheetReader
from trexscore.rules.paper.single_slips import MAX_CHANGES_BESIDE_SLIP, Cause, causes_of, place_on_paper, repaired


class Read(NamedTuple):
    """A sheet, row by row and kingdom by kingdom."""

    reading: Reading
    kingdoms: tuple[Kingdom, ...]


class Judgement(NamedTuple):
    """The single slips that explain an impossible sheet, and the smallest sets of changes."""

    causes: tuple[Cause, ...]
    fixes: Fixes


def read(course: SheetReader, sheet: Sheet) -> Read:
    """Read the rows and kingdoms of a sheet."""
    reading = read_sheet(course, sheet)
    return Read(reading, kingdoms_of(course, sheet, reading))


def judge(course: SheetReader, sheet: Sheet, reading: Reading) -> Judgement:
    """Corrections of a sheet. A single wrong total is a better explanation than a whole row."""
    if reading.possible:
        return Judgement((), Fixes((), all=course.is_exact))
    causes = causes_of(course, sheet)
    fixes = fixes_of(course, sheet, most=MAX_CHANGES_BESIDE_SLIP) if causes else fixes_of(course, sheet)
    is_single_total = any(len(fix) == 1 and fix[0].seat is not None for fix in fixes.found)
    return Judgement(() if is_single_total else causes, fixes)


def without_slip(course: SheetReader, sheet: Sheet, cause: Cause) -> Read:
    """Read the sheet without a slip, by the rows on paper. The kingdom of a missing deal is left out."""
    reading, kingdoms = read(course, repaired(sheet, cause))
    places = [place_on_paper(cause, place) for place in range(len(reading.rows))]
    on_paper = dict(zip(places, reading.rows, strict=True))
    rows = tuple(on_paper.get(place, reading.rows[0]) for place in range(len(sheet.rows)))
    whole = [kingdom for kingdom in kingdoms if all(places[row] is not None for row in kingdom.rows)]
    moved = tuple(
        kingdom._replace(rows=tuple(place for row in kingdom.rows if (place := places[row]) is not None))
        for kingdom in whole
    )
    return Read(reading._replace(rows=rows), moved)
