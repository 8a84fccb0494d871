"""Points of contracts and doubling under a table's rules, computed from its points table."""

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from trexscore.i18n.marking import N_
from trexscore.i18n.rule_book.sentences import Sentence, SignedPoints, make_sentence
from trexscore.i18n.text_files import read_texts
from trexscore.rules.cards import CONTRACTS, QUEENS, Card, Contract
from trexscore.rules.contract_set import ALL_FIVE_CONTRACTS
from trexscore.rules.expected_sum import undoubled_sum
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.tables.points import CaptureCase, PointsShare, points_table


class _PointsTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    contracts: dict[Contract, str]
    doubled_king_of_hearts: dict[str, str]
    """By who takes it and who gains."""
    doubled_queen: dict[str, str]


_TEXTS = read_texts(__file__, _PointsTexts)
_TOPIC_BY_CONTRACT = {
    Contract.KING_OF_HEARTS: "king_of_hearts",
    Contract.QUEENS: "queens",
    Contract.DIAMONDS: "diamonds",
    Contract.COLLECTIONS: "tricks",
    Contract.TREX: "trex",
}
NO_DOUBLING_SENTENCE = make_sentence(N_("Cards are not doubled."))
_TEXT_KEY_SUFFIX_BY_GAINER = {"holder": "", "leader": ", leader gains", "right_of_taker": ", opponents gain"}
"""By who gains besides the taker: suffix of the sentence's key."""


def five_contracts_sentences(rules: HouseRules) -> Sequence[Sentence]:
    signs = make_sentence(N_("Signs are reversed: losses are plus, gains are minus."))
    return (
        *(contract_points_sentence(rules, each).with_topics(_TOPIC_BY_CONTRACT[each]) for each in CONTRACTS),
        *([signs.with_topics("reversed_signs")] if rules.sign < 0 else []),
        kingdom_sum_sentence(rules).with_topics("zero_sum", "kingdom"),
    )


def contract_points_sentence(rules: HouseRules, contract: Contract) -> Sentence:
    table = points_table(rules)
    if contract is Contract.TREX:
        first, second, third, last = map(SignedPoints, table.trex)
        return make_sentence(
            N_("Trex: %(first)s for the first player out of cards, then %(second)s, %(third)s and %(last)s."),
            first=first,
            second=second,
            third=third,
            last=last,
        )
    points_by_contract = {
        Contract.KING_OF_HEARTS: undoubled_card_points(rules, Card.KING_OF_HEARTS),
        Contract.QUEENS: undoubled_card_points(rules, Card.QUEEN_OF_HEARTS),
        Contract.DIAMONDS: table.diamond,
        Contract.COLLECTIONS: table.trick,
    }
    return make_sentence(_TEXTS.contracts[contract], points=SignedPoints(points_by_contract[contract]))


def diamond_and_trick_points_sentence(rules: HouseRules) -> Sentence:
    """The two contracts that some tables swap."""
    table = points_table(rules)
    return make_sentence(
        N_("A diamond is worth %(diamond)s and a trick %(trick)s."),
        diamond=SignedPoints(table.diamond),
        trick=SignedPoints(table.trick),
    )


def kingdom_sum_sentence(rules: HouseRules) -> Sentence:
    return make_sentence(
        N_("With nothing doubled, the five contracts of a kingdom add up to %(sum)s."),
        sum=SignedPoints(undoubled_sum(rules, ALL_FIVE_CONTRACTS)),
    )


def doubling_sentences(rules: HouseRules) -> Sequence[Sentence]:
    """What doubling costs and gains."""
    if not rules.allows_doubling:
        return (NO_DOUBLING_SENTENCE,)
    doublers = {
        "king_of_hearts_and_queens": N_(
            "With the contract named, before the first trick, a player may show the king of hearts "
            "or a queen to double it where it counts."
        ),
        "king_of_hearts": N_(
            "With the contract named, before the first trick, a player may show the king of hearts "
            "to double it where it counts. Queens are not doubled."
        ),
    }
    cards = (Card.KING_OF_HEARTS, Card.QUEEN_OF_HEARTS)[: 1 if rules.doubling == "king_of_hearts" else 2]
    return (
        make_sentence(doublers[rules.doubling]),
        make_sentence(N_("No one can refuse a double or double again. Diamonds, tricks and Trex are never doubled.")),
        *(sentence for card in cards for sentence in _doubled_card_sentences(rules, card)),
        *([holder_led_points_sentence(rules)] if rules.own_capture_pays_leader else []),
    )


def _doubled_card_sentences(rules: HouseRules, card: Card) -> list[Sentence]:
    """What can happen to a doubled card."""
    sentences = [
        doubled_card_points_sentence(rules, card, "doubled"),
        doubled_card_points_sentence(rules, card, "own_led_by_another"),
    ]
    return [*sentences, doubled_card_points_sentence(rules, card, "partner")] if rules.partnership else sentences


def holder_led_points_sentence(rules: HouseRules) -> Sentence:
    """The total of a holder who led the trick and took the own doubled card."""
    if not rules.allows_doubling:
        return NO_DOUBLING_SENTENCE
    king = SignedPoints(_total_points(rules, Card.KING_OF_HEARTS, "own_led_by_holder"))
    if rules.doubling == "king_of_hearts":
        return make_sentence(N_("A holder who led the trick gets %(king)s in all for the king of hearts."), king=king)
    return make_sentence(
        N_("A holder who led the trick gets %(king)s in all for the king of hearts, %(queen)s for a queen."),
        king=king,
        queen=SignedPoints(_total_points(rules, Card.QUEEN_OF_HEARTS, "own_led_by_holder")),
    )


def doubled_card_points_sentence(rules: HouseRules, card: Card, capture_case: CaptureCase) -> Sentence:
    """The points of a doubled card taken by an opponent, the partner, or its holder."""
    shares = {share.to: share.points for share in _points_shares(rules, card, capture_case)}
    taker_points = SignedPoints(shares.pop("taker", 0))
    kind = "own" if capture_case.startswith("own") else capture_case
    gains = {"opponents" if to == "right_of_taker" else to: SignedPoints(points) for to, points in shares.items()}
    suffix = next((_TEXT_KEY_SUFFIX_BY_GAINER[to] for to in shares), ", nobody gains")
    texts = _TEXTS.doubled_king_of_hearts if card is Card.KING_OF_HEARTS else _TEXTS.doubled_queen
    return make_sentence(texts[kind + suffix], taker=taker_points, **gains)


def quadruple_loss_sentence(rules: HouseRules) -> Sentence:
    """The holder's loss where it is four times the value."""
    quadruple = replace(rules, own_capture="quadruple")
    king, queen = (
        SignedPoints(_total_points(quadruple, card, "own")) for card in (Card.KING_OF_HEARTS, Card.QUEEN_OF_HEARTS)
    )
    return make_sentence(
        N_("Four times the normal value, %(king)s or %(queen)s, and no one gains."),
        king=king,
        queen=queen,
    )


def queens_point_range_sentence(rules: HouseRules) -> Sentence:
    """The most that one seat can lose and gain with the four queens."""
    capture_cases: tuple[CaptureCase, ...] = ("plain",)
    if rules.doubling == "king_of_hearts_and_queens" and rules.allows_doubling:
        capture_cases = ("plain", "doubled", "own_led_by_another", "own_led_by_holder")
    if rules.partnership and len(capture_cases) > 1:
        capture_cases = (*capture_cases, "partner")
    by_seat = [points for capture_case in capture_cases for points in _points_from_one_queen(rules, capture_case)]
    return make_sentence(
        N_("In Queens, one player’s points range from %(least)s to %(most)s here."),
        least=SignedPoints(len(QUEENS) * min([0, *by_seat])),
        most=SignedPoints(len(QUEENS) * max([0, *by_seat])),
    )


def _points_from_one_queen(rules: HouseRules, capture_case: CaptureCase) -> list[int]:
    """The points of each player concerned from a queen."""
    points = [share.points for share in _points_shares(rules, Card.QUEEN_OF_HEARTS, capture_case)]
    return [sum(points)] if capture_case == "own_led_by_holder" else points


def undoubled_card_points(rules: HouseRules, card: Card) -> int:
    return _total_points(rules, card, "plain")


def _total_points(rules: HouseRules, card: Card, capture_case: CaptureCase) -> int:
    return sum(share.points for share in _points_shares(rules, card, capture_case))


def _points_shares(rules: HouseRules, card: Card, capture_case: CaptureCase) -> tuple[PointsShare, ...]:
    return points_table(rules).card_shares[card][capture_case]


def team_trex_points_sentence(rules: HouseRules) -> Sentence:
    """What the finishes in Trex give to two teams."""
    first, second, third, last = points_table(rules).trex
    return make_sentence(
        N_(
            "Trex by team: first and second %(ahead)s to %(behind)s, first and third %(better)s to "
            "%(worse)s, first and last %(outer)s to %(inner)s."
        ),
        ahead=SignedPoints(first + second),
        behind=SignedPoints(third + last),
        better=SignedPoints(first + third),
        worse=SignedPoints(second + last),
        outer=SignedPoints(first + last),
        inner=SignedPoints(second + third),
    )
