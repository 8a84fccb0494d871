"""Checks a paper sheet: impossible rows, kingdoms with wrong sums, and fixes, in words."""

from dataclasses import dataclass
from time import thread_time

from trexscore.i18n.texts.paper import SheetTexts, cause_sentence, change_sentence, kingdom_sentence, remark, rows_named
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.paper.fixes import Fixes
from trexscore.rules.paper.kingdoms import Kingdom
from trexscore.rules.paper.reading import Reading
from trexscore.rules.paper.sheet import Sheet, SheetReader
from trexscore.rules.paper.sheet_result import Judgement, Read, judge, read, without_slip
from trexscore.rules.paper.time_limit import OutOfTime, until
from trexscore.rules.seats import BySeat
from trexscore.web.language import reader_language
from trexscore.web.paper.forms import format_cause, format_fix
from trexscore.web.rendering import isolated

_SPEED = 2.75
"""Factor of the search's clock: a page searches for two seconds, the command for five and a half. It is CPU time, so
that a busy server searches no less.
"""
_LONGEST = 2.5
"""Seconds of CPU after which even reading the sheet stops."""
_MOST_FIXES = 6


@dataclass(frozen=True, slots=True)
class RowCheck:
    """Remarks on a row, and on the kingdom that ends with it."""

    is_impossible: bool
    remark: str
    kingdom: str = ""
    is_wrong: bool = False
    """Whether the sum of that kingdom is wrong."""


@dataclass(frozen=True, slots=True)
class Fix:
    """Changes that would make the sheet possible, in words, and as the value of a button."""

    changes: tuple[str, ...]
    value: str


@dataclass(frozen=True, slots=True)
class SheetCheck:
    """The result of a check. With `is_too_much` there was no time, and the rest is empty."""

    is_possible: bool
    rows: tuple[RowCheck, ...]
    fixes: tuple[Fix, ...]
    searched_all: bool
    behind: str = ""
    """The rows after the end of a complete game, as text."""
    is_too_much: bool = False


def check_sheet(rules: HouseRules, sheet: Sheet, names: BySeat[str]) -> SheetCheck:
    """Check a sheet. `names`: the players, for the sentences."""
    teller = SheetTexts(reader_language(), lambda seat: isolated(names[seat]), isolated)
    started = thread_time()
    course = SheetReader(rules, running=sheet.running, clock=lambda: _SPEED * (thread_time() - started))
    with until(lambda: thread_time() - started > _LONGEST):
        try:
            shown = read(course, sheet)
            possible = shown.reading.possible
        except OutOfTime:
            return SheetCheck(is_possible=False, rows=(), fixes=(), searched_all=False, is_too_much=True)
        judgement = _judgement(course, sheet, shown)
        if judgement.causes:
            shown = without_slip(course, sheet, judgement.causes[0])
    rows_after = range(len(sheet.rows), len(sheet.rows) + sheet.rows_behind)
    return SheetCheck(
        is_possible=possible,
        rows=_rows(teller, sheet, *shown),
        fixes=_fixes(teller, sheet, judgement),
        searched_all=judgement.fixes.all,
        behind=rows_named(teller.language, rows_after) if rows_after else "",
    )


def _judgement(course: SheetReader, sheet: Sheet, shown: Read) -> Judgement:
    try:
        return judge(course, sheet, shown.reading)
    except OutOfTime:
        return Judgement((), Fixes((), all=False))


def _rows(teller: SheetTexts, sheet: Sheet, reading: Reading, kingdoms: tuple[Kingdom, ...]) -> tuple[RowCheck, ...]:
    ends = {kingdom.rows[-1]: kingdom for kingdom in kingdoms}
    checks = []
    for index, (row, row_reading) in enumerate(zip(sheet.rows, reading.rows, strict=True)):
        kingdom = ends.get(index)
        checks.append(
            RowCheck(
                row_reading.status == "impossible",
                remark(teller.language, row.programme, row_reading),
                "" if kingdom is None else kingdom_sentence(teller, kingdom),
                kingdom is not None and kingdom.sum is not None and kingdom.sum not in kingdom.expected_sums,
            )
        )
    return tuple(checks)


def _fixes(teller: SheetTexts, sheet: Sheet, judgement: Judgement) -> tuple[Fix, ...]:
    """The corrections of slips that explain the sheet, then the smallest sets of changes."""
    causes = [Fix((cause_sentence(teller, cause),), format_cause(sheet, cause)) for cause in judgement.causes]
    changes = [
        Fix(tuple(change_sentence(teller, change) for change in fix), format_fix(fix)) for fix in judgement.fixes.few
    ]
    return tuple([*causes, *changes][:_MOST_FIXES])
