"""Simulated seasons of members whose true strengths are known: how good are the predicted chances?"""

import math
import random
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from trexscore.league.ratings import LUCK, START, THOUSANDTHS, Rating, chance_ahead, difference_reliability, rate_game

MEMBERS, GAMES, KNOWN_AFTER, LOOKED_AT = 24, 400, 10, 4
"""Members, games of a season, games before a member's chances are checked, and the interval of checks."""
_LUCK = 2 * LUCK / THOUSANDTHS
"""Points: the effect of luck in one game, as the ratings assume."""
_TWO_THIRDS = 0.64, 0.70


class Calibration(NamedTuple):
    """How good predicted chances are: mean log-loss (a coin: 0.6931), and how many of about 67 % came true."""

    loss: float
    two_thirds: int
    came_true: int

    @property
    def two_thirds_came_true(self) -> float:
        """Their share."""
        return self.came_true / self.two_thirds


def calibration(differ_by: float, seasons: int, seed: int) -> Calibration:
    """Calibration over this many seasons, with this standard deviation of the members' strengths in points."""
    rnd = random.Random(seed)  # noqa: S311 - a simulation
    told = [chance for _ in range(seasons) for chance in _season(rnd, differ_by)]
    about = [chance for chance in told if _TWO_THIRDS[0] <= max(chance, 1 - chance) < _TWO_THIRDS[1]]
    loss = -math.fsum(map(math.log, told)) / len(told)
    return Calibration(loss, len(about), sum(chance > 0.5 for chance in about))


def _season(rnd: random.Random, differ_by: float) -> Iterator[float]:
    """The predicted chance of each two players who finished in this order."""
    strength = [rnd.gauss(0, differ_by) for _ in range(MEMBERS)]
    ratings: dict[int, Rating] = dict.fromkeys(range(MEMBERS), START)
    games = [0] * MEMBERS
    for number in range(GAMES):
        four = rnd.sample(range(MEMBERS), 4)
        luck = {member: -_LUCK * math.log(-math.log(rnd.random())) for member in four}
        order = sorted(four, key=lambda member: -strength[member] - luck[member])
        if number % LOOKED_AT == 0 and all(games[member] >= KNOWN_AFTER for member in four):
            believed = difference_reliability(ratings.values())
            for ahead, behind in combinations(order, 2):
                yield chance_ahead(ratings[ahead], ratings[behind], believed)
        ratings |= rate_game(ratings, tuple((member,) for member in order))
        for member in four:
            games[member] += 1
