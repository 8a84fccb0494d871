"""Measures predicted chances in simulated seasons, in which the true strength of each member is known."""

import math
import random
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from trexscore.league.ratings import (
    BETA_THOUSANDTHS,
    INITIAL_RATING,
    THOUSANDTHS_PER_POINT,
    Rating,
    chance_ahead,
    club_rating_reliability,
    rate_game,
)

MEMBERS, GAMES, MIN_GAMES, CHECK_INTERVAL = 24, 400, 10, 4
"""Members, games of a season, games before a member's chances are checked, and the interval of checks."""
_LUCK = 2 * BETA_THOUSANDTHS / THOUSANDTHS_PER_POINT
"""Points: the effect of luck in one game, as the ratings assume."""
_TWO_THIRDS = 0.64, 0.70


class Calibration(NamedTuple):
    """The mean log-loss (a coin toss: 0.6931), the number of chances of about 67 %, and how many of these came true."""

    loss: float
    two_thirds: int
    came_true: int

    @property
    def two_thirds_came_true(self) -> float:
        """The share of chances of about 67 % that came true."""
        return self.came_true / self.two_thirds


def calibration(differ_by: float, seasons: int, seed: int) -> Calibration:
    """Simulate seasons. `differ_by` is the standard deviation of the members' strengths, in points."""
    rnd = random.Random(seed)  # noqa: S311 - a simulation
    chances = [chance for _ in range(seasons) for chance in _season(rnd, differ_by)]
    two_thirds = [chance for chance in chances if _TWO_THIRDS[0] <= max(chance, 1 - chance) < _TWO_THIRDS[1]]
    loss = -math.fsum(map(math.log, chances)) / len(chances)
    return Calibration(loss, len(two_thirds), sum(chance > 0.5 for chance in two_thirds))


def _season(rnd: random.Random, differ_by: float) -> Iterator[float]:
    """For each pair in each checked game, the predicted chance that the winner of the pair would win."""
    strength = [rnd.gauss(0, differ_by) for _ in range(MEMBERS)]
    ratings: dict[int, Rating] = dict.fromkeys(range(MEMBERS), INITIAL_RATING)
    games = [0] * MEMBERS
    for number in range(GAMES):
        players = rnd.sample(range(MEMBERS), 4)
        luck = {member: -_LUCK * math.log(-math.log(rnd.random())) for member in players}
        order = sorted(players, key=lambda member: -strength[member] - luck[member])
        if number % CHECK_INTERVAL == 0 and all(games[member] >= MIN_GAMES for member in players):
            reliability = club_rating_reliability(ratings.values())
            for winner, loser in combinations(order, 2):
                yield chance_ahead(ratings[winner], ratings[loser], reliability)
        ratings |= rate_game(ratings, tuple((member,) for member in order))
        for member in players:
            games[member] += 1
