"""The sum of a deal's points, computed from the house rules and the doubled cards.

It checks the points by a second way, so it never uses the points table.
"""

from trexscore.rules.captures import Captures, TakenCard
from trexscore.rules.cards import CARDS_PER_SUIT, QUEENS, Card, Contract
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.house_rules import HouseRules


def expected_sum(rules: HouseRules, contract_set: ContractSet, captures: Captures) -> int:
    """The sum of the four seats' points in a deal with these captures."""
    return undoubled_sum(rules, contract_set) + sum(
        doubling_sum_change(rules, card, taken) for card, taken in captures.cards
    )


def undoubled_sum(rules: HouseRules, contract_set: ContractSet) -> int:
    """The sum of these contracts if nothing is doubled."""
    sum_by_contract = {
        Contract.KING_OF_HEARTS: -rules.king_of_hearts_points,
        Contract.QUEENS: -len(QUEENS) * rules.queen_points,
        Contract.DIAMONDS: -CARDS_PER_SUIT * rules.diamond_points,
        Contract.COLLECTIONS: -CARDS_PER_SUIT * rules.trick_points,
        Contract.TREX: sum(rules.trex_points),
    }
    return rules.sign * sum(sum_by_contract[contract] for contract in contract_set.contracts)


def doubling_sum_change(rules: HouseRules, card: Card, taken_card: TakenCard) -> int:
    """How far a doubled card moves the sum; 0 where one seat gains what the taker loses in addition."""
    if taken_card.doubled_by is None:
        return 0
    signed_card_points = rules.sign * (
        rules.king_of_hearts_points if card is Card.KING_OF_HEARTS else rules.queen_points
    )
    if taken_card.doubled_by is taken_card.taken_by:
        return signed_card_points * _own_capture_factor(rules, taken_card)
    if rules.partnership and taken_card.doubled_by is taken_card.taken_by.partner:
        factors = {"single": 0, "no_bonus": -1, "opponents_gain": 0}
        if rules.partner_capture in factors:
            return signed_card_points * factors[rules.partner_capture]
    return signed_card_points * {"single": 0, "none": -1, "double": 1}[rules.doubler_bonus]


def _own_capture_factor(rules: HouseRules, taken_card: TakenCard) -> int:
    """How many card values the sum moves when the holder takes their own doubled card."""
    if rules.own_capture == "leader_gains_unless_self_led":
        return -1 if taken_card.led_by is taken_card.taken_by else 0
    return {"single": 0, "leader_gains": 0, "double": -1, "quadruple": -3}[rules.own_capture]
