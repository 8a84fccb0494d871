"""A paper sheet as a grid of rows with text, as its form sends it, and changes to the grid."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from trexscore.game.file.entries import read_contract_set
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.paper.cell_changes import CellChange
from trexscore.rules.paper.cells import ZERO_CELLS
from trexscore.rules.paper.sheet import MAX_DEALS, Row, Sheet
from trexscore.rules.paper.single_slips import CarryError, MissingDeal, RepeatedRow, SingleSlip, repaired_sheet
from trexscore.rules.refusals import Refusal
from trexscore.rules.seats import SEAT_BY_LETTER, SEATS, BySeat, Seat
from trexscore.web.paper.typed_numbers import MAX_DIGITS, is_number_or_blank, localize_number, parse_number_or_blank

MAX_ROWS = 40
"""More than any game has, so that sheets with too many rows can be checked, too."""
_MAX_CELL_LENGTH = 20
_ROW_FIX_PATTERN = re.compile(r"([+-])(\d{1,2})(?:;|$)")
"""Inserts a row after another, or removes one. It is applied before other changes."""
_CELL_FIX_PATTERN = re.compile(rf"(\d{{1,2}}):([A-D]|king|contract):(-?\d{{1,{MAX_DIGITS}}}|[a-z_+]+|[A-D])")

_TextByFormField = Mapping[str, str]


class GridRow(NamedTuple):
    """The text of a row."""

    king_letter: str = ""
    joined_contract_codes: str = ""
    total_texts: tuple[str, ...] = ("",) * len(SEATS)

    @property
    def is_blank(self) -> bool:
        return not (self.king_letter or self.joined_contract_codes or any(self.total_texts))

    @property
    def non_numeric_seats(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, text in zip(SEATS, self.total_texts, strict=True) if not is_number_or_blank(text))

    def localized(self) -> "GridRow":
        """The row with numbers in the reader's digits."""
        return self._replace(total_texts=tuple(localize_number(text) for text in self.total_texts))

    def parse(self) -> Row:
        """Parse the row. Raises `NotANumber`."""
        a, b, c, d = map(parse_number_or_blank, self.total_texts)
        return Row(
            SEAT_BY_LETTER.get(self.king_letter), _parse_contract_set(self.joined_contract_codes), BySeat(a, b, c, d)
        )


def parse_grid_rows(fields: _TextByFormField) -> list[GridRow]:
    """Read the grid from a form. Unknown kings and contracts become blank."""
    possible_row_numbers = range(1, MAX_ROWS + 1)
    last_row_number = max((number for number in possible_row_numbers if f"A_{number}" in fields), default=0)
    return [_read_grid_row(fields, number) for number in range(1, last_row_number + 1)]


def apply_fix(rows: Sequence[GridRow], fix_text: str) -> list[GridRow]:
    """The rows after the changes of a button (see `format_fix_text`). Invalid changes are ignored."""
    fixed_rows = list(rows)
    row = _ROW_FIX_PATTERN.match(fix_text)
    if row is not None:
        _insert_or_remove_row(fixed_rows, row[1], int(row[2]))
    for number, cell, value in _CELL_FIX_PATTERN.findall(fix_text):
        index = int(number) - 1
        if 0 <= index < len(fixed_rows):
            fixed_rows[index] = _with_cell(fixed_rows[index], cell, value)
    return fixed_rows


def format_fix_text(changes: Sequence[CellChange]) -> str:
    """The changes as the value of a button."""
    return ";".join(f"{change.row_index + 1}:{_cell_name(change)}:{_corrected_cell_text(change)}" for change in changes)


def format_slip_fix_text(sheet: Sheet, slip: SingleSlip) -> str:
    """The correction of a slip as the value of a button."""
    if isinstance(slip, RepeatedRow):
        return f"-{slip.row_index + 1}"
    if isinstance(slip, CarryError):
        after, seat = repaired_sheet(sheet, slip), slip.seat
        return ";".join(
            f"{row + 1}:{seat.name}:{after.rows[row].cells[seat]}"
            for row in range(slip.first_row_index, len(after.rows))
        )
    return ";".join(_inserted_row_fix_parts(sheet, slip))


def _inserted_row_fix_parts(sheet: Sheet, missing_deal: MissingDeal) -> Iterator[str]:
    inserted_row_number = missing_deal.row_count_before + 1
    yield f"+{missing_deal.row_count_before}"
    if missing_deal.king is not None:
        yield f"{inserted_row_number}:king:{missing_deal.king.name}"
    if missing_deal.contract_set is not None:
        yield f"{inserted_row_number}:contract:{'+'.join(missing_deal.contract_set.contracts)}"
    cells_before = ZERO_CELLS
    if sheet.has_running_totals and missing_deal.row_count_before:
        cells_before = sheet.rows[missing_deal.row_count_before - 1].cells
    for seat in SEATS:
        gained, total = missing_deal.known_points[seat], cells_before[seat]
        if gained is not None and total is not None:
            yield f"{inserted_row_number}:{seat.name}:{total + gained}"


def _insert_or_remove_row(rows: list[GridRow], sign: str, row_number: int) -> None:
    if sign == "+" and row_number <= len(rows):
        rows.insert(row_number, GridRow())
    elif sign == "-" and 0 < row_number <= len(rows):
        del rows[row_number - 1]


def padded_rows(rows: Sequence[GridRow]) -> list[GridRow]:
    """The rows followed by blank ones, up to the length of the longest game."""
    return [*rows, *[GridRow()] * (MAX_DEALS - len(rows))]


def parse_sheet(rows: Sequence[GridRow], *, has_running_totals: bool) -> Sheet:
    """Parse the rows up to the last that is not blank. Raises `NotANumber`."""
    last_filled_row = max((number for number, row in enumerate(rows, 1) if not row.is_blank), default=0)
    parsed_rows = tuple(parse.parse() for parse in rows[:last_filled_row])
    return Sheet(parsed_rows[:MAX_DEALS], has_running_totals, max(0, len(parsed_rows) - MAX_DEALS))


def _read_grid_row(fields: _TextByFormField, row_number: int) -> GridRow:
    king, contract = fields.get(f"king_{row_number}", ""), fields.get(f"contract_{row_number}", "")
    return GridRow(
        king if king in SEAT_BY_LETTER else "",
        contract if _parse_contract_set(contract) is not None else "",
        tuple(fields.get(f"{seat.name}_{row_number}", "")[:_MAX_CELL_LENGTH].strip() for seat in SEATS),
    )


def _with_cell(row: GridRow, cell_name: str, cell_text: str) -> GridRow:
    if cell_name == "king":
        return row._replace(king_letter=cell_text) if cell_text in SEAT_BY_LETTER else row
    if cell_name == "contract":
        return row._replace(joined_contract_codes=cell_text) if _parse_contract_set(cell_text) is not None else row
    if not is_number_or_blank(cell_text):
        return row
    return row._replace(total_texts=tuple(BySeat(*row.total_texts).replacing(SEAT_BY_LETTER[cell_name], cell_text)))


def _cell_name(change: CellChange) -> str:
    if change.seat is not None:
        return change.seat.name
    return "king" if isinstance(change.corrected_value, Seat) else "contract"


def _corrected_cell_text(change: CellChange) -> str:
    if isinstance(change.corrected_value, Seat):
        return change.corrected_value.name
    if isinstance(change.corrected_value, ContractSet):
        return "+".join(change.corrected_value.contracts)
    return str(change.corrected_value)


def _parse_contract_set(text: str) -> ContractSet | None:
    faults = list[Refusal]()
    contracts = read_contract_set(text.split("+"), faults) if text else None
    return None if faults else contracts
