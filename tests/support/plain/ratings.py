"""Ratings calculated directly by openskill, game by game, in points and unrounded."""

from collections.abc import Sequence
from itertools import permutations

from openskill.models import PlackettLuce, PlackettLuceRating

from tests.support.plain.tally import PlainGameResult, Who, places_of

MODEL = PlackettLuce(mu=1000, sigma=150, beta=125, tau=2.5)
"""The values of `docs/league.md`."""


def plain_ratings(sheets: Sequence[PlainGameResult], *, pairs: bool) -> dict[Who, tuple[float, float]]:
    """Everyone's rating and uncertainty in points after these games; `who` are the players of each."""
    known: dict[Who, PlackettLuceRating] = {}
    for sheet in sheets:
        if None in sheet.who:
            continue
        places = places_of(sheet, pairs=pairs)
        before = {who: known.get(who) or MODEL.rating() for who in places}
        orders = _orders(places)
        after = [_after(before, order) for order in orders]
        for who in places:
            mu = sum(one[who].mu for one in after) / len(orders)
            known[who] = MODEL.rating(mu=mu, sigma=sum(one[who].sigma for one in after) / len(orders))
    return {who: (one.mu, one.sigma) for who, one in known.items()}


def _orders(places: dict[Who, int]) -> list[tuple[Who, ...]]:
    """All orders without ties that these finishes allow."""
    return [order for order in permutations(places) if [places[who] for who in order] == sorted(places.values())]


def _after(before: dict[Who, PlackettLuceRating], order: tuple[Who, ...]) -> dict[Who, PlackettLuceRating]:
    teams = [[MODEL.rating(mu=before[who].mu, sigma=before[who].sigma)] for who in order]
    return {who: one for who, [one] in zip(order, MODEL.rate(teams), strict=True)}
