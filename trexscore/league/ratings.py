"""Ratings: estimated strength from finishing orders of games (Plackett–Luce, by openskill).

Players are rated by individual games and pairs by partnership games, in separate lists: a partnership game does not
show which partner won it.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from itertools import chain, permutations, product
from statistics import pvariance
from typing import NamedTuple, TypeVar

from openskill.models import PlackettLuce, PlackettLuceRating

from trexscore.league.pairs import Pair

RatedPlayer = TypeVar("RatedPlayer", int, Pair)
FinishingOrder = tuple[tuple[RatedPlayer, ...], ...]
"""Four players or two pairs in groups, the winner first; those who share a place are in one group."""

THOUSANDTHS_PER_POINT = 1000


class Rating(NamedTuple):
    """An estimate: strength is most likely mu, and within one sigma of it with 68 %.

    Both in thousandths of a point. Whole numbers, because recomputing from any game must give exactly the numbers of
    recomputing from the first, whatever the last bits of a machine's floats.
    """

    mu_thousandths: int
    sigma_thousandths: int


class DisplayedRating(NamedTuple):
    """A rating as displayed, in points: strength is within `margin` of `points` about 19 times in 20."""

    points: int
    margin: int


INITIAL_RATING = Rating(1000 * THOUSANDTHS_PER_POINT, 150 * THOUSANDTHS_PER_POINT)
BETA_THOUSANDTHS = 125 * THOUSANDTHS_PER_POINT
"""openskill's beta: the luck of one game. Relative to it, `INITIAL_RATING.sigma_thousandths` is less than half of
openskill's default, which would make ratings swing by more than players differ."""
TAU_THOUSANDTHS = 2_500
"""openskill's tau: how much a player may change between two games. It keeps sigma from shrinking to zero."""
_LUCK_FACTOR, _CAUTION_EXPONENT, _MAX_RELIABILITY = 0.5, 2.5, 1.2
"""Fitted to simulated seasons of clubs whose members differ by 0 to 175 points (`python -m tests.bench chances`):
predicted chances are calibrated, and never worse than a coin.
"""
MAX_MARGIN_TO_RANK = 250
"""The widest margin in points of a ranked player, reached after about fifteen games."""

_MODEL = PlackettLuce(
    mu=INITIAL_RATING.mu_thousandths, sigma=INITIAL_RATING.sigma_thousandths, beta=BETA_THOUSANDTHS, tau=TAU_THOUSANDTHS
)


def finishing_order(finish_by_player: Mapping[RatedPlayer, int]) -> FinishingOrder[RatedPlayer]:
    """The finishing order for these places (1 is first)."""
    return tuple(
        tuple(sorted(player for player, own in finish_by_player.items() if own == place))
        for place in sorted(set(finish_by_player.values()))
    )


def rate_game(
    rating_by_player: Mapping[RatedPlayer, Rating], finish_groups: FinishingOrder[RatedPlayer]
) -> dict[RatedPlayer, Rating]:
    """The ratings of the four players or two pairs after this game; newcomers begin with `INITIAL_RATING`.

    Those who share places get the mean over every order in which they could have finished. The formula's own handling
    of ties would give two who share the first place no more than the third.
    """
    players = [player for group in finish_groups for player in group]
    _validate_players(players)
    orders = [
        _rate_in_order(rating_by_player, list(chain(*order))) for order in product(*map(permutations, finish_groups))
    ]
    return {player: _mean_rating([rated[player] for rated in orders]) for player in players}


def _rate_in_order(
    rating_by_player: Mapping[RatedPlayer, Rating], players_in_order: Sequence[RatedPlayer]
) -> dict[RatedPlayer, PlackettLuceRating]:
    rated = _MODEL.rate([[_MODEL.rating(*rating_by_player.get(player, INITIAL_RATING))] for player in players_in_order])
    return {player: rating for player, (rating,) in zip(players_in_order, rated, strict=True)}


def _mean_rating(model_ratings: Sequence[PlackettLuceRating]) -> Rating:
    # fsum is exact, so the order of addition does not matter.
    return Rating(
        round(math.fsum(rating.mu for rating in model_ratings) / len(model_ratings)),
        round(math.fsum(rating.sigma for rating in model_ratings) / len(model_ratings)),
    )


def displayed_rating(rating: Rating) -> DisplayedRating:
    """The rating as displayed, with a margin of two sigma."""
    return DisplayedRating(
        round(rating.mu_thousandths / THOUSANDTHS_PER_POINT),
        round(2 * rating.sigma_thousandths / THOUSANDTHS_PER_POINT),
    )


def is_certain_enough_to_rank(rating: Rating) -> bool:
    """Whether a rating is certain enough for a rank; until then it is provisional."""
    return displayed_rating(rating).margin <= MAX_MARGIN_TO_RANK


def rating_sort_key(rating: Rating) -> int:
    """The sort key of ratings, higher first: the lower end of the displayed interval, so that readers can check it.

    openskill's own ordinal subtracts a third sigma, which is not displayed.
    """
    return rating.mu_thousandths - 2 * rating.sigma_thousandths


def rank_ratings(rating_by_player: Mapping[RatedPlayer, Rating]) -> dict[RatedPlayer, int | None]:
    """The rating list from the top, each with a rank. Equal ratings share a rank; provisional ones have None."""
    ranks: dict[RatedPlayer, int | None] = {}
    rank = sure = 0
    last_rating: int | None = None
    for player in sorted(rating_by_player, key=lambda each: (-rating_sort_key(rating_by_player[each]), each)):
        rating = rating_by_player[player]
        if not is_certain_enough_to_rank(rating):
            ranks[player] = None
            continue
        sure += 1
        if rating_sort_key(rating) != last_rating:
            rank, last_rating = sure, rating_sort_key(rating)
        ranks[player] = rank
    return ranks


def club_rating_reliability(ratings: Collection[Rating]) -> float:
    """The share of the differences between a club's ratings to believe, from 0 to `_MAX_RELIABILITY`.

    Ratings vary by luck as well. If their variance is hardly more than their own uncertainty explains, differences
    mean nothing; if it is far more, they can be taken at face value.
    """
    if len(ratings) < 2:  # noqa: PLR2004 - one rating differs from none
        return 0.0
    uncertainty = math.fsum(rating.sigma_thousandths**2 for rating in ratings) / len(ratings)
    variance = pvariance([rating.mu_thousandths for rating in ratings])
    reliable = 1 - _LUCK_FACTOR * uncertainty / variance if variance else 0.0
    return float(_MAX_RELIABILITY * max(0.0, reliable) ** _CAUTION_EXPONENT)


def chance_ahead(rating: Rating, other_rating: Rating, club_rating_reliability: float, side_count: int = 4) -> float:
    """The probability that a player finishes before another at a table of 4 players or 2 pairs, without ties.

    `club_rating_reliability` is that of the club's ratings. openskill's `predict_win` overestimates the
    favourite at such a table.
    """
    spread = math.sqrt((_variance_with_luck(rating) + _variance_with_luck(other_rating)) * side_count / 2)
    return 1 / (1 + math.exp(club_rating_reliability * (other_rating.mu_thousandths - rating.mu_thousandths) / spread))


def chance_ahead_in_tenths(rating: Rating, other_rating: Rating, club_rating_reliability: float) -> int:
    """`chance_ahead` at a table of four in whole tenths; more digits would suggest too much precision."""
    return round(chance_ahead(rating, other_rating, club_rating_reliability) * 10)


def _variance_with_luck(rating: Rating) -> int:
    return rating.sigma_thousandths**2 + BETA_THOUSANDTHS**2


def _validate_players(players: Sequence[int] | Sequence[Pair]) -> None:
    members = {member for player in players for member in (player if isinstance(player, tuple) else (player,))}
    if len(members) != 4 or len(players) not in (2, 4):  # noqa: PLR2004 - four players or two pairs
        raise ValueError("a game is finished by four players or by two pairs")
