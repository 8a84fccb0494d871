"""A paper sheet (CSV) → rows, and what is said of it as JSON. Both are fixed: other programs rely on them."""

import csv
import re
from collections.abc import Iterable, Iterator
from io import TextIOWrapper
from typing import Any, BinaryIO, Protocol

import msgspec

from trexscore.game.file.numbers import plain, written
from trexscore.rules.cards import Contract
from trexscore.rules.contract_set import ContractSet, contract_set_of
from trexscore.rules.paper.causes import Carried, Cause, Repeated
from trexscore.rules.paper.changes import CellChange, Value
from trexscore.rules.paper.judgement import Judgement
from trexscore.rules.paper.kingdoms import Kingdom
from trexscore.rules.paper.reading import Reading
from trexscore.rules.paper.sheet import MOST_DEALS, Row, Sheet
from trexscore.rules.seats import SEAT_NAMED, BySeat, Seat

FORMAT = "trexscore-paper/1"
HEADER = ("king", "contract", *SEAT_NAMED)
_LONGEST = 12
"""Digits."""
_FOUR = re.compile(",".join([rf"(?:[+-]?\d{{1,{_LONGEST}}})?"] * 4))
_NAMED: dict[str, Contract] = {contract.value: contract for contract in Contract}
_CHUNK = 20_000


class _Reader(Protocol):
    """What the csv module gives."""

    line_num: int

    def __iter__(self) -> Iterator[list[str]]: ...


class NotASheet(ValueError):
    """The text is no sheet: a code, the line where that shows, and the text of the cell."""

    def __init__(self, code: str, line: int, found: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.line = line
        self.found = found


def read_paper(file: BinaryIO, *, running: bool = False) -> Sheet:
    """The sheet in a file, read as a stream and closed. Raises `NotASheet`; faults of the file itself go through.

    Rows behind the longest game are looked at, but not kept.
    """
    with TextIOWrapper(file, encoding="utf-8-sig", newline="") as text:
        reader = csv.reader(text, strict=True)
        try:
            rows, behind = _rows(reader)
        except UnicodeDecodeError:
            raise NotASheet("not_utf_8", _first_not_utf_8(file, reader.line_num + 1)) from None
        except csv.Error as fault:
            code = "too_long" if "field limit" in str(fault) else "not_csv"
            raise NotASheet(code, reader.line_num) from None
    return Sheet(tuple(rows), running, behind)


def _first_not_utf_8(file: BinaryIO, read: int) -> int:
    """The line in which that shows. Text is read ahead of the rows; a pipe cannot be looked at again."""
    if not file.seekable():
        return read
    file.seek(0)
    return next((number for number, line in enumerate(file, 1) if not _is_utf_8(line)), read)


def _is_utf_8(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


def _rows(reader: _Reader) -> tuple[list[Row], int]:
    lines = (cells for cells in reader if len(cells) > 1 or any(map(plain, cells)))
    if tuple(map(plain, next(lines, ()))) != HEADER:
        raise NotASheet("header", max(reader.line_num, 1))
    read, rows, behind = _Cells(), list[Row](), 0
    for cells in lines:
        if len(rows) < MOST_DEALS:
            rows.append(read.row(cells, reader.line_num))
        else:
            read.look(cells, reader.line_num)
            behind += 1
    return rows, behind


class _Cells:
    """What stands in cells. Of kings and contracts there are few, and each is read once."""

    def __init__(self) -> None:
        self._kings: dict[str, Seat | None] = {}
        self._programmes: dict[str, ContractSet | None] = {}

    def row(self, cells: list[str], line: int) -> Row:
        if len(cells) != len(HEADER):
            raise NotASheet("columns", line, str(len(cells)))
        king, contracts, *totals = cells
        if king not in self._kings:
            self._kings[king] = _king(king, line)
        if contracts not in self._programmes:
            self._programmes[contracts] = _programme(contracts, line)
        a, b, c, d = (_total(text, line) for text in totals)
        return Row(self._kings[king], self._programmes[contracts], BySeat(a, b, c, d))

    def look(self, cells: list[str], line: int) -> None:
        """Raise what reading the row would. Of these there can be millions."""
        if (
            len(cells) != len(HEADER)
            or cells[0] not in self._kings
            or cells[1] not in self._programmes
            or not _FOUR.fullmatch(",".join(cells[2:]))
        ):
            self.row(cells, line)


def _king(text: str, line: int) -> Seat | None:
    name = plain(text)
    if name and name not in SEAT_NAMED:
        raise NotASheet("king", line, text)
    return SEAT_NAMED[name] if name else None


def _programme(text: str, line: int) -> ContractSet | None:
    if not plain(text):
        return None
    contracts = []
    for name in map(plain, text.split("+")):
        if name not in _NAMED or _NAMED[name] in contracts:
            raise NotASheet("contract", line, text)
        contracts.append(_NAMED[name])
    return contract_set_of(tuple(contracts))


def _total(text: str, line: int) -> int | None:
    number = written(text, _LONGEST)
    if number is None and plain(text):
        raise NotASheet("total", line, text)
    return number


def paper_in_json(sheet: Sheet, reading: Reading, kingdoms: Iterable[Kingdom], judgement: Judgement) -> Iterator[bytes]:
    """The answer as JSON text, piece by piece: a sheet can be as long as it likes."""
    encode = msgspec.json.Encoder().encode
    rows = [
        {"row": number, "status": row.status, "contracts": [_names(programme) for programme in row.programmes]}
        for number, row in enumerate(reading.rows, 1)
    ]
    yield encode({"format": FORMAT, "possible": reading.possible})[:-1] + b',"rows":' + encode(rows)[:-1]
    first, last = len(rows) + 1, len(rows) + sheet.rows_behind
    for begin in range(first, last + 1, _CHUNK):
        numbers = range(begin, min(begin + _CHUNK, last + 1))
        yield "".join(f',{{"row":{number},"status":"impossible","contracts":[]}}' for number in numbers).encode()
    rest: dict[str, Any] = {
        "kingdoms": [_kingdom(kingdom) for kingdom in kingdoms],
        "fixes": [[_change(change) for change in fix] for fix in judgement.fixes.found],
        "searched": "all" if judgement.fixes.all else "part",
    }
    if judgement.causes:
        rest["causes"] = [_cause(cause) for cause in judgement.causes]
    yield b"]," + encode(rest)[1:] + b"\n"


def _kingdom(kingdom: Kingdom) -> dict[str, Any]:
    return {
        "king": None if kingdom.king is None else kingdom.king.name,
        "rows": [place + 1 for place in kingdom.rows],
        "sum": kingdom.sum,
        "expected_sums": kingdom.expected_sums,
    }


def _cause(cause: Cause) -> dict[str, Any]:
    """One slip that explains the whole sheet."""
    if isinstance(cause, Repeated):
        return {"kind": "row_repeated", "row": cause.row + 1, "of": cause.of + 1}
    if isinstance(cause, Carried):
        return {"kind": "carried_wrongly", "row": cause.row + 1, "seat": cause.seat.name, "by": cause.by}
    return {
        "kind": "row_missing",
        "after": cause.after,
        "or_after": cause.or_after,
        "king": None if cause.king is None else cause.king.name,
        "contracts": None if cause.programme is None else _names(cause.programme),
        "points": cause.cells.by_name(),
        "sum": cause.sum,
    }


def _change(change: CellChange) -> dict[str, Any]:
    return {
        "row": change.row + 1,
        "seat": None if change.seat is None else change.seat.name,
        "from": _written(change.was),
        "to": _written(change.becomes),
        "kind": change.kind,
    }


def _written(value: Value | None) -> int | str | None:
    """A value as it stands on a sheet."""
    if isinstance(value, Seat):
        return value.name
    return "+".join(_names(value)) if isinstance(value, ContractSet) else value


def _names(programme: ContractSet) -> list[str]:
    return [contract.value for contract in programme.contracts]
