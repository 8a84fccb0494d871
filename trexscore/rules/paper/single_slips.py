"""Single slips that explain a whole sheet: a missing deal, a repeated deal, a total carried over wrongly.

Changed cells could explain these too, but with many changes that no one made.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from trexscore.rules.contract_set import ContractSet
from trexscore.rules.paper.cells import BLANK, NOTHING_YET, Cells, blanks, without
from trexscore.rules.paper.fixes import fixes_of
from trexscore.rules.paper.reading import is_legal, read_sheet, standings_after
from trexscore.rules.paper.sheet import MOST_DEALS, START, Row, Sheet, SheetReader
from trexscore.rules.paper.sums import sums_of_deal
from trexscore.rules.paper.time_limit import OutOfTime, until
from trexscore.rules.seats import Seat

MAX_CHANGES_BESIDE_SLIP = 2
"""If one slip explains a sheet, larger sets of changes are not offered."""
_LONGEST = 2.5
"""Seconds after the start of reading until which the search runs."""
_MOST_SEATS = 2
"""The most totals that count as carried over wrongly."""


class Missing(NamedTuple):
    """A deal is missing after so many rows. What the sheet does not determine is None, or blank."""

    after: int
    or_after: tuple[int, ...]
    """Other possible places, because a king plays contracts in any order."""
    king: Seat | None
    programme: ContractSet | None
    cells: Cells
    sum: int | None
    """The sum of the deal."""


class Repeated(NamedTuple):
    """A row repeats another one; both are indexes."""

    row: int
    of: int


class Carried(NamedTuple):
    """From a row index on, a seat's running totals are too high by an amount (too low if negative)."""

    row: int
    seat: Seat
    by: int


Cause = Missing | Repeated | Carried


def causes_of(course: SheetReader, sheet: Sheet) -> tuple[Cause, ...]:
    """All single slips that explain an impossible sheet."""
    causes: list[Cause] = []
    latest = course.clock() + _LONGEST
    with suppress(OutOfTime), until(lambda: course.clock() > latest):
        for cause in _find_causes(course, sheet):
            causes.append(cause)  # noqa: PERF402 - keeps those found before the time limit
    return tuple(causes)


def repaired(sheet: Sheet, cause: Cause) -> Sheet:
    """The sheet without the slip."""
    rows = sheet.rows
    if isinstance(cause, Missing):
        return sheet._replace(rows=_inserted(rows, cause.after))
    if isinstance(cause, Repeated):
        return sheet._replace(rows=_left_out(rows, cause.row), rows_behind=0)
    return sheet._replace(
        rows=tuple(row if place < cause.row else _moved(row, cause) for place, row in enumerate(rows))
    )


def place_on_paper(cause: Cause | None, place: int) -> int | None:
    """The index on paper of a row of the repaired sheet; None for the missing deal."""
    if isinstance(cause, Missing):
        return None if place == cause.after else place - (place > cause.after)
    return place + (isinstance(cause, Repeated) and place >= cause.row)


def _find_causes(course: SheetReader, sheet: Sheet) -> Iterator[Cause]:
    if sheet.running and not sheet.rows_behind:
        yield from _carried(course, sheet)
    if sheet.rows_behind <= 1:
        yield from _repeated(course, sheet)
    if not sheet.rows_behind and len(sheet.rows) < MOST_DEALS:
        yield from _missing(course, sheet)


def _missing(course: SheetReader, sheet: Sheet) -> Iterator[Missing]:
    places: dict[tuple[object, ...], list[Missing]] = {}
    for place in reversed(list(_gaps(course, sheet))):
        try:
            missing = _what_is_missing(course, sheet, place)
        except OutOfTime:
            missing = Missing(place, (), None, None, BLANK, None)
        places.setdefault(missing[2:], []).append(missing)
    for latest, *earlier in places.values():
        yield latest._replace(or_after=tuple(sorted(alternative.after for alternative in earlier)))


def _gaps(course: SheetReader, sheet: Sheet) -> Iterator[int]:
    """The numbers of rows after which one more deal would make the sheet possible."""
    standings = {START}
    for place, row in enumerate(sheet.rows):
        if is_legal(course, sheet.rows[place:], standings_after(course, Row(), standings)):
            yield place
        standings = standings_after(course, row, standings)
        if not standings:
            return


def _what_is_missing(course: SheetReader, sheet: Sheet, place: int) -> Missing:
    reading = read_sheet(course, Sheet(_inserted(sheet.rows, place), sheet.running))
    moves = {step.move for step in reading.steps[place] if step.move is not None}
    kings, programmes = {move.king for move in moves}, {move.programme for move in moves}
    sums = frozenset[int]().union(*(sums_of_deal(course.rules, programme) for programme in programmes))
    before = reading.rows[place - 1].cells if place and sheet.running else NOTHING_YET
    cells = reading.rows[place].cells
    return Missing(
        place,
        (),
        kings.pop() if len(kings) == 1 else None,
        programmes.pop() if len(programmes) == 1 else None,
        without(cells, before) if sheet.running else cells,
        next(iter(sums)) if len(sums) == 1 else None,
    )


def _repeated(course: SheetReader, sheet: Sheet) -> Iterator[Repeated]:
    for place, row in enumerate(sheet.rows):
        original = next((earlier for earlier in range(place) if _is_repeated(sheet.rows[earlier], row)), None)
        if original is not None and is_legal(course, _left_out(sheet.rows, place)):
            yield Repeated(place, original)


def _is_repeated(row: Row, earlier: Row) -> bool:
    written = not blanks(row.cells)
    return written and row.cells == earlier.cells and row.programme == earlier.programme and row.king == earlier.king


def _carried(course: SheetReader, sheet: Sheet) -> Iterator[Carried]:
    """A total carried over wrongly is one wrong number among the points of the deals."""
    if any(blanks(row.cells) for row in sheet.rows):
        return
    by_deal = SheetReader(course.rules, running=False, clock=course.clock)
    gains = Sheet(tuple(_gained(sheet.rows, place) for place in range(len(sheet.rows))))
    for fix in fixes_of(by_deal, gains, most=_MOST_SEATS).found:
        first = fix[0]
        if len(fix) == 1 and first.seat is not None and first.row < len(sheet.rows) - 1:
            written, becomes = gains.rows[first.row].cells[first.seat], first.becomes
            if written is not None and isinstance(becomes, int):
                yield Carried(first.row, first.seat, written - becomes)


def _gained(rows: tuple[Row, ...], place: int) -> Row:
    before = rows[place - 1].cells if place else NOTHING_YET
    return rows[place]._replace(cells=without(rows[place].cells, before))


def _moved(row: Row, cause: Carried) -> Row:
    total = row.cells[cause.seat]
    return row if total is None else row._replace(cells=row.cells.replacing(cause.seat, total - cause.by))


def _inserted(rows: tuple[Row, ...], place: int) -> tuple[Row, ...]:
    return (*rows[:place], Row(None, None, BLANK), *rows[place:])


def _left_out(rows: tuple[Row, ...], place: int) -> tuple[Row, ...]:
    return (*rows[:place], *rows[place + 1 :])
