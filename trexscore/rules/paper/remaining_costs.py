"""A lower bound of the changes that the rest of a sheet needs, which guides the search for fixes.

Costs are one number: changes count first, then how surprising they are.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from trexscore.rules.kings import KingdomsProgress
from trexscore.rules.paper.sheet import INITIAL_STATE, DealFinder, PossibleDeal, Row

CHANGE_COST = 1 << 12
"""The cost of a change. Smaller amounts are how surprising changes are."""
IMPOSSIBLE_COST = 1 << 40
"""The cost of what no change can correct."""


class StateBeforeRow(NamedTuple):
    """The kings before a row, and whether a running total in the previous row was changed."""

    kingdoms_progress: KingdomsProgress
    previous_row_changed: bool = False


TotalsChangedAndCost = tuple[bool, int]
"""Whether a row's totals are changed, and then its least cost as a deal. A NamedTuple slows the search measurably."""


RowCostFunction = Callable[[int, StateBeforeRow, PossibleDeal], Iterator[TotalsChangedAndCost]]
"""Yields the costs of a row as this deal."""


class RemainingCosts:
    """The least cost of all rows from a row on, by the kings before it. Call `recompute` first."""

    def __init__(self, deal_finder: DealFinder, rows: tuple[Row, ...], cost_function: RowCostFunction) -> None:
        self._deal_finder = deal_finder
        self._rows = rows
        self._cost = cost_function
        self._layers: list[list[StateBeforeRow]] = [[StateBeforeRow(INITIAL_STATE.kingdoms_progress)]]
        for _ in rows:
            states_after = {
                StateBeforeRow(deal.progress_after, changes_totals): None
                for place in self._layers[-1]
                for deal in deal_finder.possible_deals(place.kingdoms_progress)
                for changes_totals in ((False, True) if deal_finder.has_running_totals else (False,))
            }
            self._layers.append(list(states_after))
        self._least: list[dict[StateBeforeRow, int]] = []

    def least_cost_from_row(
        self, row_index: int, kingdoms_progress: KingdomsProgress, *, previous_row_changed: bool = False
    ) -> int:
        """The least cost of this row and all later ones."""
        return self._least[row_index].get(StateBeforeRow(kingdoms_progress, previous_row_changed), IMPOSSIBLE_COST)

    def recompute(self) -> None:
        """Compute the least costs, again after costs have become more exact."""
        cost_after = dict.fromkeys(self._layers[-1], 0)
        least_costs = [cost_after]
        for row in range(len(self._rows) - 1, -1, -1):
            cost_after = {place: self._least_cost(row, place, cost_after) for place in self._layers[row]}
            least_costs.append(cost_after)
        least_costs.reverse()
        self._least = least_costs

    def _least_cost(
        self, row_index: int, state_before: StateBeforeRow, cost_by_state_after: dict[StateBeforeRow, int]
    ) -> int:
        return min(
            (
                cost + cost_by_state_after[StateBeforeRow(deal.progress_after, changes_totals)]
                for deal in self._deal_finder.possible_deals(state_before.kingdoms_progress)
                for changes_totals, cost in self._cost(row_index, state_before, deal)
            ),
            default=IMPOSSIBLE_COST,
        )

    def deals_in_cheapest_readings(self) -> Iterator[tuple[int, PossibleDeal]]:
        """The indexes of rows, with the deals that they are in readings of the sheet with the least cost."""
        reached_states = {StateBeforeRow(INITIAL_STATE.kingdoms_progress): 0}
        least_cost_of_sheet = self._least[0][StateBeforeRow(INITIAL_STATE.kingdoms_progress)]
        for row in range(len(self._rows)):
            states_after: dict[StateBeforeRow, int] = {}
            for place, reached_cost in reached_states.items():
                for deal in self._deal_finder.possible_deals(place.kingdoms_progress):
                    for changes_totals, cost in self._cost(row, place, deal):
                        state_after = StateBeforeRow(deal.progress_after, changes_totals)
                        if reached_cost + cost + self._least[row + 1][state_after] == least_cost_of_sheet:
                            states_after[state_after] = reached_cost + cost
                            yield row, deal
            reached_states = states_after
