"""All that is to be said of a sheet: what its rows are, which slip explains it, and what else would make it right."""

from typing import NamedTuple

from trexscore.rules.paper.causes import MOST_BESIDE, Cause, causes_of, place_on_paper, repaired
from trexscore.rules.paper.fixes import Fixes, fixes_of
from trexscore.rules.paper.kingdoms import Kingdom, kingdoms_of
from trexscore.rules.paper.reading import Reading, read_sheet
from trexscore.rules.paper.sheet import Course, Sheet


class Read(NamedTuple):
    """A sheet, row by row and kingdom by kingdom."""

    reading: Reading
    kingdoms: tuple[Kingdom, ...]


class Judgement(NamedTuple):
    """The slips that alone explain a sheet that is not possible, and the smallest sets of changes."""

    causes: tuple[Cause, ...]
    fixes: Fixes


def read(course: Course, sheet: Sheet) -> Read:
    """What the rows and kingdoms of a sheet are."""
    reading = read_sheet(course, sheet)
    return Read(reading, kingdoms_of(course, sheet, reading))


def judge(course: Course, sheet: Sheet, reading: Reading) -> Judgement:
    """What would make a sheet right. A single wrong total explains it better than a whole row."""
    if reading.possible:
        return Judgement((), Fixes((), all=course.is_exact))
    causes = causes_of(course, sheet)
    fixes = fixes_of(course, sheet, most=MOST_BESIDE) if causes else fixes_of(course, sheet)
    a_total = any(len(fix) == 1 and fix[0].seat is not None for fix in fixes.found)
    return Judgement(() if a_total else causes, fixes)


def without_slip(course: Course, sheet: Sheet, cause: Cause) -> Read:
    """What the rows on paper are once a slip is put right; the kingdom of a deal that was left out is not whole."""
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
