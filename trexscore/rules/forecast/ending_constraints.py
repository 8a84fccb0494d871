"""Finishing first, and not finishing first, as sums that must stay within limits.

All constraints are about seat A, or team AC. The rules are the same for all seats, so the game is turned until the seat
in question is A. Cached results then serve all seats.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from trexscore.rules.forecast.cheapest_ending import CheapestEnding, find_cheapest_ending
from trexscore.rules.forecast.ending_search import EndingSearch
from trexscore.rules.forecast.item_outcomes import RemainingItems
from trexscore.rules.forecast.search_bounds import (
    ConstraintsWithoutLimits,
    SearchBounds,
    SeatWeights,
    search_bounds_of,
)
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, BySeat, Points, Seat

A, B, C, D = SEATS
_RIVALS_OF_A = (B, C, D)


class GamePosition(NamedTuple):
    """The state of a game on which its ending depends."""

    rules: HouseRules
    totals: Points
    trex_first_counts: BySeat[int]
    remaining_items: RemainingItems


class _DifferenceLimit(NamedTuple):
    """A difference of totals that must be at most 0, or below 0."""

    weights: SeatWeights
    must_be_below: bool


class _EndingConstraints(NamedTuple):
    """Limits of differences of totals, and the seats whose points are the cost."""

    difference_limits: tuple[_DifferenceLimit, ...]
    cost_seats: tuple[Seat, ...] = ()


def turned_to_seat(position: GamePosition, seat: Seat) -> GamePosition:
    """The position with the seats turned so that this seat is A."""
    rules, totals, firsts, rest = position
    turned_totals, turned_firsts = (BySeat(*values[seat:], *values[:seat]) for values in (totals, firsts))
    four_contract_kings = tuple(SEATS[(king - seat) % len(SEATS)] for king in rest.four_contract_kings)
    return GamePosition(rules, turned_totals, turned_firsts, rest._replace(four_contract_kings=four_contract_kings))


def cheapest_win_of_seat_a(position: GamePosition, step_budget: int | None) -> CheapestEnding | None:
    """The ending in which A, or AC, finishes first at the least cost; None if it is impossible."""
    cheapest_so_far = None
    for constraints in _alternative_win_constraints(position.rules):
        search_bounds, limits = _bounds_and_limits(position, constraints)
        cheapest = find_cheapest_ending(search_bounds, position.remaining_items, limits, step_budget)
        if cheapest is not None and (cheapest_so_far is None or cheapest.scaled_cost < cheapest_so_far.scaled_cost):
            cheapest_so_far = cheapest
    return cheapest_so_far


def seat_a_can_miss_win(position: GamePosition, step_budget: int | None) -> bool:
    """Whether there is an ending in which A, or AC, does not finish first."""
    for constraints in _alternative_missed_win_constraints(position.rules):
        search_bounds, limits = _bounds_and_limits(position, constraints)
        search = EndingSearch(search_bounds, position.remaining_items, step_budget)
        if search.find_ending(search_bounds.slack_within([*limits, None], search.counts)) is not None:
            return True
    return False


def _alternative_win_constraints(rules: HouseRules) -> Iterator[_EndingConstraints]:
    """Yields alternatives: an ending satisfies one of them if and only if A, or AC, finishes first or ties for it.

    If only the worst player loses: alone, A is ahead of one rival or behind none; with partners, one opponent is ahead
    of neither partner.
    """
    worst_player_loses = rules.winner == "worst_player_loses"
    if rules.partnership:
        for rival in (B, D) if worst_player_loses else ():
            yield _EndingConstraints((_limit([rival], [A]), _limit([rival], [C])), (A, C))
        if not worst_player_loses:
            yield _EndingConstraints((_limit([B, D], [A, C]),), (A, C))
        return
    for rival in _RIVALS_OF_A if worst_player_loses else ():
        yield _EndingConstraints((_limit([rival], [A], must_be_below=True),), (A,))
    yield _EndingConstraints(tuple(_limit([rival], [A]) for rival in _RIVALS_OF_A), (A,))


def _alternative_missed_win_constraints(rules: HouseRules) -> Iterator[_EndingConstraints]:
    """Yields alternatives: an ending satisfies one of them if and only if A, or AC, neither finishes first nor ties.

    If only the worst player loses: alone, A is behind one rival and ahead of none; with partners, one partner is behind
    both opponents.
    """
    worst_player_loses = rules.winner == "worst_player_loses"
    if rules.partnership:
        for own in (A, C) if worst_player_loses else ():
            yield _EndingConstraints((_limit([own], [B], must_be_below=True), _limit([own], [D], must_be_below=True)))
        if not worst_player_loses:
            yield _EndingConstraints((_limit([A, C], [B, D], must_be_below=True),))
        return
    for rival in _RIVALS_OF_A:
        if worst_player_loses:
            yield _EndingConstraints(
                tuple(_limit([A], [compared], must_be_below=compared is rival) for compared in _RIVALS_OF_A)
            )
        else:
            yield _EndingConstraints((_limit([A], [rival], must_be_below=True),))


def _bounds_and_limits(position: GamePosition, constraints: _EndingConstraints) -> tuple[SearchBounds, list[int]]:
    """The search bounds of constraints, and their limits given the totals."""
    search_bounds = search_bounds_of(
        ConstraintsWithoutLimits(
            position.rules,
            are_contracts_combined=bool(position.remaining_items.four_contract_kings),
            sum_weights=tuple(limit.weights for limit in constraints.difference_limits),
            cost_weights=_difference_weights(constraints.cost_seats, ()),
        )
    )
    *current, _ = search_bounds.sums_and_cost(position.totals, position.trex_first_counts)
    return search_bounds, [
        -n - limit.must_be_below for n, limit in zip(current, constraints.difference_limits, strict=True)
    ]


def _limit(seats: Sequence[Seat], other_seats: Sequence[Seat], *, must_be_below: bool = False) -> _DifferenceLimit:
    """The total of some seats must be at most that of others, or below it."""
    return _DifferenceLimit(_difference_weights(seats, other_seats), must_be_below)


def _difference_weights(plus_seats: Sequence[Seat], minus_seats: Sequence[Seat]) -> SeatWeights:
    a, b, c, d = ((seat in plus_seats) - (seat in minus_seats) for seat in SEATS)
    return a, b, c, d
