"""Totals that can be, and differ from those written in just so many places."""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, islice, permutations

from trexscore.rules.paper.cells import Cells, filled
from trexscore.rules.paper.patience import go_on
from trexscore.rules.paper.reach import Listed, Reach
from trexscore.rules.seats import SEATS, Seat

Totals = tuple[tuple[Seat, int], ...]
"""What some seats should have."""
Likely = Callable[[Seat], Iterable[int]]
"""What a seat's total may well have been meant to be."""
_A_FEW = 40
"""Of contracts played together no more totals than these are listed for any places, besides all likely ones."""


class Nearby:
    """The totals near to some that were written, found once for each number of changes."""

    def __init__(self, reach: Reach, cells: Cells, likely: Likely) -> None:
        self._reach = reach
        self._cells = cells
        self._likely = likely
        self.is_listed = isinstance(reach, Listed)
        self._written = tuple(seat for seat in SEATS if cells[seat] is not None)
        self._found: dict[int, tuple[Totals, ...]] = {}

    def all(self, changed: int) -> tuple[Totals, ...]:
        """Every way to change just so many of the totals, so that captures can give them."""
        if changed not in self._found:
            self._found[changed] = tuple(dict.fromkeys(self._changing(changed)))
        return self._found[changed]

    def needed(self, changed: int) -> list[Totals]:
        """The same without those in which fewer of the changes would have done."""
        if changed and self.all(0):
            return []
        fewer = {totals for size in range(1, changed) for totals in self.all(size)}
        sizes = range(1, changed)
        return [
            totals
            for totals in self.all(changed)
            if not any(part in fewer for size in sizes for part in combinations(totals, size))
        ]

    def _changing(self, changed: int) -> Iterator[Totals]:
        if not changed:
            yield from ((),) if self._reach.fits(self._cells) else ()
        elif self.is_listed or changed == 1:
            for seats in combinations(self._written, changed):
                yield from self._other_values(seats, self._cells)
        else:
            yield from self._of_together(changed)

    def _of_together(self, changed: int) -> Iterator[Totals]:
        """All in which one of two is a likely total, and a few others."""
        if changed == 2:  # noqa: PLR2004 - the one follows from the other
            for first, second in permutations(self._written, 2):
                for value in self._likely(first):
                    go_on()
                    for ((_, other),) in self._other_values((second,), filled(self._cells, (first,), (value,))):
                        yield tuple(sorted(((first, value), (second, other))))
        for seats in combinations(self._written, changed):
            go_on()
            yield from islice(self._other_values(seats, self._cells), _A_FEW)

    def _other_values(self, seats: tuple[Seat, ...], cells: Cells) -> Iterator[Totals]:
        for points in self._reach.fillings(filled(cells, seats, (None,) * len(seats))):
            if all(points[seat] != cells[seat] for seat in seats):
                yield tuple((seat, points[seat]) for seat in seats)
