"""`trexscore paper`: finds impossible rows on a paper score sheet, and slips that would explain them."""

import argparse
import sys
from io import BytesIO
from pathlib import Path
from time import monotonic

from trexscore.cli.output.game_table import print_columns
from trexscore.cli.output.streams import escape_controls
from trexscore.cli.rules_options import add_rules_arguments
from trexscore.game.file.house_rules import preset_rules_with_options
from trexscore.game.paper_sheet_file import HEADER, InvalidSheet, read_score_sheet, sheet_analysis_pieces
from trexscore.i18n import ENGLISH, LANGUAGES, Language
from trexscore.i18n.game_terms import joined_contract_names
from trexscore.i18n.texts.paper import (
    SheetFormatter,
    change_sentence,
    invalid_sheet_sentence,
    kingdom_sentence,
    row_number_range,
    row_remark,
    slip_sentence,
)
from trexscore.rules.paper.sheet import DealFinder, Sheet
from trexscore.rules.paper.sheet_result import (
    ReadingWithKingdoms,
    SheetCorrections,
    find_corrections,
    read_rows_and_kingdoms,
    read_without_slip,
)
from trexscore.rules.presets import STANDARD_PRESET

EXIT_POSSIBLE, EXIT_NOT_POSSIBLE, EXIT_UNREADABLE = 0, 1, 2
_MAX_SUGGESTIONS = 8


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("file", metavar="FILE", help="a score sheet as CSV: king,contract,A,B,C,D; - is standard input")
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")
    parser.add_argument("--running", action="store_true", help="read the totals as running totals")
    parser.add_argument("--lang", choices=sorted(LANGUAGES), default=ENGLISH.code, help="language of what is printed")
    add_rules_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Read the sheet and print its faults. The exit status: 0 possible, 1 not possible, 2 unreadable."""
    language = LANGUAGES[options.lang].with_digits("latn")
    start_time = monotonic()
    try:
        sheet = _read_sheet(options.file, has_running_totals=options.running)
    except (OSError, InvalidSheet) as fault:
        reason = (
            invalid_sheet_sentence(language, fault) if isinstance(fault, InvalidSheet) else fault.strerror or str(fault)
        )
        print(escape_controls(f"{options.file}: {reason}"), file=sys.stderr)
        return EXIT_UNREADABLE
    rules = preset_rules_with_options(options.preset or STANDARD_PRESET.name, dict(options.option))
    deal_finder = DealFinder(rules, has_running_totals=sheet.has_running_totals, clock=lambda: monotonic() - start_time)
    shown_reading = read_rows_and_kingdoms(deal_finder, sheet)
    reading, kingdoms = shown_reading
    judgement = find_corrections(deal_finder, sheet, reading)
    if options.json:
        for piece in sheet_analysis_pieces(sheet, reading, kingdoms, judgement):
            sys.stdout.buffer.write(piece)
    else:
        if judgement.slips:
            shown_reading = read_without_slip(deal_finder, sheet, judgement.slips[0])
        _print_analysis(language, sheet, shown_reading, judgement, is_sheet_possible=reading.is_possible)
    sys.stdout.flush()
    return EXIT_POSSIBLE if reading.is_possible else EXIT_NOT_POSSIBLE


def _read_sheet(file_name: str, *, has_running_totals: bool) -> Sheet:
    if file_name != "-":
        with Path(file_name).open("rb") as file:
            return read_score_sheet(file, has_running_totals=has_running_totals)
    if sys.stdin is None:
        raise OSError("Standard input is closed")
    return read_score_sheet(BytesIO(sys.stdin.buffer.read()), has_running_totals=has_running_totals)


def _print_analysis(
    language: Language,
    sheet: Sheet,
    shown_reading: ReadingWithKingdoms,
    corrections: SheetCorrections,
    *,
    is_sheet_possible: bool,
) -> None:
    _ = language.gettext
    head = ["", _("King"), _("Contract"), *HEADER[2:]]
    lines = [
        (
            [
                language.number(number),
                "" if row.king is None else row.king.name,
                "" if row.contract_set is None else joined_contract_names(language, row.contract_set),
                *("" if value is None else language.number(value) for value in row.cells),
            ],
            row_remark(language, row.contract_set, row_reading),
        )
        for number, (row, row_reading) in enumerate(zip(sheet.rows, shown_reading.reading.row_readings, strict=True), 1)
    ]
    print_columns([(head, ""), *lines])
    if sheet.excess_row_count:
        late_rows = (len(sheet.rows), len(sheet.rows) + sheet.excess_row_count - 1)
        print(_("Rows after the end of the game: %(rows)s.", rows=row_number_range(language, late_rows)))
    print()
    for kingdom in shown_reading.kingdoms:
        print(kingdom_sentence(SheetFormatter(language), kingdom))
    print()
    _print_corrections(language, corrections, is_sheet_possible=is_sheet_possible)


def _print_corrections(language: Language, corrections: SheetCorrections, *, is_sheet_possible: bool) -> None:
    """Print the slips and the smallest sets of changes that explain the sheet; `--json` has all of them."""
    _, fixes, teller = language.gettext, corrections.fixes, SheetFormatter(language)
    suggestions = [slip_sentence(teller, cause) for cause in corrections.slips]
    suggestions += ["; ".join(change_sentence(teller, change) for change in fix) for fix in fixes.smallest]
    if is_sheet_possible:
        print(_("This score sheet is possible: every row can occur, and the rows make up a game."))
    elif suggestions:
        print(_("This score sheet can’t be right. Each of these changes would fix it, most likely first:"))
        for number, sentence in enumerate(suggestions[:_MAX_SUGGESTIONS], 1):
            print(f"{language.number(number):>4}. {sentence}")
    else:
        print(_("This score sheet can’t be right, and a few changes won’t fix it."))
    if not fixes.includes_all_smallest:
        print(_("There was not enough time to check everything."))
