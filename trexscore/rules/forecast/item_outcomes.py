"""The rest of a game as items with a few possible outcomes: cards, diamonds, tricks, and orders in Trex."""

from enum import StrEnum
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from trexscore.rules.captures import Captures, TakenCard
from trexscore.rules.cards import CARDS_PER_SUIT, QUEENS, Card, Contract
from trexscore.rules.contract_set import ALL_FOUR_PENALTY_CONTRACTS, ContractSet
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.scoring import scorer_of
from trexscore.rules.seats import NO_POINTS, SEATS, BySeat, Points, Seat
from trexscore.rules.tables.points import points_table
from trexscore.rules.validation import may_double_in_single_contract, playable_contract_sets


class ItemKind(StrEnum):
    """The kinds of open items; those that move most points come first."""

    TREX = "trex"
    KING = "king"
    QUEEN = "queen"
    DIAMOND = "diamond"
    TRICK = "trick"

    __hash__ = str.__hash__


ITEM_KINDS = tuple(ItemKind)
DIAMOND_INDEX = ITEM_KINDS.index(ItemKind.DIAMOND)
"""Diamonds and tricks come last: they are shared out by number, after every card and order in Trex."""


class ItemOutcome(NamedTuple):
    """A possible outcome of an item: how the card was taken, who took the diamond or trick, or the order in Trex."""

    points: Points
    trex_first_seat: Seat | None
    capture_or_trex_order: TakenCard | Seat | BySeat[Seat]


ItemCounts = tuple[int, int, int, int, int]
"""The number of items of each kind."""


class RemainingItems(NamedTuple):
    """The rest of a game. `independent_counts`: of items that do not depend on each other. Those of a deal of all
    four contracts do.
    """

    independent_counts: ItemCounts
    four_contract_kings: tuple[Seat, ...]
    """The kings who still play all four contracts in one deal."""


def remaining_items(rules: HouseRules, contracts_left_by_king: BySeat[ContractSet]) -> RemainingItems | None:
    """The rest of a game by the contracts that the kings have left; None if the rules do not allow to play them all.

    If contracts can but need not be combined, single deals allow all endings of combined ones, which only have more
    restrictions. So only deals that must be combined stay together.
    """
    kings_of_combined_deals = tuple(
        seat
        for seat in SEATS
        if rules.combining == "all_four" and contracts_left_by_king[seat].overlaps(ALL_FOUR_PENALTY_CONTRACTS)
    )
    if any(not _can_play_all_contracts_left(rules, contracts_left_by_king[seat]) for seat in SEATS):
        return None
    owed = [contract for seat in SEATS for contract in contracts_left_by_king[seat].contracts]
    if kings_of_combined_deals:
        return RemainingItems((owed.count(Contract.TREX), 0, 0, 0, 0), kings_of_combined_deals)
    item_count_by_contract = {
        Contract.TREX: 1,
        Contract.KING_OF_HEARTS: 1,
        Contract.QUEENS: len(QUEENS),
        Contract.DIAMONDS: CARDS_PER_SUIT,
        Contract.COLLECTIONS: CARDS_PER_SUIT,
    }
    trex, king, queens, diamonds, tricks = (
        owed.count(contract) * number for contract, number in item_count_by_contract.items()
    )
    return RemainingItems((trex, king, queens, diamonds, tricks), ())


def _can_play_all_contracts_left(rules: HouseRules, contracts_left: ContractSet) -> bool:
    """Whether a king can play all contracts left: not if all four must be combined and one was played."""
    bits = 0
    for contract_set in playable_contract_sets(rules, contracts_left):
        bits |= contract_set.bits
    return bits == contracts_left.bits


@lru_cache(maxsize=64)
def item_outcomes(rules: HouseRules, *, are_contracts_combined: bool) -> dict[ItemKind, tuple[ItemOutcome, ...]]:
    """The possible outcomes by kind. Those of a diamond and of a trick are in the order of seats."""
    score = scorer_of(rules).score
    table = points_table(rules)
    orders = [BySeat(*order) for order in permutations(SEATS)]
    trex = tuple(ItemOutcome(score(Captures((), None, None, order)).points, order.A, order) for order in orders)
    return {
        ItemKind.TREX: trex,
        ItemKind.KING: _card_outcomes(rules, Card.KING_OF_HEARTS, are_contracts_combined=are_contracts_combined),
        ItemKind.QUEEN: _card_outcomes(rules, Card.QUEEN_OF_SPADES, are_contracts_combined=are_contracts_combined),
        ItemKind.TRICK: tuple(ItemOutcome(NO_POINTS.replacing(seat, table.trick), None, seat) for seat in SEATS),
        ItemKind.DIAMOND: tuple(ItemOutcome(NO_POINTS.replacing(seat, table.diamond), None, seat) for seat in SEATS),
    }


def _card_outcomes(rules: HouseRules, card: Card, *, are_contracts_combined: bool) -> tuple[ItemOutcome, ...]:
    """Not doubled, and doubled by each seat, own captures last. Leaders only matter if the rules pay them."""
    doubled = may_double_in_single_contract(rules, card) and (
        rules.doubling_when_combined or not are_contracts_combined
    )
    captures = [TakenCard(taker) for taker in SEATS]
    captures += [TakenCard(*seats) for seats in (permutations(SEATS, 2) if doubled else ())]
    for taker in SEATS if doubled else ():
        captures += [
            TakenCard(taker, taker, leader) for leader in (SEATS if rules.own_capture_pays_leader else (None,))
        ]
    return tuple(
        ItemOutcome(scorer_of(rules).score(Captures(((card, taken),))).points, None, taken) for taken in captures
    )
