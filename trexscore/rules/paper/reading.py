"""What each row of a sheet can be, given what is written and what its king still has."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice, takewhile
from typing import Literal, NamedTuple, Protocol

from trexscore.rules.contract_set import ContractSet
from trexscore.rules.paper.cells import Cells, blanks, filled
from trexscore.rules.paper.patience import OutOfTime, go_on, until
from trexscore.rules.paper.reach import Listed
from trexscore.rules.paper.sheet import START, Course, Move, Row, Sheet, Standing, agrees
from trexscore.rules.seats import SEATS

Status = Literal["possible", "impossible", "open"]


class Step(NamedTuple):
    """A row taken for a deal, or passed over (no move)."""

    start: Standing
    move: Move | None
    end: Standing
    cost: int = 0
    """0 where the row can be this deal; else what it costs to take it for one."""


Layers = tuple[tuple[Step, ...], ...]
"""For each row."""
_MOST_STEPS = 50_000
_LONGEST = 1.5
"""Of running totals that nobody can read, no more ways to go on are told apart, nor for more seconds than that."""


class RowReading(NamedTuple):
    """What can be said of a row. `cells` are its totals, filled in where they can only be one thing."""

    status: Status
    programmes: tuple[ContractSet, ...]
    cells: Cells


class Reading(NamedTuple):
    """A sheet as far as it can be understood."""

    possible: bool
    rows: tuple[RowReading, ...]
    steps: Layers
    """For each row what it is in some way of reading the whole sheet."""


def read_sheet(course: Course, sheet: Sheet) -> Reading:
    """Every row over all legal games that the sheet can be.

    Where there is none, over the readings with the fewest impossible rows, those as late as can be: what was written
    first has used up its contract. An impossible row is taken for the deal that it says it is, if it can be that one.
    """
    steps = _legal(course, sheet)
    possible = steps is not None and not sheet.rows_behind
    if steps is None:
        steps = _tolerant(course, sheet)
    rows = tuple(_row_reading(course, row, found) for row, found in zip(sheet.rows, steps, strict=True))
    return Reading(possible, rows, steps)


def is_legal(course: Course, rows: Iterable[Row]) -> bool:
    """Whether rows can be a legal game."""
    standings = {START}
    for row in rows:
        standings = {end for start in standings for end in faults_of_row(course, row, start)}
        if not standings:
            return False
    return True


def faults_of_row(course: Course, row: Row, start: Standing) -> Iterator[Standing]:
    """Everywhere that a row can lead, as any deal that it can be."""
    return (step.end for step in _fitting(course, row, start))


def _fitting(course: Course, row: Row, start: Standing, *, apart: bool = True) -> Iterator[Step]:
    """The row as every deal that it can be."""
    go_on()
    for move in course.moves(start.kings):
        if agrees(row, move):
            for end in _ends(course, row, start, move, apart=apart):
                yield Step(start, move, end)


def _ends(course: Course, row: Row, start: Standing, move: Move, *, apart: bool) -> Iterable[Standing]:
    """Where the row leads as this deal. When time is up, anything that adds up will do, unless totals are listed."""
    reach = course.reach(move)
    if isinstance(reach, Listed):
        return course.follow(start, row, move, apart=apart)
    if not course.is_late():
        with suppress(OutOfTime), until(course.is_late):
            return tuple(course.follow(start, row, move, apart=apart))
    course.is_exact = False
    if not reach.adds_up(course.cells(start.totals, row)):
        return ()
    return (Standing(move.after, course.totals_written(row)),)


def _any_way(course: Course, row: Row, start: Standing, *, apart: bool, bad: int) -> Iterator[Step]:
    """The row as a deal that it can be, as one that it cannot be, or as none at all."""
    fitting = list(_fitting(course, row, start, apart=apart))
    yield from fitting
    behind = course.totals_written(row)
    taken_for = {step.move for step in fitting}
    for move in course.moves(start.kings):
        if move not in taken_for:
            other = (row.programme not in (None, move.programme)) + 2 * (row.king not in (None, move.king))
            yield Step(start, move, Standing(move.after, behind), bad + other)
    yield Step(start, None, Standing(start.kings, behind), bad + 4)


class _Ways(Protocol):
    def __call__(self, course: Course, row: Row, start: Standing, *, apart: bool) -> Iterator[Step]:
        """What a row can be taken for."""


def _steps(course: Course, row: Row, starts: Iterable[Standing], ways: _Ways) -> list[Step]:
    """All steps from all of these. Where too much cannot be read, it is not told apart."""
    every = (step for start in starts for step in ways(course, row, start, apart=True))
    if not course.hides(row):
        return list(every)
    if course.clock() < _LONGEST:
        steps = list(islice(takewhile(lambda _: course.clock() < _LONGEST, every), _MOST_STEPS + 1))
        if len(steps) <= _MOST_STEPS and course.clock() < _LONGEST:
            return steps
    course.is_exact = False
    return [step for start in starts for step in ways(course, row, start, apart=False)]


def _legal(course: Course, sheet: Sheet) -> Layers | None:
    """The steps of all legal games that the sheet can be; None where there is none."""
    layers: list[list[Step]] = []
    standings = [START]
    for row in sheet.rows:
        layers.append(_steps(course, row, standings, _fitting))
        standings = list(dict.fromkeys(step.end for step in layers[-1]))
    kept = _leading_to(set(standings), layers)
    return kept if standings else None


def _tolerant(course: Course, sheet: Sheet) -> Layers:
    """The steps of all readings that take the fewest rows, and the latest, for impossible."""
    layers: list[list[Step]] = []
    least = {START: 0}
    for place, row in enumerate(sheet.rows):
        earlier = 1 << 2 * len(sheet.rows) + 3 - place
        ways = partial(_any_way, bad=((1 << 2 * len(sheet.rows) + 4) + earlier) << 3)
        steps = _steps(course, row, tuple(least), ways)
        ends: dict[Standing, int] = {}
        for step in steps:
            cost = least[step.start] + step.cost
            ends[step.end] = min(cost, ends.get(step.end, cost))
        layers.append([step for step in steps if least[step.start] + step.cost == ends[step.end]])
        least = ends
    fewest = min(least.values())
    return _leading_to({standing for standing, cost in least.items() if cost == fewest}, layers)


def _leading_to(ends: set[Standing], layers: list[list[Step]]) -> Layers:
    """The steps that lead there in the end."""
    kept: list[tuple[Step, ...]] = []
    for steps in reversed(layers):
        kept.append(tuple(step for step in steps if step.end in ends))
        ends = {step.start for step in kept[-1]}
    return tuple(reversed(kept))


def _row_reading(course: Course, row: Row, steps: tuple[Step, ...]) -> RowReading:
    if any(step.cost for step in steps):
        return RowReading("impossible", (), row.cells)
    moves = {step.move: None for step in steps if step.move is not None}
    programmes = tuple(sorted({move.programme for move in moves}))
    cells = _only_cells(course, row, steps)
    several = len({move.king for move in moves}) > 1 or len(programmes) > 1 or cells is None
    return RowReading("open" if several else "possible", programmes, row.cells if cells is None else cells)


def _only_cells(course: Course, row: Row, steps: tuple[Step, ...]) -> Cells | None:
    """The totals with those that were not written; None where they can be several things."""
    if not blanks(row.cells):
        return row.cells
    found: set[Cells] = set()
    with suppress(OutOfTime), until(course.is_late):
        for cells in _cells_of(course, row, steps):
            found.add(cells)
            if len(found) > 1 or blanks(cells):
                return None
        return next(iter(found), None)
    course.is_exact = False
    return None


def _cells_of(course: Course, row: Row, steps: tuple[Step, ...]) -> Iterator[Cells]:
    if course.running:
        yield from (step.end.totals for step in steps)
        return
    for reach in {course.reach(step.move): None for step in steps if step.move is not None}:
        yield from (filled(row.cells, SEATS, points) for points in reach.fillings(row.cells))
