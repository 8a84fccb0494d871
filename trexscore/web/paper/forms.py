"""A paper sheet as it is typed: a grid of rows, or a text that is put into one."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from trexscore.game.file.entries import read_contracts
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.paper.causes import Carried, Cause, Missing, Repeated, repaired
from trexscore.rules.paper.cells import NOTHING_YET
from trexscore.rules.paper.changes import CellChange
from trexscore.rules.paper.sheet import MOST_DEALS, Row, Sheet
from trexscore.rules.seats import SEAT_NAMED, SEATS, BySeat, Seat
from trexscore.web.paper.typed import LONGEST, as_read, is_total, total_typed

if TYPE_CHECKING:
    from trexscore.rules.refusals import Refusal

MOST_ROWS = 40
"""More than any game has, for a sheet that is wrong in that, too."""
_LONGEST_CELL = 20
_ROW = re.compile(r"([+-])(\d{1,2})(?:;|$)")
"""A row put in behind another one, or left out: before anything else that is changed."""
_FIX = re.compile(rf"(\d{{1,2}}):([A-D]|king|contract):(-?\d{{1,{LONGEST}}}|[a-z_+]+|[A-D])")

Said = Mapping[str, str]


class GridRow(NamedTuple):
    """What was typed into a row."""

    king: str = ""
    contract: str = ""
    totals: tuple[str, ...] = ("",) * len(SEATS)

    @property
    def is_blank(self) -> bool:
        """Whether nothing stands in it."""
        return not (self.king or self.contract or any(self.totals))

    @property
    def wrong(self) -> tuple[Seat, ...]:
        """Whose totals are no numbers."""
        return tuple(seat for seat, text in zip(SEATS, self.totals, strict=True) if not is_total(text))

    def shown(self) -> "GridRow":
        """The same with its numbers as its reader writes them."""
        return self._replace(totals=tuple(as_read(text) for text in self.totals))

    def row(self) -> Row:
        """What it says."""
        a, b, c, d = map(total_typed, self.totals)
        return Row(SEAT_NAMED.get(self.king), _programme(self.contract), BySeat(a, b, c, d))


def rows_typed(said: Said) -> list[GridRow]:
    """The grid as it was sent; kings and contracts that cannot have been chosen are none."""
    numbers = range(1, MOST_ROWS + 1)
    last = max((number for number in numbers if f"A_{number}" in said), default=0)
    return [_row_typed(said, number) for number in range(1, last + 1)]


def with_fix(rows: Sequence[GridRow], fix: str) -> list[GridRow]:
    """The rows with changes that were offered; what was never offered changes nothing."""
    after = list(rows)
    row = _ROW.match(fix)
    if row is not None:
        _put_in_or_left_out(after, row[1], int(row[2]))
    for number, what, becomes in _FIX.findall(fix):
        place = int(number) - 1
        if 0 <= place < len(after):
            after[place] = _changed(after[place], what, becomes)
    return after


def fix_written(fix: Sequence[CellChange]) -> str:
    """Changes as a button sends them."""
    return ";".join(f"{change.row + 1}:{_place(change)}:{_becomes(change)}" for change in fix)


def cause_written(sheet: Sheet, cause: Cause) -> str:
    """What puts a slip right, as a button sends it."""
    if isinstance(cause, Repeated):
        return f"-{cause.row + 1}"
    if isinstance(cause, Carried):
        after, seat = repaired(sheet, cause), cause.seat
        return ";".join(
            f"{row + 1}:{seat.name}:{after.rows[row].cells[seat]}" for row in range(cause.row, len(after.rows))
        )
    return ";".join(_row_put_in(sheet, cause))


def _row_put_in(sheet: Sheet, missing: Missing) -> Iterator[str]:
    number = missing.after + 1
    yield f"+{missing.after}"
    if missing.king is not None:
        yield f"{number}:king:{missing.king.name}"
    if missing.programme is not None:
        yield f"{number}:contract:{'+'.join(missing.programme.contracts)}"
    before = sheet.rows[missing.after - 1].cells if sheet.running and missing.after else NOTHING_YET
    for seat in SEATS:
        gained, total = missing.cells[seat], before[seat]
        if gained is not None and total is not None:
            yield f"{number}:{seat.name}:{total + gained}"


def _put_in_or_left_out(rows: list[GridRow], what: str, number: int) -> None:
    if what == "+" and number <= len(rows):
        rows.insert(number, GridRow())
    elif what == "-" and 0 < number <= len(rows):
        del rows[number - 1]


def whole_grid(rows: Sequence[GridRow]) -> list[GridRow]:
    """With as many blank rows behind as a game can go on for."""
    return [*rows, *[GridRow()] * (MOST_DEALS - len(rows))]


def sheet_of(rows: Sequence[GridRow], *, running: bool) -> Sheet:
    """What the rows say, to the last one in which something stands. Raises `NoNumber`."""
    last = max((place for place, row in enumerate(rows, 1) if not row.is_blank), default=0)
    read = tuple(row.row() for row in rows[:last])
    return Sheet(read[:MOST_DEALS], running, max(0, len(read) - MOST_DEALS))


def _row_typed(said: Said, number: int) -> GridRow:
    king, contract = said.get(f"king_{number}", ""), said.get(f"contract_{number}", "")
    return GridRow(
        king if king in SEAT_NAMED else "",
        contract if _programme(contract) is not None else "",
        tuple(said.get(f"{seat.name}_{number}", "")[:_LONGEST_CELL].strip() for seat in SEATS),
    )


def _changed(row: GridRow, what: str, becomes: str) -> GridRow:
    if what == "king":
        return row._replace(king=becomes) if becomes in SEAT_NAMED else row
    if what == "contract":
        return row._replace(contract=becomes) if _programme(becomes) is not None else row
    if not is_total(becomes):
        return row
    return row._replace(totals=tuple(BySeat(*row.totals).replacing(SEAT_NAMED[what], becomes)))


def _place(change: CellChange) -> str:
    if change.seat is not None:
        return change.seat.name
    return "king" if isinstance(change.becomes, Seat) else "contract"


def _becomes(change: CellChange) -> str:
    if isinstance(change.becomes, Seat):
        return change.becomes.name
    return "+".join(change.becomes.contracts) if isinstance(change.becomes, ContractSet) else str(change.becomes)


def _programme(text: str) -> ContractSet | None:
    faults: list[Refusal] = []
    programme = read_contracts(text.split("+"), faults) if text else None
    return None if faults else programme


def wrong_cells(rows: Sequence[GridRow]) -> Iterator[tuple[int, Seat, str]]:
    """Everything that is no number: in which row, whose, and what stands there."""
    for number, row in enumerate(rows, 1):
        for seat in row.wrong:
            yield number, seat, row.totals[seat]
