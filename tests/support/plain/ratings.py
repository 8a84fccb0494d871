"""Ratings calculated by openskill game by game, in points and without rounding."""

from collections.abc import Sequence
from itertools import permutations

from openskill.models import PlackettLuce, PlackettLuceRating

from tests.support.plain.tally import PlainGameResult, Player, finishes_of

MODEL = PlackettLuce(mu=1000, sigma=150, beta=125, tau=2.5)
"""The values of `docs/league.md`."""


def plain_ratings(results: Sequence[PlainGameResult], *, pairs: bool) -> dict[Player, tuple[float, float]]:
    """The rating and uncertainty of each player after these games, in points."""
    ratings: dict[Player, PlackettLuceRating] = {}
    for result in results:
        if None in result.members:
            continue
        finishes = finishes_of(result, pairs=pairs)
        before = {player: ratings.get(player) or MODEL.rating() for player in finishes}
        orders = _orders(finishes)
        ratings_after = [_rated_after(before, order) for order in orders]
        for player in finishes:
            mu = sum(rating[player].mu for rating in ratings_after) / len(orders)
            ratings[player] = MODEL.rating(
                mu=mu, sigma=sum(rating[player].sigma for rating in ratings_after) / len(orders)
            )
    return {player: (rating.mu, rating.sigma) for player, rating in ratings.items()}


def _orders(finishes: dict[Player, int]) -> list[tuple[Player, ...]]:
    """All orders without ties that these finishes allow."""
    return [
        order for order in permutations(finishes) if [finishes[player] for player in order] == sorted(finishes.values())
    ]


def _rated_after(
    before: dict[Player, PlackettLuceRating], order: tuple[Player, ...]
) -> dict[Player, PlackettLuceRating]:
    teams = [[MODEL.rating(mu=before[player].mu, sigma=before[player].sigma)] for player in order]
    return {player: rating for player, [rating] in zip(order, MODEL.rate(teams), strict=True)}
