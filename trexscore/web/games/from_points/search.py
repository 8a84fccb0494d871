"""Finds the captures that can give the known points of a deal, as values that a job stores: no texts, no addresses."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, product

import msgspec

from trexscore.game.state import State
from trexscore.rules.captures import Captures
from trexscore.rules.cards import CONTRACTS, QUEENS, Contract
from trexscore.rules.contract_set import ContractSet, contract_set_of, contract_set_of_names
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.paper.cells import RowCells, known_totals, unknown_cell_indexes
from trexscore.rules.paper.possible_capture_groups import (
    DealWithUnknownCaptures,
    PossibleCaptureGroup,
    PossibleCaptureGroups,
    capture_groups_of,
    captures_in_common,
)
from trexscore.rules.paper.possible_points import possible_points_of
from trexscore.rules.paper.possible_sums import possible_sums_of_deal
from trexscore.rules.seats import SEATS, BySeat, Seat
from trexscore.rules.validation import playable_contract_sets
from trexscore.web.games.upcoming_deal import announcement_of
from trexscore.web.games.view import rules_of

_MAX_LISTED_RESULTS = 6
_MAX_LISTED_SUMS = 4

IsOutOfTime = Callable[[], bool]


class CertainCaptures(msgspec.Struct, frozen=True):
    """What all possible captures have in common."""

    captures: Captures
    fewest_queens: BySeat[int]
    """How many queens each player took at least, whichever suit and doubled or not."""
    most_queens: BySeat[int]


class PossibleContractSet(msgspec.Struct, frozen=True, rename={"certain_captures": "certain"}):
    """Contracts of one deal that can give the points, with the simplest captures that do."""

    contracts: tuple[Contract, ...]
    listed_groups: tuple[PossibleCaptureGroup, ...]
    hidden_count: int
    """How many captures are not in the listed groups."""
    possibility_count: int
    all_counted: bool
    certain_captures: CertainCaptures | None
    """None unless all possible captures are known."""


class PossibleContractSums(msgspec.Struct, frozen=True):
    """The sums that the four points can have under some contracts, the smallest first."""

    contracts: tuple[Contract, ...]
    sums: tuple[int, ...]


class Impossibility(msgspec.Struct, frozen=True):
    """Why the requested contracts cannot give the points."""

    sum: int | None
    """None if one of the points is unknown."""
    is_sum_possible: bool
    expected_sums: tuple[PossibleContractSums, ...]
    """Empty if there are too many contracts to list."""
    played_contracts: tuple[Contract, ...]
    """Contracts that can give the points, but that this king has played."""


class SignVariant(msgspec.Struct, frozen=True, rename={"signed_points": "cells"}):
    """The same numbers with some signs changed, and contracts that can give them."""

    contracts: tuple[Contract, ...]
    signed_points: RowCells


class SearchResult(
    msgspec.Struct,
    frozen=True,
    rename={"possible_contract_sets": "possible_contracts", "requested_impossibility": "impossibility"},
):
    """What the points can mean. If the requested contracts are impossible: why, and what else is possible."""

    possible_contract_sets: tuple[PossibleContractSet, ...]
    requested_impossibility: Impossibility | None
    sign_variants: tuple[SignVariant, ...]

    @property
    def only_possibility(self) -> tuple[tuple[Contract, ...], Captures] | None:
        """The contracts and captures if there is exactly one possibility, and it is one of those requested."""
        counts = [(possible.possibility_count, possible.all_counted) for possible in self.possible_contract_sets]
        if self.requested_impossibility is not None or counts != [(1, True)]:
            return None
        first_possibility = self.possible_contract_sets[0]
        return first_possibility.contracts, first_possibility.listed_groups[0].common_captures


def search_captures_giving_points(
    state: State, king: Seat, contract_set: ContractSet | None, typed_points: RowCells, is_out_of_time: IsOutOfTime
) -> SearchResult:
    """What these points of a deal of this king can mean, under these contracts (None: under any)."""
    rules = rules_of(state)
    contract_sets_left = playable_contract_sets(rules, contract_set_of_names(state.result.remaining[king.name]))
    requested_contract_sets = [possible for possible in contract_sets_left if contract_set in (None, possible)]
    found_contract_sets = _find_possible_contract_sets(
        state, king, requested_contract_sets, typed_points, is_out_of_time
    )
    if found_contract_sets:
        return SearchResult(found_contract_sets, None, ())
    other_contract_sets = [possible for possible in contract_sets_left if possible not in requested_contract_sets]
    return SearchResult(
        _find_possible_contract_sets(state, king, other_contract_sets, typed_points, is_out_of_time),
        _find_impossibility(
            rules,
            requested_contract_sets or contract_sets_left,
            typed_points,
            tuple(_find_played_contracts(rules, king, contract_sets_left, typed_points)),
        ),
        tuple(
            islice(
                _find_sign_variants(rules, king, requested_contract_sets or contract_sets_left, typed_points),
                _MAX_LISTED_RESULTS,
            )
        ),
    )


def _find_possible_contract_sets(
    state: State, king: Seat, contract_sets: Iterable[ContractSet], typed_points: RowCells, is_out_of_time: IsOutOfTime
) -> tuple[PossibleContractSet, ...]:
    rules, found = rules_of(state), []
    for contract_set in contract_sets:
        announced = announcement_of(state, contract_set)
        doubled = None if announced is None else announced.holder_by_doubled_card
        groups = capture_groups_of(
            DealWithUnknownCaptures(rules, contract_set, king, typed_points), doubled, is_out_of_time
        )
        if groups is not None:
            found.append(_possible_contract_set(contract_set, groups))
    return tuple(found)


def _possible_contract_set(contract_set: ContractSet, capture_groups: PossibleCaptureGroups) -> PossibleContractSet:
    return PossibleContractSet(
        contract_set.contracts,
        capture_groups.groups[:_MAX_LISTED_RESULTS],
        sum(group.possibility_count for group in capture_groups.groups[_MAX_LISTED_RESULTS:]),
        capture_groups.possibility_count,
        capture_groups.are_all_counted,
        _certain_captures(capture_groups.groups) if capture_groups.groups and capture_groups.are_all_counted else None,
    )


def _certain_captures(groups: Sequence[PossibleCaptureGroup]) -> CertainCaptures:
    """What all groups have in common. The captures of a group have the same number of queens for each player."""
    queens = [_count_queens(group.example_captures) for group in groups]
    return CertainCaptures(
        captures_in_common(group.common_captures for group in groups),
        BySeat(*(min(counts) for counts in zip(*queens, strict=True))),
        BySeat(*(max(counts) for counts in zip(*queens, strict=True))),
    )


def _count_queens(captures: Captures) -> BySeat[int]:
    takers = [taken.taken_by for card, taken in captures.cards if card in QUEENS]
    return BySeat(*map(takers.count, SEATS))


def _find_impossibility(
    rules: HouseRules,
    contract_sets: Iterable[ContractSet],
    typed_points: RowCells,
    played_contracts: tuple[Contract, ...],
) -> Impossibility:
    if unknown_cell_indexes(typed_points):
        return Impossibility(None, is_sum_possible=False, expected_sums=(), played_contracts=played_contracts)
    total = sum(known_totals(typed_points))
    possible_sums_by_contract_set = {
        contract_set: possible_sums_of_deal(rules, contract_set) for contract_set in contract_sets
    }
    is_sum_possible = any(total in sums for sums in possible_sums_by_contract_set.values())
    listed_expected_sums = (
        possible_sums_by_contract_set.items() if len(possible_sums_by_contract_set) <= len(CONTRACTS) else ()
    )
    expected_sums = tuple(
        PossibleContractSums(contract_set.contracts, tuple(sorted(sums, key=abs)[:_MAX_LISTED_SUMS]))
        for contract_set, sums in listed_expected_sums
    )
    return Impossibility(total, is_sum_possible, expected_sums, played_contracts)


def _find_played_contracts(
    rules: HouseRules, king: Seat, contract_sets_left: Iterable[ContractSet], typed_points: RowCells
) -> Iterator[Contract]:
    open_now = {contract for contract_set in contract_sets_left for contract in contract_set.contracts}
    for contract in CONTRACTS:
        if contract not in open_now and possible_points_of(rules, contract_set_of((contract,)), king).fits(
            typed_points
        ):
            yield contract


def _find_sign_variants(
    rules: HouseRules, king: Seat, contract_sets: Iterable[ContractSet], typed_points: RowCells
) -> Iterator[SignVariant]:
    """The points with other signs: many tables write losses without a minus. With a blank, only losses are tried."""
    signs = [(value,) if value is None else dict.fromkeys((-abs(value), abs(value))) for value in typed_points]
    variants = [BySeat(*values) for values in product(*signs)]
    for contract_set in contract_sets:
        possible_points = possible_points_of(rules, contract_set, king)
        for variant in variants[:1] if unknown_cell_indexes(typed_points) else variants:
            if variant != typed_points and possible_points.fits(variant):
                yield SignVariant(contract_set.contracts, variant)
