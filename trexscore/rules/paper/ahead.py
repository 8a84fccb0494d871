"""How much must still be changed on a sheet, at the least: what lets the search for fixes look no further than it must.

Costs are one number: changes count first, then how surprising they are.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from trexscore.rules.kings import Kings
from trexscore.rules.paper.changes import differs
from trexscore.rules.paper.sheet import START, Course, Move, Row

CHANGE = 1 << 12
"""What a change costs; below it, how surprising changes are."""
NEVER = 1 << 40
"""The cost of what cannot be made right."""


class Place(NamedTuple):
    """Kings in front of a row, and whether a running total in the row before it has been changed."""

    kings: Kings
    touched: bool = False


Cost = Callable[[int, Place, Move], Iterator[tuple[bool, int]]]
"""What a row costs as this deal: whether its totals are touched, and the least that it then costs."""


class Ahead:
    """The least cost of all rows from one on, by where the kings stand in front of it; to be reckoned first."""

    def __init__(self, course: Course, rows: tuple[Row, ...], cost: Cost) -> None:
        self._course = course
        self._rows = rows
        self._cost = cost
        self._layers: list[list[Place]] = [[Place(START.kings)]]
        for _ in rows:
            after = {
                Place(move.after, touched): None
                for place in self._layers[-1]
                for move in course.moves(place.kings)
                for touched in ((False, True) if course.running else (False,))
            }
            self._layers.append(list(after))
        self._least: list[dict[Place, int]] = []

    def least(self, row: int, kings: Kings, *, touched: bool = False) -> int:
        """What the rows from this one on cost at the least."""
        return self._least[row].get(Place(kings, touched), NEVER)

    def reckon(self) -> None:
        """Reckon, and anew after costs have become known better."""
        behind = dict.fromkeys(self._layers[-1], 0)
        least = [behind]
        for row in range(len(self._rows) - 1, -1, -1):
            behind = {place: self._from(row, place, behind) for place in self._layers[row]}
            least.append(behind)
        least.reverse()
        self._least = least

    def _from(self, row: int, place: Place, behind: dict[Place, int]) -> int:
        return min(
            (
                cost + behind[Place(move.after, touched)]
                for move in self._course.moves(place.kings)
                for touched, cost in self._cost(row, place, move)
            ),
            default=NEVER,
        )

    def worth_knowing(self) -> Iterator[tuple[int, Move]]:
        """Deals that rows are where the whole sheet costs least."""
        reached = {Place(START.kings): 0}
        whole = self._least[0][Place(START.kings)]
        for row in range(len(self._rows)):
            after: dict[Place, int] = {}
            for place, so_far in reached.items():
                for move in self._course.moves(place.kings):
                    for touched, cost in self._cost(row, place, move):
                        end = Place(move.after, touched)
                        if so_far + cost + self._least[row + 1][end] == whole:
                            after[end] = so_far + cost
                            yield row, move
            reached = after


def mismatch(row: Row, move: Move) -> int:
    """What it costs that king and contracts were written otherwise, without what the change is."""
    return CHANGE * differs(row, move)
