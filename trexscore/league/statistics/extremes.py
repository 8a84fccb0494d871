"""The best and worst values of many games. They combine, but unlike sums they cannot be subtracted.

Those of a single game follow from its facts: a player has one kingdom, and a pair has two, whose values follow from
their sum and sum of squares. Of equal values the game with the smaller uid is stored, so that the order of combining
does not matter.
"""

from math import isqrt
from typing import NamedTuple

from trexscore.league.number_tuples import Sample
from trexscore.league.statistics.facts import Facts


class Extreme(NamedTuple):
    """Points (more is better) and their game."""

    points: int
    game_uid: str
    kingdoms_before_comeback: int = 0
    """Of a comeback: the number of kingdoms that had been played."""


class Extremes(NamedTuple):
    """Extremes of own completed kingdoms, of complete games, and of the points behind in a game that was won."""

    best_kingdom: Extreme | None = None
    worst_kingdom: Extreme | None = None
    best_game: Extreme | None = None
    worst_game: Extreme | None = None
    biggest_comeback: Extreme | None = None


NO_EXTREMES = Extremes()
_HIGHER_WINS_BY_FIELD = (True, False, True, False, True)
"""For each field of `Extremes`, in order."""


def extremes_of(game_uid: str, facts: Facts) -> Extremes:
    """The extremes of a single game."""
    points, counts = facts.point_sums, facts.counts
    kingdoms_before_comeback = 1 + counts.furthest_behind_after.index(1) if counts.comebacks else 0
    best, worst = _greater_and_smaller_extreme(points.own_kingdom_points, game_uid)
    total, _ = _greater_and_smaller_extreme(points.game_points, game_uid)
    comeback, _ = _greater_and_smaller_extreme(points.comeback_points, game_uid)
    return Extremes(
        best, worst, total, total, comeback and comeback._replace(kingdoms_before_comeback=kingdoms_before_comeback)
    )


def combine_extremes(left: Extremes, right: Extremes) -> Extremes:
    """The extremes of both together."""
    pairs = zip(left, right, _HIGHER_WINS_BY_FIELD, strict=True)
    return Extremes(*(_more_extreme(first, second, higher_wins=higher_wins) for first, second, higher_wins in pairs))


def _greater_and_smaller_extreme(sample: Sample, game_uid: str) -> tuple[Extreme | None, Extreme | None]:
    """The greater and the smaller of at most two values, from their sums; a single value is both."""
    size, total, squares = sample
    if not size:
        return None, None
    difference = isqrt(size * squares - total * total)
    return Extreme((total + difference) // size, game_uid), Extreme((total - difference) // size, game_uid)


def _more_extreme(left: Extreme | None, right: Extreme | None, *, higher_wins: bool) -> Extreme | None:
    if left is None or right is None:
        return left or right
    return min(left, right, key=lambda each: (-each.points if higher_wins else each.points, each.game_uid))
