"""The least cost of a row as a deal: exact for points of single deals, a bound by the sum for running totals."""

from collections.abc import Iterator
from functools import partial

from trexscore.rules.contract_set import ALL_FIVE_CONTRACTS, contract_set_of
from trexscore.rules.expected_sum import undoubled_sum
from trexscore.rules.kings import KingdomsProgress
from trexscore.rules.paper.cell_changes import (
    SURPRISE_BY_SLIP_KIND,
    RowChanges,
    changes_from_row_to_deal,
    count_king_and_contract_changes,
    doubling_error_amounts,
    likely_meant_totals,
)
from trexscore.rules.paper.cells import ZERO_CELLS, RowCells, known_totals, unknown_cell_indexes
from trexscore.rules.paper.near_points import NearPoints, TotalCorrections
from trexscore.rules.paper.possible_sums import PossibleSums, add_possible_sums, doubling_sum_changes, shifted_sums
from trexscore.rules.paper.remaining_costs import CHANGE_COST, StateBeforeRow, TotalsChangedAndCost
from trexscore.rules.paper.sheet import DealFinder, PossibleDeal, Row
from trexscore.rules.seats import SEATS, Seat


class RowCosts:
    """Computes and caches the costs of reading the rows of a sheet as deals."""

    def __init__(self, deal_finder: DealFinder, rows: tuple[Row, ...]) -> None:
        self._deal_finder = deal_finder
        self._rows = rows
        self._nearby: dict[tuple[int, RowCells, int], NearPoints] = {}
        self._exact: dict[tuple[int, int], int] = {}
        self._floors: dict[tuple[int, int], int] = {}
        self._sums: dict[KingdomsProgress, PossibleSums] = {}

    def near_points(self, row_index: int, totals_before: RowCells, deal: PossibleDeal) -> NearPoints:
        """The possible points near those of the row."""
        possible_points = self._deal_finder.possible_points(deal)
        key = (row_index, totals_before, id(possible_points))
        if key not in self._nearby:
            likely = partial(self._likely_points, self._rows[row_index], totals_before, deal)
            self._nearby[key] = NearPoints(
                possible_points, self._deal_finder.deal_points_cells(totals_before, self._rows[row_index]), likely
            )
        return self._nearby[key]

    def possible_row_changes(
        self, row_index: int, totals_before: RowCells, deal: PossibleDeal, change_count: int
    ) -> Iterator[RowChanges]:
        """All sets of exactly so many changes of a row after which it is this deal."""
        changed_cell_count = change_count - count_king_and_contract_changes(self._rows[row_index], deal)
        if not 0 <= changed_cell_count <= len(SEATS):
            return
        possible_points_near_row = self.near_points(row_index, totals_before, deal)
        for totals in (
            possible_points_near_row.corrections_of_size(changed_cell_count)
            if self._deal_finder.has_running_totals
            else possible_points_near_row.minimal_corrections(changed_cell_count)
        ):
            yield changes_from_row_to_deal(
                self._deal_finder.rules,
                row_index,
                self._rows[row_index],
                deal,
                self._as_written_totals(totals_before, totals),
            )

    def cache_exact_totals_cost(self, row_index: int, deal: PossibleDeal) -> bool:
        """Compute the exact cost of the row's totals as this deal. Returns whether it was not known yet.

        For combined contracts, two changes are assumed to be enough if one is not.
        """
        key = (row_index, id(self._deal_finder.possible_points(deal)))
        if key in self._exact:
            return False
        possible_points_near_row = self.near_points(row_index, ZERO_CELLS, deal)
        written = self._rows[row_index]._replace(king=None, contract_set=None)
        for changed in range(len(SEATS) + 1) if possible_points_near_row.is_listed else range(2):
            changes = possible_points_near_row.minimal_corrections(changed)
            if changes:
                all_changes = (
                    changes_from_row_to_deal(self._deal_finder.rules, row_index, written, deal, totals)
                    for totals in changes
                )
                self._exact[key] = CHANGE_COST * changed + min(row_changes.surprise for row_changes in all_changes)
                return True
        self._exact[key] = 2 * CHANGE_COST
        return True

    def deal_points_costs(
        self, row_index: int, _state_before: StateBeforeRow, possible_deal: PossibleDeal
    ) -> Iterator[TotalsChangedAndCost]:
        """The cost function for sheets with the points of each deal."""
        key = (row_index, id(self._deal_finder.possible_points(possible_deal)))
        cost = self._exact.get(key)
        if cost is None:
            cost = self._floors.get(key)
        if cost is None:
            fits = self._deal_finder.possible_points(possible_deal).fits(self._rows[row_index].cells)
            cost = self._floors[key] = 0 if fits else CHANGE_COST
        yield False, self._king_and_contracts_cost(row_index, possible_deal) + cost

    def running_totals_costs(
        self, row_index: int, state_before: StateBeforeRow, deal: PossibleDeal
    ) -> Iterator[TotalsChangedAndCost]:
        """The cost function for running totals: a row is unchanged, or changed.

        An unchanged row needs a possible sum, and possible totals if the row before is unchanged too. A change moves
        the sum, so if the sum was right and is the only possible one, two totals have changed.
        """
        cells, named = self._rows[row_index].cells, self._king_and_contracts_cost(row_index, deal)
        sums = self._possible_running_sums(deal.progress_after)
        adds_up = bool(unknown_cell_indexes(cells)) or sum(known_totals(cells)) in sums
        if adds_up and (state_before.previous_row_changed or self._fits_as_written(row_index, deal)):
            yield False, named
        changes = 2 if adds_up and len(sums) == 1 and not unknown_cell_indexes(cells) else 1
        yield True, named + CHANGE_COST * changes

    def _fits_as_written(self, row_index: int, deal: PossibleDeal) -> bool:
        cells_before = self._rows[row_index - 1].cells if row_index else ZERO_CELLS
        return bool(self.near_points(row_index, cells_before, deal).corrections_of_size(0))

    def _king_and_contracts_cost(self, row_index: int, deal: PossibleDeal) -> int:
        return (CHANGE_COST + SURPRISE_BY_SLIP_KIND["contract"]) * count_king_and_contract_changes(
            self._rows[row_index], deal
        )

    def _possible_running_sums(self, kingdoms_progress: KingdomsProgress) -> PossibleSums:
        """The possible sums of running totals."""
        if kingdoms_progress not in self._sums:
            rules = self._deal_finder.rules
            deals = [
                contract_set_of((contract,))
                for king in kingdoms_progress.kings_so_far
                for contract in ALL_FIVE_CONTRACTS.without(kingdoms_progress.contracts_left_by_king[king]).contracts
            ]
            sums = add_possible_sums(doubling_sum_changes(rules, deal) for deal in deals)
            self._sums[kingdoms_progress] = shifted_sums(sum(undoubled_sum(rules, deal) for deal in deals), sums)
        return self._sums[kingdoms_progress]

    def _as_written_totals(self, totals_before: RowCells, total_corrections: TotalCorrections) -> TotalCorrections:
        """Totals of a deal as they are written on the sheet."""
        if not self._deal_finder.has_running_totals:
            return total_corrections
        return tuple((seat, value + (totals_before[seat] or 0)) for seat, value in total_corrections)

    def _likely_points(self, row: Row, totals_before: RowCells, deal: PossibleDeal, seat: Seat) -> list[int]:
        written, total_before = row.cells[seat], totals_before[seat] if self._deal_finder.has_running_totals else 0
        if written is None or total_before is None:
            return []
        steps = doubling_error_amounts(self._deal_finder.rules, deal.contract_set)
        return [value - total_before for value in {*likely_meant_totals(written), *(written + step for step in steps)}]
