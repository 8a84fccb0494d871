"""A player's tally in a season: numbers that can be added and subtracted."""

from collections.abc import Sequence
from typing import NamedTuple

from trexscore.league.number_tuples import flatten, minus, plus
from trexscore.league.result import Result
from trexscore.rules.seats import SEATS, Seat, Team
from trexscore.rules.winners import FinishRange

TWELFTHS_PER_FINISH = 12
"""Unit of places: a place shared by two, three or four is a whole number of them."""

FinishTwelfths = tuple[int, int, int, int]


class Tally(NamedTuple):
    """The tally of a player, or of a pair: then points and Trex firsts are those of both together.

    Tallies form a group: the order in which games are added and subtracted does not matter.
    `finish_twelfths` are twelfths of first to fourth places; a place shared by n counts 12/n for each that it spans.
    """

    games: int = 0
    points: int = 0
    finish_twelfths: FinishTwelfths = (0, 0, 0, 0)
    trex_firsts: int = 0

    @classmethod
    def of_seat(cls, result: Result, seat: Seat) -> "Tally":
        """One game of the player at a seat. With partners: the player's own points and the place of both."""
        return cls(1, result.points[seat], _twelfths_by_place(result.finishes[seat]), result.trex_firsts[seat])

    @classmethod
    def of_pair(cls, result: Result, team: Team) -> "Tally":
        """One game of partners, for the two of a team."""
        seat, partner = SEATS[team], SEATS[team].partner
        return cls(
            1,
            result.points[seat] + result.points[partner],
            _twelfths_by_place(result.finishes[seat]),
            result.trex_firsts[seat] + result.trex_firsts[partner],
        )

    @property
    def win_twelfths(self) -> int:
        """Twelfths of games won."""
        return self.finish_twelfths[0]

    @property
    def best_finish(self) -> int:
        """The best place with any share; for a single game, its place. Raises `StopIteration` without a game."""
        return next(place for place, share in enumerate(self.finish_twelfths, 1) if share)

    @property
    def with_negated_points(self) -> "Tally":
        """The tally in a season where points have the opposite sign."""
        return self._replace(points=-self.points)

    def __add__(self, other: "Tally") -> "Tally":  # type: ignore[override]
        return plus(self, other)

    def __neg__(self) -> "Tally":
        return EMPTY_TALLY - self

    def __sub__(self, other: "Tally") -> "Tally":
        return minus(self, other)

    def as_json(self) -> list[int]:
        """The stored form: games, points, twelfths of the four places, Trex firsts."""
        return flatten(self)

    @classmethod
    def from_json(cls, numbers: Sequence[int]) -> "Tally":
        """Read what `as_json` gives."""
        games, points, first, second, third, fourth, trex_firsts = numbers
        return cls(games, points, (first, second, third, fourth), trex_firsts)


EMPTY_TALLY = Tally()


def _twelfths_by_place(finish: FinishRange) -> FinishTwelfths:
    share = TWELFTHS_PER_FINISH // (finish.last - finish.first + 1)
    first, second, third, fourth = (share if finish.first <= number <= finish.last else 0 for number in range(1, 5))
    return first, second, third, fourth
