"""Compare predicted chances with results of simulated seasons, in which the true strengths are known."""

import math
from collections.abc import Iterator

from tests.support.browser.calibration import calibration

_SEASONS = 100
_WORSE_THAN_A_COIN = 0.001
_GOAL_SHARE = 0.64, 0.70


def figures() -> Iterator[str]:
    """Yield a line for each spread of strengths."""
    yield f"chances of {_SEASONS} seasons: log-loss above a coin's (goal {_WORSE_THAN_A_COIN}), 67 % come true (64–70)"
    for differ_by in (0, 25, 50, 75, 112, 175):
        result = calibration(differ_by, _SEASONS, seed=differ_by)
        excess_loss = result.loss - math.log(2)
        share = result.two_thirds_came_true if result.two_thirds else math.nan
        # Among members of similar strength, chances of 67 % or more are too rare to be measured.
        fits = excess_loss <= _WORSE_THAN_A_COIN and (differ_by < 50 or _GOAL_SHARE[0] <= share <= _GOAL_SHARE[1])
        verdict = "reached" if fits else "NOT reached"
        likely = result.two_thirds
        yield f"strengths differ by {differ_by:3} points  {excess_loss:+.4f}  {share:4.0%} of {likely:5}  {verdict}"
