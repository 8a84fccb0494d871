"""What counts in a season's standings, and how a tally becomes a score."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from trexscore.league.tally import TWELFTHS, Tally
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.winners import standing_order

Better = Literal["more", "less"]
Kind = Literal["sum", "average", "best", "places", "wins"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@lru_cache(maxsize=2**14)
def ratio(numerator: int, denominator: int = 1) -> Fraction:
    """A fraction, made once: standings of a thousand rows have the same few again and again."""
    return Fraction(numerator, denominator)


class Basis(NamedTuple):
    """`best` and `of` belong to the kind best (`of` None: of all games), `awards` to the kind places."""

    kind: Kind
    best: int = 0
    of: int | None = None
    awards: tuple[int, ...] = ()

    @property
    def needs_each_game(self) -> bool:
        """Whether a tally is not enough: the points of every single game are looked at."""
        return self.kind == "best"

    @property
    def is_of_points(self) -> bool:
        """Whether scores are points, and not something that the places in games bring."""
        return self.kind in ("sum", "average", "best")

    def better(self, points: Better) -> Better:
        """Which scores are better, where of points these are."""
        return points if self.is_of_points else "more"

    def brings(self, tally: Tally) -> Fraction:
        """What games, or a change of them, bring by themselves, whichever of them count in the end."""
        return ratio(tally.points) if self.is_of_points else score(self, "more", tally)


def better_points(rules: HouseRules) -> Better:
    """Whether more or fewer points are better under these house rules."""
    return "more" if standing_order(rules) > 0 else "less"


def score(basis: Basis, better: Better, tally: Tally, points_in_order: Sequence[int] = ()) -> Fraction:
    """What somebody has by this basis; nothing played is 0. Only a basis that `needs_each_game` looks at the points."""
    match basis.kind:
        case "sum":
            return ratio(tally.points)
        case "average":
            return average(tally)
        case "best":
            return ratio(sum(points_in_order[place] for place in counting(basis, better, points_in_order)))
        case "places":
            shares = zip(basis.awards, tally.places, strict=False)
            return ratio(sum(award * share for award, share in shares), TWELFTHS)
        case "wins":
            return ratio(tally.wins, TWELFTHS)


def average(tally: Tally) -> Fraction:
    """Points a game."""
    return ratio(tally.points, tally.games) if tally.games else ratio(0)


def counting(basis: Basis, better: Better, points_in_order: Sequence[int]) -> tuple[int, ...]:
    """Which games of somebody, from 0 in their order, count by a basis of the best; among equals the earlier.

    Who has fewer games than the best that count has all of them counted: a season's least games see to the rest.
    Points already narrowed down to those that count give the same score.
    """
    places = range(len(points_in_order[: basis.of]))
    order = -1 if better == "more" else 1
    return tuple(sorted(sorted(places, key=lambda place: order * points_in_order[place])[: basis.best]))
