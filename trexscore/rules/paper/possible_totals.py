"""The possible totals of a deal.

Totals of a single contract are few and listed. Those of combined contracts are too many and are computed on demand
(`combined_totals`). Both answer the same question: which possible totals match these cells?
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations
from typing import Protocol

from trexscore.rules.cards import IN_A_SUIT, QUEENS, Contract
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.forecast.outcomes import ItemKind, item_outcomes
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.paper.cells import Cells, add_to_each, distributions_over_seats, known_totals, unknown_indexes
from trexscore.rules.paper.combined_totals import CombinedTotals
from trexscore.rules.seats import NO_POINTS, SEATS, BySeat, Points, Seat
from trexscore.rules.tables.points import points_table


class PossibleTotals(Protocol):
    """The possible totals of a deal."""

    def fits(self, cells: Cells) -> bool:
        """Whether some captures give these totals."""

    def matching_totals(self, cells: Cells) -> Iterator[Points]:
        """All possible totals that match the known cells, each once."""

    def adds_up(self, cells: Cells) -> bool:
        """A quick check: whether each total and the sum are possible by themselves."""


def possible_totals_of(rules: HouseRules, contract_set: ContractSet, king: Seat) -> PossibleTotals:
    """The possible totals of these contracts. The king only matters if the leader of a trick does."""
    if len(contract_set.contracts) == 1:
        return _totals_of_contract(rules, contract_set.contracts[0])
    matters = rules.own_capture_pays_leader and Contract.COLLECTIONS in contract_set.contracts
    return _cached_combined_totals(rules, contract_set, king if matters else Seat.A)


class ListedTotals:
    """A list of totals, indexed by the known cells."""

    def __init__(self, totals: set[Points]) -> None:
        self._totals = totals
        self._by_known: dict[tuple[int, ...], dict[tuple[int, ...], list[Points]]] = {}

    def fits(self, cells: Cells) -> bool:
        """Whether some captures give these totals."""
        return cells in self._totals or next(self.matching_totals(cells), None) is not None

    def matching_totals(self, cells: Cells) -> Iterator[Points]:
        """All listed totals that match the known cells."""
        places = unknown_indexes(cells)
        if places not in self._by_known:
            self._by_known[places] = self._indexed(places)
        return iter(self._by_known[places].get(known_totals(cells), ()))

    def adds_up(self, cells: Cells) -> bool:
        """The same as `fits`, which is quick here."""
        return self.fits(cells)

    def _indexed(self, places: tuple[int, ...]) -> dict[tuple[int, ...], list[Points]]:
        index: dict[tuple[int, ...], list[Points]] = {}
        for points in sorted(self._totals):
            index.setdefault(tuple(points[seat] for seat in SEATS if seat not in places), []).append(points)
        return index


@lru_cache(maxsize=256)
def _totals_of_contract(rules: HouseRules, contract: Contract) -> PossibleTotals:
    table, ways_by_kind = points_table(rules), item_outcomes(rules, combined=False)
    if contract is Contract.KING_OF_HEARTS:
        return ListedTotals({way.points for way in ways_by_kind[ItemKind.KING]})
    if contract is Contract.QUEENS:
        totals = {NO_POINTS}
        for _ in QUEENS:
            totals = set().union(
                *(add_to_each(points, totals) for points in {way.points for way in ways_by_kind[ItemKind.QUEEN]})
            )
        return ListedTotals(totals)
    if contract is Contract.TREX:
        return ListedTotals({BySeat(*order) for order in permutations(table.trex)})
    each = table.diamond if contract is Contract.DIAMONDS else table.trick
    return ListedTotals({counts.map(each.__mul__) for counts in distributions_over_seats(IN_A_SUIT)})


_cached_combined_totals = lru_cache(maxsize=256)(CombinedTotals)
