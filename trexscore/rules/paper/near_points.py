"""Possible points that differ from the written ones in a given number of seats."""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, islice, permutations

from trexscore.rules.paper.cells import RowCells, with_totals
from trexscore.rules.paper.possible_points import ListedPossiblePoints, PossiblePoints
from trexscore.rules.paper.time_limit import check_time
from trexscore.rules.seats import SEATS, Seat

TotalCorrections = tuple[tuple[Seat, int], ...]
"""Corrected totals of some seats."""
LikelyTotalsFunction = Callable[[Seat], Iterable[int]]
"""Returns likely corrections of a seat's total."""
_MAX_UNLIKELY_TOTALS = 40
"""For combined contracts, the most totals that are tried per choice of seats, besides the likely ones."""


class NearPoints:
    """Possible points near the written ones, cached by the number of changes."""

    def __init__(
        self, possible_points: PossiblePoints, cells: RowCells, likely_totals_function: LikelyTotalsFunction
    ) -> None:
        self._possible_points = possible_points
        self._cells = cells
        self._likely = likely_totals_function
        self.is_listed = isinstance(possible_points, ListedPossiblePoints)
        self._written = tuple(seat for seat in SEATS if cells[seat] is not None)
        self._cache: dict[int, tuple[TotalCorrections, ...]] = {}

    def corrections_of_size(self, change_count: int) -> tuple[TotalCorrections, ...]:
        """All ways to change exactly so many totals so that they are possible."""
        if change_count not in self._cache:
            self._cache[change_count] = tuple(dict.fromkeys(self._find_corrections_of_size(change_count)))
        return self._cache[change_count]

    def minimal_corrections(self, change_count: int) -> list[TotalCorrections]:
        """The same, without those that contain a smaller solution."""
        if change_count and self.corrections_of_size(0):
            return []
        fewer = {totals for size in range(1, change_count) for totals in self.corrections_of_size(size)}
        sizes = range(1, change_count)
        return [
            totals
            for totals in self.corrections_of_size(change_count)
            if not any(part in fewer for size in sizes for part in combinations(totals, size))
        ]

    def _find_corrections_of_size(self, change_count: int) -> Iterator[TotalCorrections]:
        if not change_count:
            yield from ((),) if self._possible_points.fits(self._cells) else ()
        elif self.is_listed or change_count == 1:
            for seats in combinations(self._written, change_count):
                yield from self._corrections_of_seats(seats, self._cells)
        else:
            yield from self._find_combined_corrections(change_count)

    def _find_combined_corrections(self, change_count: int) -> Iterator[TotalCorrections]:
        """Changes of combined contracts: all with a likely total among two, and a few others."""
        if change_count == 2:  # noqa: PLR2004 - the second follows from the first
            for first, second in permutations(self._written, 2):
                for value in self._likely(first):
                    check_time()
                    for ((_, second_value),) in self._corrections_of_seats(
                        (second,), with_totals(self._cells, (first,), (value,))
                    ):
                        yield tuple(sorted(((first, value), (second, second_value))))
        for seats in combinations(self._written, change_count):
            check_time()
            yield from islice(self._corrections_of_seats(seats, self._cells), _MAX_UNLIKELY_TOTALS)

    def _corrections_of_seats(self, seats: tuple[Seat, ...], cells: RowCells) -> Iterator[TotalCorrections]:
        for points in self._possible_points.matching_points(with_totals(cells, seats, (None,) * len(seats))):
            if all(points[seat] != cells[seat] for seat in seats):
                yield tuple((seat, points[seat]) for seat in seats)
