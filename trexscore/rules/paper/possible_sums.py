"""The possible sums of deals: their face value, moved by doubled cards."""

from collections.abc import Iterable
from functools import lru_cache

from trexscore.rules.captures import TakenCard
from trexscore.rules.cards import QUEENS, Card, Contract
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.expected_sum import doubling_sum_change, undoubled_sum
from trexscore.rules.forecast.item_outcomes import ItemKind, item_outcomes
from trexscore.rules.house_rules import HouseRules

PossibleSums = frozenset[int]
DoublingSumChanges = frozenset[int]
ONLY_ZERO: PossibleSums = frozenset({0})


@lru_cache(maxsize=1024)
def possible_sums_of_deal(rules: HouseRules, contract_set: ContractSet) -> PossibleSums:
    """All sums that captures of these contracts can have."""
    return shifted_sums(undoubled_sum(rules, contract_set), doubling_sum_changes(rules, contract_set))


@lru_cache(maxsize=1024)
def doubling_sum_changes(rules: HouseRules, contract_set: ContractSet) -> DoublingSumChanges:
    """All amounts by which doubled cards can move the sum of a deal."""
    is_combined_deal = len(contract_set.contracts) > 1
    outcomes_by_kind = item_outcomes(rules, are_contracts_combined=is_combined_deal)
    moves = ONLY_ZERO
    for contract, kind, cards in (
        (Contract.KING_OF_HEARTS, ItemKind.KING, (Card.KING_OF_HEARTS,)),
        (Contract.QUEENS, ItemKind.QUEEN, QUEENS),
    ):
        if contract in contract_set.contracts:
            captures = [
                way.capture_or_trex_order
                for way in outcomes_by_kind[kind]
                if isinstance(way.capture_or_trex_order, TakenCard)
            ]
            changes = frozenset(doubling_sum_change(rules, cards[0], taken) for taken in captures)
            moves = add_possible_sums((moves, *(changes for _ in cards)))
    return moves


def add_possible_sums(summands: Iterable[PossibleSums]) -> PossibleSums:
    """All sums of one element of each set."""
    totals = ONLY_ZERO
    for values in summands:
        totals = frozenset(total + value for total in totals for value in values)
    return totals


def shifted_sums(shift: int, sums: PossibleSums) -> PossibleSums:
    return frozenset(shift + value for value in sums)
