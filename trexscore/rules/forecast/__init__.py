"""Who can still finish first, and the points it needs: exact, over all possible endings of a game.

Finishing first is a comparison of sums, so each question has the form: is there an ending in which these sums stay
within these limits (`ending_constraints`)? A search answers it (`ending_search`). It drops a branch only if a sum must
exceed its limit in every ending (`search_bounds`), and finds an ending only by assigning an outcome to every open
item. The points that a player needs are the least cost with an ending; the search proves that there is none below it.

Only certain results are returned. Otherwise `Undecided` is raised: when a search takes too many steps, and when kings
have several deals of all four contracts left, and an ending exists for their single parts, but not for any simple
distribution over deals (`four_contract_deal_search`).
"""

from collections.abc import Sequence
from typing import NamedTuple

from trexscore.rules.contract_set import ContractSet
from trexscore.rules.forecast.ending_constraints import (
    GamePosition,
    cheapest_win_of_seat_a,
    seat_a_can_miss_win,
    turned_to_seat,
)
from trexscore.rules.forecast.ending_search import Undecided
from trexscore.rules.forecast.item_outcomes import remaining_items
from trexscore.rules.forecast.search_bounds import UNITS_PER_POINT
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, TEAMS, BySeat, Points, Seat
from trexscore.rules.winners import points_direction_of

__all__ = ["Prospect", "Undecided", "prospects"]


class Prospect(NamedTuple):
    """The prospects of a player, or of a team in a partnership."""

    points_needed: int | None
    """The least points that they still need; if fewer points are better, the most that they may still take.
    If negative, they can afford to lose that much. None if they finish first in no ending, not even shared."""
    is_certain_to_win: bool
    """Whether they finish first in every ending."""
    is_only_possible_winner: bool
    """Whether no one else finishes first in any ending."""


HOPELESS_PROSPECT = Prospect(points_needed=None, is_certain_to_win=False, is_only_possible_winner=False)


def prospects(
    rules: HouseRules,
    totals: Points,
    trex_first_seats: Sequence[Seat],
    contracts_left_by_king: BySeat[ContractSet],
    step_budget: int | None = None,
) -> tuple[Prospect, ...]:
    """The prospects from the state of a game. Raises `Undecided` after `step_budget` steps of a search."""
    position = game_position(rules, totals, trex_first_seats, contracts_left_by_king)
    sides = TEAMS if rules.partnership else SEATS
    if position is None:
        return (HOPELESS_PROSPECT,) * len(sides)
    positions = [turned_to_seat(position, SEATS[side]) for side in sides]
    costs = [
        None if cheapest is None else cheapest.scaled_cost
        for cheapest in (cheapest_win_of_seat_a(turned, step_budget) for turned in positions)
    ]
    only_possible_winner = sum(cost is not None for cost in costs) == 1
    return tuple(
        HOPELESS_PROSPECT
        if cost is None
        else _prospect(turned, cost, is_only_possible_winner=only_possible_winner, step_budget=step_budget)
        for turned, cost in zip(positions, costs, strict=True)
    )


def game_position(
    rules: HouseRules, totals: Points, trex_first_seats: Sequence[Seat], contracts_left_by_king: BySeat[ContractSet]
) -> GamePosition | None:
    remaining = remaining_items(rules, contracts_left_by_king)
    firsts = BySeat(*map(trex_first_seats.count, SEATS))
    return None if remaining is None else GamePosition(rules, totals, firsts, remaining)


def _prospect(
    position: GamePosition, scaled_win_cost: int, *, is_only_possible_winner: bool, step_budget: int | None
) -> Prospect:
    points = scaled_win_cost // UNITS_PER_POINT
    return Prospect(
        points_needed=points_direction_of(position.rules) * points,
        is_certain_to_win=is_only_possible_winner or not seat_a_can_miss_win(position, step_budget),
        is_only_possible_winner=is_only_possible_winner,
    )
