"""The basis of a season's standings: how a tally becomes a score."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from trexscore.league.tally import TWELFTHS_PER_FINISH, Tally
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.winners import points_direction_of

BetterDirection = Literal["more", "less"]
BasisKind = Literal["sum", "average", "best", "places", "wins"]
BASIS_KINDS: tuple[BasisKind, ...] = get_args(BasisKind)


@lru_cache(maxsize=2**14)
def cached_fraction(numerator: int, denominator: int = 1) -> Fraction:
    """A cached fraction: standings of a thousand rows have few different ones."""
    return Fraction(numerator, denominator)


class Basis(NamedTuple):
    """How the games of a player make a score.

    Kind `best`: the sum of the `best_game_count` best among the first `considered_game_count` (None: among all).
    Kind `places`: the sum of the `placement_points` by finish.
    """

    kind: BasisKind
    best_game_count: int = 0
    considered_game_count: int | None = None
    placement_points: tuple[int, ...] = ()

    @property
    def needs_each_game(self) -> bool:
        """Whether the points of single games are needed beyond the tally."""
        return self.kind == "best"

    @property
    def is_of_points(self) -> bool:
        """Whether scores are points, rather than placement points or wins."""
        return self.kind in ("sum", "average", "best")

    def better_score_direction(self, better_points_direction: BetterDirection) -> BetterDirection:
        """Whether higher or lower scores are better, given the same for points."""
        return better_points_direction if self.is_of_points else "more"

    def score_contribution(self, tally: Tally) -> Fraction:
        """The contribution of games to the score, as if all of them counted."""
        return cached_fraction(tally.points) if self.is_of_points else score(self, "more", tally)


def better_direction_of_points(rules: HouseRules) -> BetterDirection:
    """The better direction of points under these house rules."""
    return "more" if points_direction_of(rules) > 0 else "less"


def score(
    basis: Basis, better_points_direction: BetterDirection, tally: Tally, game_points_in_order: Sequence[int] = ()
) -> Fraction:
    """The score by this basis; 0 without a game. `game_points_in_order` is used only if the basis `needs_each_game`."""
    match basis.kind:
        case "sum":
            return cached_fraction(tally.points)
        case "average":
            return points_per_game(tally)
        case "best":
            return cached_fraction(
                sum(
                    game_points_in_order[index]
                    for index in best_game_indices(basis, better_points_direction, game_points_in_order)
                )
            )
        case "places":
            shares = zip(basis.placement_points, tally.finish_twelfths, strict=False)
            return cached_fraction(sum(award * share for award, share in shares), TWELFTHS_PER_FINISH)
        case "wins":
            return cached_fraction(tally.win_twelfths, TWELFTHS_PER_FINISH)


def points_per_game(tally: Tally) -> Fraction:
    """Points per game."""
    return cached_fraction(tally.points, tally.games) if tally.games else cached_fraction(0)


def best_game_indices(
    basis: Basis, better_points_direction: BetterDirection, game_points_in_order: Sequence[int]
) -> tuple[int, ...]:
    """Indices of a player's games that count by a basis of kind `best`; of equal games the earlier ones count.

    With fewer games than `best`, all of them count: the season's minimum games rule out such players if it wants to.
    Points already reduced to those that count give the same score.
    """
    indices = range(len(game_points_in_order[: basis.considered_game_count]))
    order = -1 if better_points_direction == "more" else 1
    return tuple(
        sorted(sorted(indices, key=lambda index: order * game_points_in_order[index])[: basis.best_game_count])
    )
