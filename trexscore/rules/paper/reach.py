"""Which totals a deal can come to at all.

Totals of a single contract are few, and listed. Those of combined contracts are too many: there it is worked out for
the totals asked about (`together`). Either way one question is enough for all others: which totals agree with these?
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations
from typing import Protocol

from trexscore.rules.cards import IN_A_SUIT, QUEENS, Contract
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.forecast.ways import Kind, ways
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.paper.cells import Cells, blanks, counts_of, known, sums_of
from trexscore.rules.paper.together import Together
from trexscore.rules.seats import NO_POINTS, SEATS, BySeat, Points, Seat
from trexscore.rules.tables.points import points_table


class Reach(Protocol):
    """What the captures of a deal can come to."""

    def fits(self, cells: Cells) -> bool:
        """Whether some captures give these totals."""

    def fillings(self, cells: Cells) -> Iterator[Points]:
        """All that captures can give and that agrees with the totals that are known, each once."""

    def adds_up(self, cells: Cells) -> bool:
        """Whether each seat can have its total, and all four their sum: as much as is seen at once."""


def reach_of(rules: HouseRules, programme: ContractSet, king: Seat) -> Reach:
    """What these contracts can come to. Who is king counts only where the leader of a trick does."""
    if len(programme.contracts) == 1:
        return _single(rules, programme.contracts[0])
    matters = rules.leader_is_paid and Contract.COLLECTIONS in programme.contracts
    return _together(rules, programme, king if matters else Seat.A)


class Listed:
    """Totals few enough to be listed, and looked up by whichever of the four are known."""

    def __init__(self, totals: set[Points]) -> None:
        self._totals = totals
        self._by_known: dict[tuple[int, ...], dict[tuple[int, ...], list[Points]]] = {}

    def fits(self, cells: Cells) -> bool:
        """Whether some captures give these totals."""
        return cells in self._totals or next(self.fillings(cells), None) is not None

    def fillings(self, cells: Cells) -> Iterator[Points]:
        """All that agrees with the totals that are known."""
        places = blanks(cells)
        if places not in self._by_known:
            self._by_known[places] = self._indexed(places)
        return iter(self._by_known[places].get(known(cells), ()))

    def adds_up(self, cells: Cells) -> bool:
        """Nothing less than that they fit: that is seen at once here."""
        return self.fits(cells)

    def _indexed(self, places: tuple[int, ...]) -> dict[tuple[int, ...], list[Points]]:
        index: dict[tuple[int, ...], list[Points]] = {}
        for points in sorted(self._totals):
            index.setdefault(tuple(points[seat] for seat in SEATS if seat not in places), []).append(points)
        return index


@lru_cache(maxsize=256)
def _single(rules: HouseRules, contract: Contract) -> Reach:
    table, of = points_table(rules), ways(rules, combined=False)
    if contract is Contract.KING_OF_HEARTS:
        return Listed({way.points for way in of[Kind.KING]})
    if contract is Contract.QUEENS:
        totals = {NO_POINTS}
        for _ in QUEENS:
            totals = set().union(*(sums_of(points, totals) for points in {way.points for way in of[Kind.QUEEN]}))
        return Listed(totals)
    if contract is Contract.TREX:
        return Listed({BySeat(*order) for order in permutations(table.trex)})
    each = table.diamond if contract is Contract.DIAMONDS else table.trick
    return Listed({counts.map(each.__mul__) for counts in counts_of(IN_A_SUIT)})


@lru_cache(maxsize=256)
def _together(rules: HouseRules, programme: ContractSet, king: Seat) -> Reach:
    return Together(rules, programme, king)
