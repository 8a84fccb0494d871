"""Reads a paper score sheet (CSV) and writes its analysis as JSON. Both formats are fixed for other programs."""

import csv
import re
from collections.abc import Iterable, Iterator
from io import TextIOWrapper
from typing import BinaryIO, Protocol

import msgspec

from trexscore.game.file.entries import CONTRACT_BY_NAME
from trexscore.game.file.numbers import clean_number_text, parse_whole_number
from trexscore.rules.contract_set import ContractSet, contract_set_of
from trexscore.rules.paper.cell_changes import CellChange, CellValue
from trexscore.rules.paper.kingdoms import KingdomOnPaper
from trexscore.rules.paper.reading import SheetReading
from trexscore.rules.paper.sheet import MAX_DEALS, Row, Sheet
from trexscore.rules.paper.sheet_result import SheetCorrections
from trexscore.rules.paper.single_slips import CarryError, RepeatedRow, SingleSlip
from trexscore.rules.seats import SEAT_BY_LETTER, BySeat, Seat

PAPER_SHEET_FORMAT = "trexscore-paper/1"
HEADER = ("king", "contract", *SEAT_BY_LETTER)
_MAX_TOTAL_DIGITS = 12
_FOUR_TOTALS_PATTERN = re.compile(",".join([rf"(?:[+-]?\d{{1,{_MAX_TOTAL_DIGITS}}})?"] * 4))
_EXCESS_ROWS_PER_PIECE = 20_000


class _CsvRows(Protocol):
    """The type of `csv.reader`'s result."""

    line_num: int

    def __iter__(self) -> Iterator[list[str]]: ...


class InvalidSheet(ValueError):
    """The text is not a sheet: a code, the line of the fault, and the text of the cell."""

    def __init__(self, code: str, line_number: int, cell: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.line = line_number
        self.cell = cell


def read_score_sheet(file: BinaryIO, *, has_running_totals: bool = False) -> Sheet:
    """Read and close a sheet. Raises `InvalidSheet`, and `OSError` from the file itself.

    Rows after the longest possible game are checked and counted, but not returned.
    """
    with TextIOWrapper(file, encoding="utf-8-sig", newline="") as text:
        reader = csv.reader(text, strict=True)
        try:
            rows, rows_behind = _read_rows(reader)
        except UnicodeDecodeError:
            raise InvalidSheet("not_utf_8", _line_number_not_utf_8(file, reader.line_num + 1)) from None
        except csv.Error as fault:
            code = "too_long" if "field limit" in str(fault) else "not_csv"
            raise InvalidSheet(code, reader.line_num) from None
    return Sheet(tuple(rows), has_running_totals, rows_behind)


def _line_number_not_utf_8(file: BinaryIO, last_line_number: int) -> int:
    """The first line that is not UTF-8, as text is read ahead of rows.

    `last_line_number` for a pipe, which cannot rewind.
    """
    if not file.seekable():
        return last_line_number
    file.seek(0)
    return next((number for number, line in enumerate(file, 1) if not _is_utf_8(line)), last_line_number)


def _is_utf_8(raw_line: bytes) -> bool:
    try:
        raw_line.decode()
    except UnicodeDecodeError:
        return False
    return True


def _read_rows(reader: _CsvRows) -> tuple[list[Row], int]:
    lines = (cells for cells in reader if len(cells) > 1 or any(map(clean_number_text, cells)))
    if tuple(map(clean_number_text, next(lines, ()))) != HEADER:
        raise InvalidSheet("header", max(reader.line_num, 1))
    parser, rows, rows_behind = _RowParser(), list[Row](), 0
    for cells in lines:
        if len(rows) < MAX_DEALS:
            rows.append(parser.parse(cells, reader.line_num))
        else:
            parser.validate(cells, reader.line_num)
            rows_behind += 1
    return rows, rows_behind


class _RowParser:
    """Parses rows. Texts of kings and contracts repeat, so each is parsed once."""

    def __init__(self) -> None:
        self._kings: dict[str, Seat | None] = {}
        self._contracts: dict[str, ContractSet | None] = {}

    def parse(self, cells: list[str], line_number: int) -> Row:
        if len(cells) != len(HEADER):
            raise InvalidSheet("columns", line_number, str(len(cells)))
        king, contracts, *totals = cells
        if king not in self._kings:
            self._kings[king] = _parse_king(king, line_number)
        if contracts not in self._contracts:
            self._contracts[contracts] = _parse_contracts(contracts, line_number)
        a, b, c, d = (_parse_total(text, line_number) for text in totals)
        return Row(self._kings[king], self._contracts[contracts], BySeat(a, b, c, d))

    def validate(self, cells: list[str], line_number: int) -> None:
        """Raise what `parse` would. Fast, as there can be millions of these rows."""
        if (
            len(cells) != len(HEADER)
            or cells[0] not in self._kings
            or cells[1] not in self._contracts
            or not _FOUR_TOTALS_PATTERN.fullmatch(",".join(cells[2:]))
        ):
            self.parse(cells, line_number)


def _parse_king(text: str, line_number: int) -> Seat | None:
    name = clean_number_text(text)
    if name and name not in SEAT_BY_LETTER:
        raise InvalidSheet("king", line_number, text)
    return SEAT_BY_LETTER[name] if name else None


def _parse_contracts(text: str, line_number: int) -> ContractSet | None:
    if not clean_number_text(text):
        return None
    contracts = []
    for name in map(clean_number_text, text.split("+")):
        if name not in CONTRACT_BY_NAME or CONTRACT_BY_NAME[name] in contracts:
            raise InvalidSheet("contract", line_number, text)
        contracts.append(CONTRACT_BY_NAME[name])
    return contract_set_of(tuple(contracts))


def _parse_total(text: str, line_number: int) -> int | None:
    total = parse_whole_number(text, _MAX_TOTAL_DIGITS)
    if total is None and clean_number_text(text):
        raise InvalidSheet("total", line_number, text)
    return total


def sheet_analysis_pieces(
    sheet: Sheet, reading: SheetReading, kingdoms: Iterable[KingdomOnPaper], corrections: SheetCorrections
) -> Iterator[bytes]:
    """The analysis as JSON text in pieces, since a sheet has no longest length."""
    encode = msgspec.json.Encoder().encode
    rows = [
        {
            "row": number,
            "status": row.status,
            "contracts": [_contract_names(contracts) for contracts in row.possible_contract_sets],
        }
        for number, row in enumerate(reading.row_readings, 1)
    ]
    yield encode({"format": PAPER_SHEET_FORMAT, "possible": reading.is_possible})[:-1] + b',"rows":' + encode(rows)[:-1]
    first, last = len(rows) + 1, len(rows) + sheet.excess_row_count
    for begin in range(first, last + 1, _EXCESS_ROWS_PER_PIECE):
        row_numbers = range(begin, min(begin + _EXCESS_ROWS_PER_PIECE, last + 1))
        yield "".join(f',{{"row":{number},"status":"impossible","contracts":[]}}' for number in row_numbers).encode()
    last_piece: dict[str, object] = {
        "kingdoms": [_kingdom_json(kingdom) for kingdom in kingdoms],
        "fixes": [[_change_json(change) for change in fix] for fix in corrections.fixes.found_fixes],
        "searched": "all" if corrections.fixes.includes_all_smallest else "part",
    }
    if corrections.slips:
        last_piece["causes"] = [_slip_json(slip) for slip in corrections.slips]
    yield b"]," + encode(last_piece)[1:] + b"\n"


def _kingdom_json(kingdom: KingdomOnPaper) -> dict[str, object]:
    return {
        "king": None if kingdom.king is None else kingdom.king.name,
        "rows": [place + 1 for place in kingdom.row_indexes],
        "sum": kingdom.sum,
        "expected_sums": kingdom.expected_sums,
    }


def _slip_json(slip: SingleSlip) -> dict[str, object]:
    """A single slip that explains the whole sheet."""
    if isinstance(slip, RepeatedRow):
        return {"kind": "row_repeated", "row": slip.row_index + 1, "of": slip.original_row_index + 1}
    if isinstance(slip, CarryError):
        return {
            "kind": "carried_wrongly",
            "row": slip.first_row_index + 1,
            "seat": slip.seat.name,
            "by": slip.too_high_by,
        }
    return {
        "kind": "row_missing",
        "after": slip.row_count_before,
        "or_after": slip.alternative_row_counts_before,
        "king": None if slip.king is None else slip.king.name,
        "contracts": None if slip.contract_set is None else _contract_names(slip.contract_set),
        "points": slip.known_points.by_letter(),
        "sum": slip.sum,
    }


def _change_json(change: CellChange) -> dict[str, object]:
    return {
        "row": change.row_index + 1,
        "seat": None if change.seat is None else change.seat.name,
        "from": _cell_json(change.written_value),
        "to": _cell_json(change.corrected_value),
        "kind": change.kind,
    }


def _cell_json(value: CellValue | None) -> int | str | None:
    """A value as it is written on a sheet."""
    if isinstance(value, Seat):
        return value.name
    return "+".join(_contract_names(value)) if isinstance(value, ContractSet) else value


def _contract_names(contract_set: ContractSet) -> list[str]:
    return [contract.value for contract in contract_set.contracts]
