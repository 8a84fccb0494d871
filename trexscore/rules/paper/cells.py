"""Four totals of a deal as they stand on paper; None is one that nobody can read."""

from collections.abc import Iterator, Sequence
from itertools import product

from trexscore.rules.seats import SEATS, BySeat, Points

Cells = BySeat[int | None]
BLANK: Cells = BySeat(None, None, None, None)
NOTHING_YET: Cells = BySeat(0, 0, 0, 0)
"""Running totals before the first deal."""


def blanks(cells: Cells) -> tuple[int, ...]:
    """The places of the totals that are not known."""
    return tuple(place for place, value in enumerate(cells) if value is None)


def known(cells: Cells) -> tuple[int, ...]:
    """The totals that are, in their order."""
    return tuple(value for value in cells if value is not None)


def filled(cells: Cells, places: Sequence[int], values: Sequence[int | None]) -> Cells:
    """The same totals with others in some places."""
    changed = list(cells)
    for place, value in zip(places, values, strict=True):
        changed[place] = value
    return BySeat(*changed)


def without(cells: Cells, before: Cells) -> Cells:
    """What running totals have gained since; not known where either is not."""
    return cells.zip(before, lambda one, other: None if one is None or other is None else one - other)


def sums_of(one: Points, others: set[Points]) -> set[Points]:
    """Points laid over each of the others."""
    a, b, c, d = one
    return {BySeat(a + e, b + f, c + g, d + h) for e, f, g, h in others}


def counts_of(total: int) -> Iterator[BySeat[int]]:
    """Every way to share so many out to the four seats."""
    for a, b, c in product(range(total + 1), repeat=len(SEATS) - 1):
        if a + b + c <= total:
            yield BySeat(a, b, c, total - a - b - c)
