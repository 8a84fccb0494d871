"""Compare predicted chances with results of simulated seasons, in which the true strengths are known."""

import math
from collections.abc import Iterator

from tests.support.browser.calibration import calibration

_SEASONS = 100
_MAX_EXCESS_LOSS = 0.001
_SHARE_GOAL = 0.64, 0.70


def figures() -> Iterator[str]:
    """Yield a line for each spread of strengths."""
    yield f"chances of {_SEASONS} seasons: log-loss above a coin's (goal {_MAX_EXCESS_LOSS}), 67 % come true (64–70)"
    for differ_by in (0, 25, 50, 75, 112, 175):
        result = calibration(differ_by, _SEASONS, seed=differ_by)
        excess_loss = result.loss - math.log(2)
        share = result.two_thirds_came_true if result.two_thirds else math.nan
        # Among members of similar strength, chances of 67 % or more are too rare to be measured.
        fits = excess_loss <= _MAX_EXCESS_LOSS and (differ_by < 50 or _SHARE_GOAL[0] <= share <= _SHARE_GOAL[1])
        verdict = "reached" if fits else "NOT reached"
        likely = result.two_thirds
        yield f"strengths differ by {differ_by:3} points  {excess_loss:+.4f}  {share:4.0%} of {likely:5}  {verdict}"
