"""The result of a game, as standings need it."""

from itertools import permutations
from typing import NamedTuple

from trexscore.rules.seats import SEATS, BySeat, Points
from trexscore.rules.winners import Finish


class Result(NamedTuple):
    """Points, places and Trex firsts of every seat. With partners, a seat's place is its team's, of two."""

    points: Points
    places: BySeat[Finish]
    trex_firsts: BySeat[int]
    partnership: bool
    complete: bool

    @property
    def more_is_better(self) -> bool:
        """Whether those with more points finished ahead. True if the finishing order does not tell."""
        merits = [self.points[seat] + (self.points[seat.partner] if self.partnership else 0) for seat in SEATS]
        return not any(
            merits[seat] < merits[other] and self.places[seat].first < self.places[other].first
            for seat, other in permutations(SEATS, 2)
        )
