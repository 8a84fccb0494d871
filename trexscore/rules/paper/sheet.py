"""A sheet as it was written, and the possible orders of its deals."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from trexscore.rules.cards import CONTRACTS
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.kings import KingdomsProgress, possible_next_kings
from trexscore.rules.paper.cells import BLANK_CELLS, ZERO_CELLS, RowCells, subtract_cells, unknown_cell_indexes
from trexscore.rules.paper.possible_points import ListedPossiblePoints, PossiblePoints, possible_points_of
from trexscore.rules.seats import SEATS, Points, Seat
from trexscore.rules.validation import playable_contract_sets

MAX_DEALS = len(SEATS) * len(CONTRACTS)
"""The deals of the longest game. Later rows are not read."""
_MAX_DISTINGUISHED_VALUES, _MAX_DISTINGUISHED_COMBINED_VALUES = 1000, 20
"""The most possible values of unreadable running totals that are distinguished; fewer for combined contracts."""
_MAX_EXACT_SECONDS = 3.5
"""Seconds for reading. After that, totals with a possible sum are taken as possible."""
Clock = Callable[[], float]
"""Returns the seconds since the start."""


class Row(NamedTuple):
    """A deal on paper; None for what was not written down."""

    king: Seat | None = None
    contract_set: ContractSet | None = None
    cells: RowCells = BLANK_CELLS


class Sheet(NamedTuple):
    """The rows on paper, up to the longest game."""

    rows: tuple[Row, ...]
    has_running_totals: bool = False
    """Whether the rows have running totals."""
    excess_row_count: int = 0
    """The number of rows after the longest game."""


class SheetState(NamedTuple):
    """The state of a game: its kings, and its running totals (unused if the sheet has none)."""

    kingdoms_progress: KingdomsProgress
    running_totals: RowCells = ZERO_CELLS


INITIAL_STATE = SheetState(KingdomsProgress(None))


class PossibleDeal(NamedTuple):
    """A possible next deal: king, contracts, and the kings after it."""

    king: Seat
    contract_set: ContractSet
    progress_after: KingdomsProgress


class DealFinder:
    """The possible next deals, and those that fit a row."""

    def __init__(self, rules: HouseRules, *, has_running_totals: bool, clock: Clock = lambda: 0) -> None:
        self.rules = rules
        self.has_running_totals = has_running_totals
        self.clock = clock
        self.is_exact = True
        """Whether all unreadable totals and all captures were considered."""
        self._moves: dict[KingdomsProgress, tuple[PossibleDeal, ...]] = {}
        self._possible_points_by_deal: dict[tuple[int, Seat], PossiblePoints] = {}

    def is_out_of_time(self) -> bool:
        """Whether the time for exact reading is over."""
        return self.clock() > _MAX_EXACT_SECONDS

    def possible_deals(self, kingdoms_progress: KingdomsProgress) -> tuple[PossibleDeal, ...]:
        moves = self._moves.get(kingdoms_progress)
        if moves is None:
            moves = self._moves[kingdoms_progress] = tuple(self._find_possible_deals(kingdoms_progress))
        return moves

    def _find_possible_deals(self, kingdoms_progress: KingdomsProgress) -> Iterator[PossibleDeal]:
        for king in possible_next_kings(self.rules, kingdoms_progress):
            for contract_set in playable_contract_sets(self.rules, kingdoms_progress.contracts_left_by_king[king]):
                yield PossibleDeal(
                    king,
                    contract_set,
                    _kingdoms_progress_after(
                        kingdoms_progress, king, contract_set, is_king_order_fixed=not self.rules.has_free_king_order
                    ),
                )

    def possible_points(self, deal: PossibleDeal) -> PossiblePoints:
        """The possible totals of a deal."""
        key = deal.contract_set.bits, deal.king
        if key not in self._possible_points_by_deal:
            self._possible_points_by_deal[key] = possible_points_of(self.rules, deal.contract_set, deal.king)
        return self._possible_points_by_deal[key]

    def deal_points_cells(self, totals_before: RowCells, row: Row) -> RowCells:
        """The points of a row's deal, given the totals before it."""
        return subtract_cells(row.cells, totals_before) if self.has_running_totals else row.cells

    def written_running_totals(self, row: Row) -> RowCells:
        """The written totals after a row."""
        return row.cells if self.has_running_totals else ZERO_CELLS

    def has_unreadable_running_totals(self, row: Row) -> bool:
        """Whether unreadable totals of the row affect later rows."""
        return self.has_running_totals and bool(unknown_cell_indexes(row.cells))

    def states_after_deal(
        self, state: SheetState, row: Row, deal: PossibleDeal, *, distinguish_values: bool = True
    ) -> Iterator[SheetState]:
        """The states after a row if it is this deal; none if its totals are impossible.

        `distinguish_values`: separate possible values of unreadable totals; if there are too many, they stay unknown.
        """
        possible_points, deal_cells = self.possible_points(deal), self.deal_points_cells(state.running_totals, row)
        if not distinguish_values or not self.has_unreadable_running_totals(row):
            if possible_points.fits(deal_cells):
                yield SheetState(deal.progress_after, self.written_running_totals(row))
            return
        most_distinguished_values = (
            _MAX_DISTINGUISHED_VALUES
            if isinstance(possible_points, ListedPossiblePoints)
            else _MAX_DISTINGUISHED_COMBINED_VALUES
        )
        possible_cells = list(islice(possible_points.matching_points(deal_cells), most_distinguished_values + 1))
        if len(possible_cells) > most_distinguished_values:
            self.is_exact = False
            yield SheetState(deal.progress_after, row.cells)
        else:
            yield from {
                SheetState(deal.progress_after, _totals_after_row(state.running_totals, row, points)): None
                for points in possible_cells
            }


def _totals_after_row(totals_before: RowCells, row: Row, points: Points) -> RowCells:
    """The totals after a row: as written, else computed from the points."""
    gained = totals_before.zip(points, lambda total, points_of_seat: None if total is None else total + points_of_seat)
    return row.cells.zip(gained, lambda written, reckoned: reckoned if written is None else written)


def _kingdoms_progress_after(
    kingdoms_progress: KingdomsProgress, king: Seat, contract_set: ContractSet, *, is_king_order_fixed: bool
) -> KingdomsProgress:
    """The kings after a deal. Past kings are sorted if their order does not matter, so that equal states merge."""
    first_king = (
        kingdoms_progress.first_king if kingdoms_progress.first_king is not None or not is_king_order_fixed else king
    )
    kings_so_far = (
        kingdoms_progress.kings_so_far
        if king in kingdoms_progress.kings_so_far
        else (*kingdoms_progress.kings_so_far, king)
    )
    if not is_king_order_fixed:
        kings_so_far = (*sorted(kings_so_far[:-1]), kings_so_far[-1])
    return KingdomsProgress(
        first_king,
        kings_so_far,
        kingdoms_progress.contracts_left_by_king.replacing(
            king, kingdoms_progress.contracts_left_by_king[king].without(contract_set)
        ),
    )


def king_and_contracts_fit(row: Row, deal: PossibleDeal) -> bool:
    """Whether the written king and contracts fit the deal."""
    return row.king in (None, deal.king) and row.contract_set in (None, deal.contract_set)
