"""Validates deals: each part by itself, then what cannot be true together of thirteen tricks."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import get_args

from trexscore.rules.captures import Captures, TakenCard
from trexscore.rules.cards import CARDS_PER_SUIT, CARDS_PER_TRICK, QUEENS, SUIT_BY_QUEEN, Card, Contract
from trexscore.rules.contract_set import (
    ALL_FIVE_CONTRACTS,
    ALL_FOUR_PENALTY_CONTRACTS,
    CONTRACT_SETS,
    NO_CONTRACTS,
    TREX_ALONE,
    ContractSet,
)
from trexscore.rules.house_rules import Combining, HouseRules
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEATS, BySeat, Seat


@cache
def combining_refusals_by_bits(combining: Combining) -> tuple[tuple[Refusal, ...], ...]:
    """Why contracts cannot be combined in one deal, for each of the 32 contract sets by its bits."""
    return tuple(_combining_refusals(combining, contract_set) for contract_set in CONTRACT_SETS)


def _combining_refusals(combining: Combining, contract_set: ContractSet) -> tuple[Refusal, ...]:
    penalties = contract_set.without(TREX_ALONE)
    reasons = {
        "combining_off": combining == "none" and len(contract_set.contracts) > 1,
        "trex_stands_alone": combines_trex(contract_set),
        "all_four_together": combining == "all_four" and penalties not in (NO_CONTRACTS, ALL_FOUR_PENALTY_CONTRACTS),
    }
    return tuple(
        refuse(code, "contracts", contracts=contract_set.contracts) for code, holds in reasons.items() if holds
    )


def combines_trex(contract_set: ContractSet) -> bool:
    """Whether Trex is combined with another contract, which no house rules allow."""
    return contract_set.overlaps(TREX_ALONE) and contract_set is not TREX_ALONE


def playable_contract_sets(rules: HouseRules, contracts_left: ContractSet) -> tuple[ContractSet, ...]:
    """The contract sets that a king with these contracts left may play next, single ones first."""
    remaining_contract_sets = (
        contract_set for contract_set in CONTRACT_SETS[1:] if contract_set.bits & ~contracts_left.bits == 0
    )
    refusals_by_bits = combining_refusals_by_bits(rules.combining)
    allowed_contract_sets = (
        contract_set for contract_set in remaining_contract_sets if not refusals_by_bits[contract_set.bits]
    )
    return tuple(
        sorted(allowed_contract_sets, key=lambda contract_set: (len(contract_set.contracts), contract_set.bits))
    )


def contract_sets_by_combining() -> dict[str, list[tuple[Contract, ...]]]:
    """The contracts that may be played in one deal, by `combining`, for the phone."""
    combinings: tuple[Combining, ...] = get_args(Combining)
    return {
        combining: [
            contract_set.contracts
            for contract_set in playable_contract_sets(HouseRules(combining=combining), ALL_FIVE_CONTRACTS)
        ]
        for combining in combinings
    }


def may_double_in_single_contract(rules: HouseRules, card: Card) -> bool:
    """Whether the holder of this card may double it (in a deal of a single contract)."""
    if rules.doubling == "off":
        return False
    return card is Card.KING_OF_HEARTS or rules.doubling == "king_of_hearts_and_queens"


def card_capture_refusal(
    rules: HouseRules, card: Card, taken_card: TakenCard, *, are_contracts_combined: bool, is_after_revoke: bool
) -> Refusal | None:
    """Why a capture is not possible: the card cannot be doubled, or the leader who gains is missing.

    After a revoke no leader is required, because captures are charged to the offender.
    """
    if taken_card.doubled_by is None:
        return None
    path = card_path_in_captures(card)
    if not may_double_in_single_contract(rules, card):
        return refuse("doubling_off", f"{path}.doubled_by", card=card)
    if are_contracts_combined and not rules.doubling_when_combined:
        return refuse("doubling_off_when_combined", f"{path}.doubled_by", card=card)
    if (
        rules.own_capture_pays_leader
        and not is_after_revoke
        and taken_card.doubled_by is taken_card.taken_by
        and taken_card.led_by is None
    ):
        return refuse("leader_missing", f"{path}.led_by", card=card, seat=taken_card.taken_by)
    return None


def refusals_of_wrong_counts(captures: Captures) -> Iterator[Refusal]:
    """Refuse counts that do not add up to thirteen."""
    if captures.diamonds is not None and sum(captures.diamonds) != CARDS_PER_SUIT:
        yield refuse("diamonds_not_13", "captures.diamonds", total=sum(captures.diamonds))
    if captures.tricks is not None and sum(captures.tricks) != CARDS_PER_SUIT:
        yield refuse("tricks_not_13", "captures.tricks", total=sum(captures.tricks))


def capture_contradictions(captures: Captures, king: Seat) -> Iterator[Refusal]:
    """Counts that are each valid but not possible in one deal. All checks but the first need Collections."""
    taken_cards = dict(captures.cards)
    queen = taken_cards.get(Card.QUEEN_OF_DIAMONDS)
    if queen and captures.diamonds and captures.diamonds[queen.taken_by] == 0:
        yield refuse("queen_of_diamonds_without_a_diamond", "captures.diamonds", seat=queen.taken_by)
    if captures.tricks is None:
        return
    for seat in SEATS:
        yield from _seat_contradictions(captures, taken_cards, captures.tricks, seat)
    for card, taken in captures.cards:
        if taken.led_by is not None and taken.led_by is not king and captures.tricks[taken.led_by] == 0:
            yield refuse(
                "leader_never_won_a_trick", f"{card_path_in_captures(card)}.led_by", seat=taken.led_by, card=card
            )


def card_path_in_captures(card: Card) -> str:
    """The path of a card in captures."""
    return f"captures.queens.{SUIT_BY_QUEEN[card]}" if card in QUEENS else "captures.king_of_hearts"


def _seat_contradictions(
    captures: Captures, taken_card_by_card: dict[Card, TakenCard], tricks_by_seat: BySeat[int], seat: Seat
) -> Iterator[Refusal]:
    path, tricks = f"captures.tricks.{seat.name}", tricks_by_seat[seat]
    cards_taken_by_seat = {card: taken for card, taken in taken_card_by_card.items() if taken.taken_by is seat}
    cards = _penalty_card_count(captures, cards_taken_by_seat, seat)
    if cards and tricks == 0:
        yield refuse("penalty_cards_without_a_trick", path, seat=seat, cards=cards)
    elif cards > CARDS_PER_TRICK * tricks:
        yield refuse("more_cards_than_tricks_hold", path, seat=seat, cards=cards, tricks=tricks)
    needed_tricks = _fewest_tricks_for_cards(cards_taken_by_seat)
    if tricks < needed_tricks:
        yield refuse("more_tricks_needed", path, seat=seat, tricks=tricks, needed=needed_tricks)


def _penalty_card_count(captures: Captures, own_taken_card_by_card: dict[Card, TakenCard], seat: Seat) -> int:
    """The number of different penalty cards that a seat took; the queen of diamonds is one of the diamonds."""
    if captures.diamonds is None:
        return len(own_taken_card_by_card)
    queen = Card.QUEEN_OF_DIAMONDS in own_taken_card_by_card
    return len(own_taken_card_by_card) - queen + max(captures.diamonds[seat], queen)


def _fewest_tricks_for_cards(own_taken_card_by_card: dict[Card, TakenCard]) -> int:
    """The fewest tricks for these cards: a player has one card in a trick, and a trick has one leader."""
    holders = Counter(taken.doubled_by for taken in own_taken_card_by_card.values() if taken.doubled_by is not None)
    leaders = {taken.led_by for taken in own_taken_card_by_card.values() if taken.led_by is not None}
    return max([*holders.values(), len(leaders)])
