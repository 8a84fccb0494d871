"""Reads a sheet: the deals that each row can be, given what is written and what its king has left."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice, takewhile
from typing import Literal, NamedTuple, Protocol

from trexscore.rules.contract_set import ContractSet
from trexscore.rules.paper.cells import Cells, blanks, filled
from trexscore.rules.paper.possible_totals import ListedTotals
from trexscore.rules.paper.sheet import START, Move, Row, Sheet, SheetReader, Standing, agrees
from trexscore.rules.paper.time_limit import OutOfTime, check_time, until
from trexscore.rules.seats import SEATS

Status = Literal["possible", "impossible", "open"]


class Step(NamedTuple):
    """A row read as a deal, or skipped (no move)."""

    start: Standing
    move: Move | None
    end: Standing
    cost: int = 0
    """0 if the row can be this deal, else the cost of reading it as one."""


Layers = tuple[tuple[Step, ...], ...]
"""The steps of each row."""
_MOST_STEPS = 50_000
_LONGEST = 1.5
"""The most steps of unreadable running totals that are distinguished, and the most seconds for that."""


class RowReading(NamedTuple):
    """The result for a row. `cells`: its totals, with unreadable ones filled in if only one value is possible."""

    status: Status
    programmes: tuple[ContractSet, ...]
    cells: Cells


class Reading(NamedTuple):
    """The result for a sheet."""

    possible: bool
    rows: tuple[RowReading, ...]
    steps: Layers
    """The steps of each row over all readings of the whole sheet."""


def read_sheet(course: SheetReader, sheet: Sheet) -> Reading:
    """Read every row over all legal games that fit the sheet.

    If there is none, use the readings with the fewest impossible rows, and these as late as possible, because earlier
    rows have used up their contracts. An impossible row is read as the deal that is written, if that may be next.
    """
    steps = _read_legal(course, sheet)
    possible = steps is not None and not sheet.rows_behind
    if steps is None:
        steps = _read_tolerant(course, sheet)
    rows = tuple(_row_reading(course, row, row_steps) for row, row_steps in zip(sheet.rows, steps, strict=True))
    return Reading(possible, rows, steps)


def is_legal(course: SheetReader, rows: Iterable[Row], standings: Iterable[Standing] = (START,)) -> bool:
    """Whether the rows can follow one of these standings."""
    standings = set(standings)
    for row in rows:
        if not standings:
            break
        standings = standings_after(course, row, standings)
    return bool(standings)


def standings_after(course: SheetReader, row: Row, standings: Iterable[Standing]) -> set[Standing]:
    """The standings after a row, over all deals that it can be."""
    return {step.end for start in standings for step in _fitting_steps(course, row, start)}


def _fitting_steps(course: SheetReader, row: Row, start: Standing, *, apart: bool = True) -> Iterator[Step]:
    """The row as each deal that it can be."""
    check_time()
    for move in course.moves(start.kings):
        if agrees(row, move):
            for end in _standings_after_row(course, row, start, move, apart=apart):
                yield Step(start, move, end)


def _standings_after_row(
    course: SheetReader, row: Row, start: Standing, move: Move, *, apart: bool
) -> Iterable[Standing]:
    """The standings after the row as this deal. When time is up, a quick check is enough for combined contracts."""
    reach = course.reach(move)
    if isinstance(reach, ListedTotals):
        return course.follow(start, row, move, apart=apart)
    if not course.is_late():
        with suppress(OutOfTime), until(course.is_late):
            return tuple(course.follow(start, row, move, apart=apart))
    course.is_exact = False
    if not reach.adds_up(course.cells(start.totals, row)):
        return ()
    return (Standing(move.after, course.totals_written(row)),)


def _tolerant_steps(course: SheetReader, row: Row, start: Standing, *, apart: bool, bad: int) -> Iterator[Step]:
    """The row as each possible deal, as each impossible one at a cost, and as no deal."""
    fitting = list(_fitting_steps(course, row, start, apart=apart))
    yield from fitting
    totals_after = course.totals_written(row)
    possible_moves = {step.move for step in fitting}
    for move in course.moves(start.kings):
        if move not in possible_moves:
            mismatches = (row.programme not in (None, move.programme)) + 2 * (row.king not in (None, move.king))
            yield Step(start, move, Standing(move.after, totals_after), bad + mismatches)
    yield Step(start, None, Standing(start.kings, totals_after), bad + 4)


class _Ways(Protocol):
    def __call__(self, course: SheetReader, row: Row, start: Standing, *, apart: bool) -> Iterator[Step]:
        """Yields the steps of a row."""


def _steps(course: SheetReader, row: Row, starts: Iterable[Standing], ways: _Ways) -> list[Step]:
    """All steps from all starts. Too many unreadable values are not distinguished."""
    every = (step for start in starts for step in ways(course, row, start, apart=True))
    if not course.hides(row):
        return list(every)
    if course.clock() < _LONGEST:
        steps = list(islice(takewhile(lambda _: course.clock() < _LONGEST, every), _MOST_STEPS + 1))
        if len(steps) <= _MOST_STEPS and course.clock() < _LONGEST:
            return steps
    course.is_exact = False
    return [step for start in starts for step in ways(course, row, start, apart=False)]


def _read_legal(course: SheetReader, sheet: Sheet) -> Layers | None:
    """The steps of all legal games that fit the sheet; None if there is none."""
    layers: list[list[Step]] = []
    standings = [START]
    for row in sheet.rows:
        layers.append(_steps(course, row, standings, _fitting_steps))
        standings = list(dict.fromkeys(step.end for step in layers[-1]))
    paths = _paths_to(set(standings), layers)
    return paths if standings else None


def _read_tolerant(course: SheetReader, sheet: Sheet) -> Layers:
    """The steps of all readings with the fewest and latest impossible rows."""
    layers: list[list[Step]] = []
    least = {START: 0}
    for place, row in enumerate(sheet.rows):
        earlier = 1 << 2 * len(sheet.rows) + 3 - place
        ways = partial(_tolerant_steps, bad=((1 << 2 * len(sheet.rows) + 4) + earlier) << 3)
        steps = _steps(course, row, tuple(least), ways)
        ends: dict[Standing, int] = {}
        for step in steps:
            cost = least[step.start] + step.cost
            ends[step.end] = min(cost, ends.get(step.end, cost))
        layers.append([step for step in steps if least[step.start] + step.cost == ends[step.end]])
        least = ends
    fewest = min(least.values())
    return _paths_to({standing for standing, cost in least.items() if cost == fewest}, layers)


def _paths_to(ends: set[Standing], layers: list[list[Step]]) -> Layers:
    """The steps on paths to these final standings."""
    paths: list[tuple[Step, ...]] = []
    for steps in reversed(layers):
        paths.append(tuple(step for step in steps if step.end in ends))
        ends = {step.start for step in paths[-1]}
    return tuple(reversed(paths))


def _row_reading(course: SheetReader, row: Row, steps: tuple[Step, ...]) -> RowReading:
    if any(step.cost for step in steps):
        return RowReading("impossible", (), row.cells)
    moves = {step.move: None for step in steps if step.move is not None}
    programmes = tuple(sorted({move.programme for move in moves}))
    cells = _only_cells(course, row, steps)
    several = len({move.king for move in moves}) > 1 or len(programmes) > 1 or cells is None
    return RowReading("open" if several else "possible", programmes, row.cells if cells is None else cells)


def _only_cells(course: SheetReader, row: Row, steps: tuple[Step, ...]) -> Cells | None:
    """The totals with unreadable ones filled in; None if several values are possible."""
    if not blanks(row.cells):
        return row.cells
    possible: set[Cells] = set()
    with suppress(OutOfTime), until(course.is_late):
        for cells in _cells_of(course, row, steps):
            possible.add(cells)
            if len(possible) > 1 or blanks(cells):
                return None
        return next(iter(possible), None)
    course.is_exact = False
    return None


def _cells_of(course: SheetReader, row: Row, steps: tuple[Step, ...]) -> Iterator[Cells]:
    if course.running:
        yield from (step.end.totals for step in steps)
        return
    for reach in {course.reach(step.move): None for step in steps if step.move is not None}:
        yield from (filled(row.cells, SEATS, points) for points in reach.fillings(row.cells))
