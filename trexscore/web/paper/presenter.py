"""Checks a paper sheet: impossible rows, kingdoms with wrong sums, and fixes, in words."""

from time import thread_time

import msgspec

from trexscore.i18n.texts.paper import (
    SheetFormatter,
    change_sentence,
    kingdom_sentence,
    row_number_range,
    row_remark,
    slip_sentence,
)
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.paper.fixes import Fixes
from trexscore.rules.paper.kingdoms import KingdomOnPaper
from trexscore.rules.paper.reading import SheetReading
from trexscore.rules.paper.sheet import DealFinder, Sheet
from trexscore.rules.paper.sheet_result import (
    ReadingWithKingdoms,
    SheetCorrections,
    find_corrections,
    read_rows_and_kingdoms,
    read_without_slip,
)
from trexscore.rules.paper.time_limit import OutOfTime, limit_time
from trexscore.rules.seats import BySeat
from trexscore.web.language import reader_language
from trexscore.web.paper.sheet_grid import format_fix_text, format_slip_fix_text
from trexscore.web.rendering import isolate_name

_SEARCH_CLOCK_FACTOR = 2.75
"""Factor of the search's clock: a page searches for two seconds, the command for five and a half. It is CPU time, so
that a busy server searches no less.
"""
_MAX_CPU_SECONDS = 2.5
"""Seconds of CPU after which even reading the sheet stops."""
_MAX_FIX_BUTTONS = 6


class RowCheck(
    msgspec.Struct, frozen=True, rename={"kingdom_sentence": "kingdom", "is_kingdom_sum_wrong": "is_kingdom_wrong"}
):
    """Remarks on a row, and on the kingdom that ends with it."""

    is_impossible: bool
    remark: str
    kingdom_sentence: str = ""
    is_kingdom_sum_wrong: bool = False
    """Whether the sum of that kingdom is wrong."""


class FixButton(msgspec.Struct, frozen=True, rename={"change_sentences": "changes", "fix_text": "value"}):
    """Changes that would make the sheet possible, in words, and as the value of a button."""

    change_sentences: tuple[str, ...]
    fix_text: str


class SheetCheck(
    msgspec.Struct,
    frozen=True,
    rename={
        "row_checks": "rows",
        "fix_buttons": "fixes",
        "includes_all_smallest_fixes": "searched_all",
        "rows_after_end_text": "rows_after_end",
        "is_out_of_time": "is_too_much",
    },
):
    """The result of a check. With `is_out_of_time` there was no time, and the rest is empty."""

    is_possible: bool
    row_checks: tuple[RowCheck, ...]
    fix_buttons: tuple[FixButton, ...]
    includes_all_smallest_fixes: bool
    rows_after_end_text: str = ""
    """The rows after the end of a complete game, as text."""
    is_out_of_time: bool = False


def check_sheet(rules: HouseRules, sheet: Sheet, names_by_seat: BySeat[str]) -> SheetCheck:
    """Check a sheet. `names_by_seat`: the players, for the sentences."""
    formatter = SheetFormatter(reader_language(), lambda seat: isolate_name(names_by_seat[seat]), isolate_name)
    start_time = thread_time()
    deal_finder = DealFinder(
        rules,
        has_running_totals=sheet.has_running_totals,
        clock=lambda: _SEARCH_CLOCK_FACTOR * (thread_time() - start_time),
    )
    with limit_time(lambda: thread_time() - start_time > _MAX_CPU_SECONDS):
        try:
            sheet_reading = read_rows_and_kingdoms(deal_finder, sheet)
            is_possible = sheet_reading.reading.is_possible
        except OutOfTime:
            return SheetCheck(
                is_possible=False, row_checks=(), fix_buttons=(), includes_all_smallest_fixes=False, is_out_of_time=True
            )
        judgement = _corrections_if_in_time(deal_finder, sheet, sheet_reading)
        if judgement.slips:
            sheet_reading = read_without_slip(deal_finder, sheet, judgement.slips[0])
    rows_after = range(len(sheet.rows), len(sheet.rows) + sheet.excess_row_count)
    return SheetCheck(
        is_possible=is_possible,
        row_checks=_row_checks(formatter, sheet, *sheet_reading),
        fix_buttons=_fix_buttons(formatter, sheet, judgement),
        includes_all_smallest_fixes=judgement.fixes.includes_all_smallest,
        rows_after_end_text=row_number_range(formatter.language, rows_after) if rows_after else "",
    )


def _corrections_if_in_time(
    deal_finder: DealFinder, sheet: Sheet, sheet_reading: ReadingWithKingdoms
) -> SheetCorrections:
    try:
        return find_corrections(deal_finder, sheet, sheet_reading.reading)
    except OutOfTime:
        return SheetCorrections((), Fixes((), includes_all_smallest=False))


def _row_checks(
    formatter: SheetFormatter, sheet: Sheet, reading: SheetReading, kingdoms: tuple[KingdomOnPaper, ...]
) -> tuple[RowCheck, ...]:
    kingdom_by_last_row = {kingdom.row_indexes[-1]: kingdom for kingdom in kingdoms}
    checks = []
    for index, (row, row_reading) in enumerate(zip(sheet.rows, reading.row_readings, strict=True)):
        kingdom = kingdom_by_last_row.get(index)
        checks.append(
            RowCheck(
                row_reading.status == "impossible",
                row_remark(formatter.language, row.contract_set, row_reading),
                "" if kingdom is None else kingdom_sentence(formatter, kingdom),
                kingdom is not None and kingdom.sum is not None and kingdom.sum not in kingdom.expected_sums,
            )
        )
    return tuple(checks)


def _fix_buttons(formatter: SheetFormatter, sheet: Sheet, corrections: SheetCorrections) -> tuple[FixButton, ...]:
    """The corrections of slips that explain the sheet, then the smallest sets of changes."""
    causes = [
        FixButton((slip_sentence(formatter, cause),), format_slip_fix_text(sheet, cause)) for cause in corrections.slips
    ]
    changes = [
        FixButton(tuple(change_sentence(formatter, change) for change in fix), format_fix_text(fix))
        for fix in corrections.fixes.smallest
    ]
    return tuple([*causes, *changes][:_MAX_FIX_BUTTONS])
