"""A paper sheet, judged: which rows cannot be, which kingdom does not add up, and what would make it right."""

from dataclasses import dataclass
from time import thread_time

from trexscore.i18n.texts.paper import Teller, cause_sentence, change_sentence, kingdom_sentence, remark, rows_named
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.paper.fixes import Fixes
from trexscore.rules.paper.judgement import Judgement, Read, judge, read, without_slip
from trexscore.rules.paper.kingdoms import Kingdom
from trexscore.rules.paper.patience import OutOfTime, until
from trexscore.rules.paper.reading import Reading
from trexscore.rules.paper.sheet import Course, Sheet
from trexscore.rules.seats import BySeat
from trexscore.web.language import reader_language
from trexscore.web.paper.forms import cause_written, fix_written
from trexscore.web.rendering import isolated

_HASTE = 2.75
"""A page has two seconds for the search that the command gives five and a half: of the processor, not of the clock, so
that a server which is busy searches no less.
"""
_LONGEST = 2.5
"""Seconds after which even reading is broken off."""
_OFFERED = 6


@dataclass(frozen=True, slots=True)
class RowSaid:
    """What there is to say of a row, and of the kingdom that ends with it."""

    is_impossible: bool
    remark: str
    kingdom: str = ""
    is_wrong: bool = False
    """Whether that kingdom does not add up."""


@dataclass(frozen=True, slots=True)
class FixSaid:
    """Changes that would make the sheet right, in words, and as a button sends them."""

    changes: tuple[str, ...]
    value: str


@dataclass(frozen=True, slots=True)
class Judged:
    """All that is said of a sheet. Where there was no time to read it, nothing but that."""

    is_possible: bool
    rows: tuple[RowSaid, ...]
    fixes: tuple[FixSaid, ...]
    searched_all: bool
    behind: str = ""
    """Which rows stand behind a complete game."""
    is_too_much: bool = False


def judged(rules: HouseRules, sheet: Sheet, names: BySeat[str]) -> Judged:
    """What is right and wrong with a sheet."""
    teller = Teller(reader_language(), lambda seat: isolated(names[seat]), isolated)
    began = thread_time()
    course = Course(rules, running=sheet.running, clock=lambda: _HASTE * (thread_time() - began))
    with until(lambda: thread_time() - began > _LONGEST):
        try:
            shown = read(course, sheet)
            possible = shown.reading.possible
        except OutOfTime:
            return Judged(is_possible=False, rows=(), fixes=(), searched_all=False, is_too_much=True)
        judgement = _judgement(course, sheet, shown)
        if judgement.causes:
            shown = without_slip(course, sheet, judgement.causes[0])
    behind = range(len(sheet.rows), len(sheet.rows) + sheet.rows_behind)
    return Judged(
        is_possible=possible,
        rows=_rows(teller, sheet, *shown),
        fixes=_offered(teller, sheet, judgement),
        searched_all=judgement.fixes.all,
        behind=rows_named(teller.language, behind) if behind else "",
    )


def _judgement(course: Course, sheet: Sheet, shown: Read) -> Judgement:
    try:
        return judge(course, sheet, shown.reading)
    except OutOfTime:
        return Judgement((), Fixes((), all=False))


def _rows(teller: Teller, sheet: Sheet, reading: Reading, kingdoms: tuple[Kingdom, ...]) -> tuple[RowSaid, ...]:
    ends = {kingdom.rows[-1]: kingdom for kingdom in kingdoms}
    said = []
    for place, (row, said_of) in enumerate(zip(sheet.rows, reading.rows, strict=True)):
        kingdom = ends.get(place)
        said.append(
            RowSaid(
                said_of.status == "impossible",
                remark(teller.language, row.programme, said_of),
                "" if kingdom is None else kingdom_sentence(teller, kingdom),
                kingdom is not None and kingdom.sum is not None and kingdom.sum not in kingdom.expected_sums,
            )
        )
    return tuple(said)


def _offered(teller: Teller, sheet: Sheet, judgement: Judgement) -> tuple[FixSaid, ...]:
    """The slips that explain the sheet, and the first of the smallest sets of changes."""
    causes = [FixSaid((cause_sentence(teller, one),), cause_written(sheet, one)) for one in judgement.causes]
    changes = [
        FixSaid(tuple(change_sentence(teller, change) for change in fix), fix_written(fix))
        for fix in judgement.fixes.few
    ]
    return tuple([*causes, *changes][:_OFFERED])
