"""The possible points of a deal.

The points of a single contract are few and listed. Those of combined contracts are too many and are computed on demand
(`combined_points`). Both answer the same question: which possible points match these cells?
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations

from trexscore.rules.cards import CARDS_PER_SUIT, QUEENS, Contract
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.forecast.item_outcomes import ItemKind, item_outcomes
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.paper.cells import (
    RowCells,
    add_to_each,
    distributions_over_seats,
    known_totals,
    unknown_cell_indexes,
)
from trexscore.rules.paper.combined_points import CombinedPossiblePoints
from trexscore.rules.seats import NO_POINTS, SEATS, BySeat, Points, Seat
from trexscore.rules.tables.points import points_table


class ListedPossiblePoints:
    """A list of possible points, indexed by the known cells."""

    def __init__(self, points: set[Points]) -> None:
        self._points = points
        self._by_known: dict[tuple[int, ...], dict[tuple[int, ...], list[Points]]] = {}

    def fits(self, cells: RowCells) -> bool:
        """Whether some captures give these points."""
        return cells in self._points or next(self.matching_points(cells), None) is not None

    def matching_points(self, cells: RowCells) -> Iterator[Points]:
        """All listed points that match the known cells."""
        unknown_cells = unknown_cell_indexes(cells)
        if unknown_cells not in self._by_known:
            self._by_known[unknown_cells] = self._points_by_known_cells(unknown_cells)
        return iter(self._by_known[unknown_cells].get(known_totals(cells), ()))

    def _points_by_known_cells(self, unknown_indexes: tuple[int, ...]) -> dict[tuple[int, ...], list[Points]]:
        index: dict[tuple[int, ...], list[Points]] = {}
        for points in sorted(self._points):
            index.setdefault(tuple(points[seat] for seat in SEATS if seat not in unknown_indexes), []).append(points)
        return index


PossiblePoints = ListedPossiblePoints | CombinedPossiblePoints
"""The possible points of a deal: which of them match these cells?"""


def possible_points_of(rules: HouseRules, contract_set: ContractSet, king: Seat) -> PossiblePoints:
    """The possible points of these contracts. The king only matters if the leader of a trick does."""
    if len(contract_set.contracts) == 1:
        return _possible_points_of_contract(rules, contract_set.contracts[0])
    matters = rules.own_capture_pays_leader and Contract.COLLECTIONS in contract_set.contracts
    return _cached_combined_points(rules, contract_set, king if matters else Seat.A)


@lru_cache(maxsize=256)
def _possible_points_of_contract(rules: HouseRules, contract: Contract) -> PossiblePoints:
    table, outcomes_by_kind = points_table(rules), item_outcomes(rules, are_contracts_combined=False)
    if contract is Contract.KING_OF_HEARTS:
        return ListedPossiblePoints({way.points for way in outcomes_by_kind[ItemKind.KING]})
    if contract is Contract.QUEENS:
        sums = {NO_POINTS}
        for _ in QUEENS:
            sums = set().union(
                *(add_to_each(points, sums) for points in {way.points for way in outcomes_by_kind[ItemKind.QUEEN]})
            )
        return ListedPossiblePoints(sums)
    if contract is Contract.TREX:
        return ListedPossiblePoints({BySeat(*order) for order in permutations(table.trex)})
    points_of_item = table.diamond if contract is Contract.DIAMONDS else table.trick
    return ListedPossiblePoints(
        {counts.map(points_of_item.__mul__) for counts in distributions_over_seats(CARDS_PER_SUIT)}
    )


_cached_combined_points = lru_cache(maxsize=256)(CombinedPossiblePoints)
