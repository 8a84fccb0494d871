"""Finds the least cost of an ending within limits, by binary search.

If there is no ending at a cost, there is none at a lower one.
"""

from bisect import bisect_left
from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple

from trexscore.rules.forecast.ending_search import Ending, EndingSearch
from trexscore.rules.forecast.item_outcomes import ItemKind, RemainingItems, item_outcomes
from trexscore.rules.forecast.search_bounds import SearchBounds
from trexscore.rules.seats import NO_POINTS, SEATS, add_points


class CheapestEnding(NamedTuple):
    """An ending with the least cost. `scaled_cost`: in units of which a point has `UNITS_PER_POINT`."""

    scaled_cost: int
    ending: Ending


def find_cheapest_ending(
    search_bounds: SearchBounds,
    remaining_items: RemainingItems,
    sum_limits: Sequence[int],
    step_budget: int | None = None,
) -> CheapestEnding | None:
    """An ending within the limits at the least cost; None if there is none."""
    search = EndingSearch(search_bounds, remaining_items, step_budget)
    counts, cost_measure = search.counts, search_bounds.single_measures[-1]
    low = search_bounds.least_sums_and_cost(counts)[-1]
    bounds_for = search_bounds.bounds_for(counts)
    high, step = low + bounds_for.max_excess[cost_measure], bounds_for.excess_units[cost_measure] or 1
    if search_bounds.slack_within([*sum_limits, None], counts) is None:
        return None
    steps = range((high - low) // step + 1)
    first_possible_step = bisect_left(
        steps, 1, key=lambda n: int(search_bounds.slack_within([*sum_limits, low + n * step], counts) is not None)
    )
    if first_possible_step == len(steps):
        return None
    low += first_possible_step * step
    ending = search.find_ending(search_bounds.slack_within([*sum_limits, low], counts))
    if ending is not None:
        return CheapestEnding(low, ending)
    unlimited = search.find_ending(search_bounds.slack_within([*sum_limits, None], counts))
    if unlimited is None:
        return None
    return _search_least_cost(search, sum_limits, low, step, unlimited)


def _search_least_cost(
    search: EndingSearch, sum_limits: Sequence[int], impossible_cost: int, cost_step: int, known_ending: Ending
) -> CheapestEnding:
    """The ending with the least cost above `impossible_cost`, at which there is none, up to the cost of a known one."""
    bounds, counts = search.bounds, search.counts
    high = scaled_cost_of_ending(bounds, known_ending)
    while high - impossible_cost > cost_step:
        middle_cost = impossible_cost + (high - impossible_cost) // cost_step // 2 * cost_step
        better = search.find_ending(bounds.slack_within([*sum_limits, middle_cost], counts))
        if better is None:
            impossible_cost = middle_cost
        else:
            high, known_ending = scaled_cost_of_ending(bounds, better), better
    return CheapestEnding(high, known_ending)


def scaled_cost_of_ending(search_bounds: SearchBounds, ending: Ending) -> int:
    outcomes_by_kind = item_outcomes(
        search_bounds.constraints.rules, are_contracts_combined=search_bounds.constraints.are_contracts_combined
    )
    outcomes = [(way, n) for _, way, n in ending.outcomes]
    for deal in ending.four_contract_deals:
        for place, taken in enumerate(deal.taken_cards):
            kind = ItemKind.QUEEN if place else ItemKind.KING
            outcomes += [(way, 1) for way in outcomes_by_kind[kind] if way.capture_or_trex_order == taken]
        outcomes += [(outcomes_by_kind[ItemKind.DIAMOND][seat], deal.diamonds[seat]) for seat in SEATS]
        outcomes += [(outcomes_by_kind[ItemKind.TRICK][seat], deal.tricks[seat]) for seat in SEATS]
    points = reduce(add_points, (way.points.map(n.__mul__) for way, n in outcomes), NO_POINTS)
    return search_bounds.sums_and_cost(points, (0, 0, 0, 0))[-1]
