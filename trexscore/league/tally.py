"""What somebody has in a season so far: numbers that add up, and can be taken off again."""

from collections.abc import Sequence
from typing import NamedTuple

from trexscore.league.result import Result
from trexscore.rules.seats import SEATS, Seat, Team
from trexscore.rules.winners import Place

TWELFTHS = 12
"""A place shared by two, three or four is a whole number of these."""

Places = tuple[int, int, int, int]


class Tally(NamedTuple):
    """Of a player, or of a pair: then points and Trex firsts are those of both together.

    Tallies are a group: the order in which games are added and taken off changes nothing.
    `places` are twelfths of first, second, third and fourth places; a place shared by n is 12/n of each it spans.
    """

    games: int = 0
    points: int = 0
    places: Places = (0, 0, 0, 0)
    trex_firsts: int = 0

    @classmethod
    def of(cls, result: Result, seat: Seat) -> "Tally":
        """A game, to whoever sat there; where partners are played, with the own points and the place of both."""
        return cls(1, result.points[seat], _twelfths(result.places[seat]), result.trex_firsts[seat])

    @classmethod
    def of_pair(cls, result: Result, team: Team) -> "Tally":
        """A game of partners, to the two of a team."""
        one, other = SEATS[team], SEATS[team].partner
        return cls(
            1,
            result.points[one] + result.points[other],
            _twelfths(result.places[one]),
            result.trex_firsts[one] + result.trex_firsts[other],
        )

    @property
    def wins(self) -> int:
        """Twelfths of games won."""
        return self.places[0]

    @property
    def best_place(self) -> int:
        """The best place of which there is any part; of a single game, the place. Raises `StopIteration` of none."""
        return next(place for place, share in enumerate(self.places, 1) if share)

    @property
    def negated(self) -> "Tally":
        """The same games in a season where points have the other sign."""
        return self._replace(points=-self.points)

    def __add__(self, other: "Tally") -> "Tally":  # type: ignore[override]
        return Tally(
            self.games + other.games,
            self.points + other.points,
            _place_by_place(self.places, other.places),
            self.trex_firsts + other.trex_firsts,
        )

    def __neg__(self) -> "Tally":
        first, second, third, fourth = self.places
        return Tally(-self.games, -self.points, (-first, -second, -third, -fourth), -self.trex_firsts)

    def __sub__(self, other: "Tally") -> "Tally":
        return self + -other

    def as_json(self) -> list[int]:
        """Games, points, twelfths of the four places, Trex firsts."""
        return [self.games, self.points, *self.places, self.trex_firsts]

    @classmethod
    def from_json(cls, numbers: Sequence[int]) -> "Tally":
        """What `as_json` has written."""
        games, points, first, second, third, fourth, trex_firsts = numbers
        return cls(games, points, (first, second, third, fourth), trex_firsts)


NOTHING = Tally()


def _place_by_place(one: Places, other: Places) -> Places:
    a, b, c, d = one
    e, f, g, h = other
    return a + e, b + f, c + g, d + h


def _twelfths(place: Place) -> Places:
    share = TWELFTHS // (place.last - place.first + 1)
    first, second, third, fourth = (share if place.first <= number <= place.last else 0 for number in range(1, 5))
    return first, second, third, fourth
