"""The best and the worst of many games. They combine, but cannot be taken off again like sums.

What a single game holds follows from its facts: nobody is king of two kingdoms, and the two of a pair have one each,
which the sum of both and that of their squares tell. Of equals the game with the smaller name stays, so that the order
of adding makes no difference.
"""

from math import isqrt
from typing import Any, NamedTuple

from trexscore.league.statistics.facts import Facts
from trexscore.league.statistics.sums import Sample


class Extreme(NamedTuple):
    """Points, more being better, and the game that they are of."""

    value: int
    game: str
    after: int = 0
    """Of a comeback: the kingdoms that had been played then."""


class Extremes(NamedTuple):
    """Own kingdoms played to their end, complete games, and how far behind at worst in a game that was won."""

    best_kingdom: Extreme | None = None
    worst_kingdom: Extreme | None = None
    best_game: Extreme | None = None
    worst_game: Extreme | None = None
    biggest_comeback: Extreme | None = None


NO_EXTREMES = Extremes()
_MORE_IS_FURTHER = (True, False, True, False, True)
"""For each of them in order."""


def extremes_of(game: str, facts: Facts) -> Extremes:
    """What a single game holds."""
    points, counts = facts.points, facts.counts
    after = 1 + counts.furthest_behind.index(1) if counts.comebacks else 0
    best, worst = _both(points.kingdoms, game)
    own, _ = _both(points.games, game)
    back, _ = _both(points.comebacks, game)
    return Extremes(best, worst, own, own, back and back._replace(after=after))


def further(one: Extremes, other: Extremes) -> Extremes:
    """Of each the one that is further out."""
    pairs = zip(one, other, _MORE_IS_FURTHER, strict=True)
    return Extremes(*(_further(mine, theirs, up=up) for mine, theirs, up in pairs))


def extremes_as_json(extremes: Extremes) -> list[Any]:
    """Each as a list, or null."""
    return [one and list(one) for one in extremes]


def extremes_from_json(value: list[Any]) -> Extremes:
    """The other way round."""
    return Extremes(*(one and Extreme(*one) for one in value))


def _both(values: Sample, game: str) -> tuple[Extreme | None, Extreme | None]:
    """The greater and the smaller of at most two values; of a single one, twice itself."""
    size, total, squares = values
    if not size:
        return None, None
    apart = isqrt(size * squares - total * total)
    return Extreme((total + apart) // size, game), Extreme((total - apart) // size, game)


def _further(one: Extreme | None, other: Extreme | None, *, up: bool) -> Extreme | None:
    if one is None or other is None:
        return one or other
    return min(one, other, key=lambda each: (-each.value if up else each.value, each.game))
