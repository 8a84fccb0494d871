"""What a game counts in the eyes of a league."""

from itertools import permutations
from typing import NamedTuple

from trexscore.rules.seats import SEATS, BySeat, Points
from trexscore.rules.winners import Place


class Result(NamedTuple):
    """What every seat takes away from a game. Where partners are played, a seat's place is its team's, of two."""

    points: Points
    places: BySeat[Place]
    trex_firsts: BySeat[int]
    partnership: bool
    complete: bool

    @property
    def more_is_better(self) -> bool:
        """Whether those with more points finished ahead. True where the finishing order does not say."""
        merits = [self.points[seat] + (self.points[seat.partner] if self.partnership else 0) for seat in SEATS]
        return not any(
            merits[one] < merits[other] and self.places[one].first < self.places[other].first
            for one, other in permutations(SEATS, 2)
        )
