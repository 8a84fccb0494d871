"""The result of a game, as standings need it."""

from itertools import permutations
from typing import NamedTuple

from trexscore.rules.seats import SEATS, BySeat, Points
from trexscore.rules.winners import FinishRange


class Result(NamedTuple):
    """Points, finishes and Trex firsts of every seat. With partners, a seat's finish is its team's, of two."""

    points: Points
    finishes: BySeat[FinishRange]
    trex_firsts: BySeat[int]
    partnership: bool
    complete: bool

    @property
    def more_is_better(self) -> bool:
        """Whether those with more points finished ahead. True if the finishing order does not tell."""
        merits = [self.points[seat] + (self.points[seat.partner] if self.partnership else 0) for seat in SEATS]
        return not any(
            merits[seat] < merits[other] and self.finishes[seat].first < self.finishes[other].first
            for seat, other in permutations(SEATS, 2)
        )
