"""The four totals of a deal on paper; None for an unreadable one."""

from collections.abc import Iterator, Sequence
from itertools import product

from trexscore.rules.seats import SEATS, BySeat, Points

RowCells = BySeat[int | None]
BLANK_CELLS: RowCells = BySeat(None, None, None, None)
ZERO_CELLS: RowCells = BySeat(0, 0, 0, 0)
"""Running totals before the first deal."""


def unknown_cell_indexes(cells: RowCells) -> tuple[int, ...]:
    """The indexes of the unknown totals."""
    return tuple(place for place, value in enumerate(cells) if value is None)


def known_totals(cells: RowCells) -> tuple[int, ...]:
    return tuple(value for value in cells if value is not None)


def with_totals(cells: RowCells, indexes: Sequence[int], new_totals: Sequence[int | None]) -> RowCells:
    """A copy with other totals at some indexes."""
    changed_cells = list(cells)
    for index, value in zip(indexes, new_totals, strict=True):
        changed_cells[index] = value
    return BySeat(*changed_cells)


def subtract_cells(cells: RowCells, cells_before: RowCells) -> RowCells:
    """The difference of running totals; None where either is unknown."""
    return cells.zip(cells_before, lambda total, earlier: None if total is None or earlier is None else total - earlier)


def add_to_each(points: Points, other_points: set[Points]) -> set[Points]:
    """Add points to each of the others."""
    a, b, c, d = points
    return {BySeat(a + e, b + f, c + g, d + h) for e, f, g, h in other_points}


def distributions_over_seats(count: int) -> Iterator[BySeat[int]]:
    """All ways to distribute a number over the four seats."""
    for a, b, c in product(range(count + 1), repeat=len(SEATS) - 1):
        if a + b + c <= count:
            yield BySeat(a, b, c, count - a - b - c)
