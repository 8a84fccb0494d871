"""A lower bound of the changes that the rest of a sheet needs, which guides the search for fixes.

Costs are one number: changes count first, then how surprising they are.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from trexscore.rules.kings import KingdomProgress
from trexscore.rules.paper.sheet import START, NextDeal, Row, SheetReader

CHANGE = 1 << 12
"""The cost of a change. Smaller amounts are how surprising changes are."""
NEVER = 1 << 40
"""The cost of what no change can correct."""


class RowState(NamedTuple):
    """The kings before a row, and whether a running total in the previous row was changed."""

    kings: KingdomProgress
    touched: bool = False


CostFunction = Callable[[int, RowState, NextDeal], Iterator[tuple[bool, int]]]
"""Yields whether the row's totals are changed, and the least cost of the row as this deal."""


class RemainingCosts:
    """The least cost of all rows from a row on, by the kings before it. Call `recompute` first."""

    def __init__(self, sheet_reader: SheetReader, rows: tuple[Row, ...], cost_function: CostFunction) -> None:
        self._sheet_reader = sheet_reader
        self._rows = rows
        self._cost = cost_function
        self._layers: list[list[RowState]] = [[RowState(START.kings)]]
        for _ in rows:
            after = {
                RowState(deal.kings_after, touched): None
                for place in self._layers[-1]
                for deal in sheet_reader.next_deals(place.kings)
                for touched in ((False, True) if sheet_reader.running else (False,))
            }
            self._layers.append(list(after))
        self._least: list[dict[RowState, int]] = []

    def least_cost(self, row_index: int, kings: KingdomProgress, *, touched: bool = False) -> int:
        """The least cost of this row and all later ones."""
        return self._least[row_index].get(RowState(kings, touched), NEVER)

    def recompute(self) -> None:
        """Compute the least costs, again after costs have become more exact."""
        cost_after = dict.fromkeys(self._layers[-1], 0)
        least = [cost_after]
        for row in range(len(self._rows) - 1, -1, -1):
            cost_after = {place: self._least_cost(row, place, cost_after) for place in self._layers[row]}
            least.append(cost_after)
        least.reverse()
        self._least = least

    def _least_cost(self, row_index: int, row_state: RowState, cost_after: dict[RowState, int]) -> int:
        return min(
            (
                cost + cost_after[RowState(deal.kings_after, touched)]
                for deal in self._sheet_reader.next_deals(row_state.kings)
                for touched, cost in self._cost(row_index, row_state, deal)
            ),
            default=NEVER,
        )

    def cheapest_next_deals(self) -> Iterator[tuple[int, NextDeal]]:
        """Row indexes and deals in readings of the sheet with the least cost."""
        reached = {RowState(START.kings): 0}
        whole = self._least[0][RowState(START.kings)]
        for row in range(len(self._rows)):
            after: dict[RowState, int] = {}
            for place, so_far in reached.items():
                for deal in self._sheet_reader.next_deals(place.kings):
                    for touched, cost in self._cost(row, place, deal):
                        end = RowState(deal.kings_after, touched)
                        if so_far + cost + self._least[row + 1][end] == whole:
                            after[end] = so_far + cost
                            yield row, deal
            reached = after
