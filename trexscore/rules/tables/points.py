"""The points table: what each capture gives to which seat, as numbers that are only multiplied and added.

Python and the script on the phone score from this table, so the rules exist only once.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from trexscore.rules.captures import TakenCard
from trexscore.rules.cards import QUEENS, Card
from trexscore.rules.house_rules import HouseRules

CaptureRole = Literal["taker", "holder", "leader", "right_of_taker"]
PointsReason = Literal["plain", "doubled", "doubler", "own_capture", "leader", "opponents", "place"]
CaptureCase = Literal["plain", "doubled", "partner", "own", "own_led_by_another", "own_led_by_holder"]
"""How a card was captured: not doubled; doubled and taken by another, by the holder's partner, or by the
holder (leader unknown; led by another; led by the holder)."""


class PointsShare(NamedTuple):
    """Points of a capture for one role, and the reason."""

    to: CaptureRole
    points: int
    reason: PointsReason


@dataclass(frozen=True, slots=True)
class PointsTable:
    """Points of every capture under one set of house rules."""

    card_shares: dict[Card, dict[CaptureCase, tuple[PointsShare, ...]]]
    diamond: int
    trick: int
    trex: tuple[int, int, int, int]
    partnership: bool


@lru_cache(maxsize=256)
def points_table(rules: HouseRules) -> PointsTable:
    first, second, third, last = (rules.sign * points for points in rules.trex_points)
    return PointsTable(
        card_shares={Card.KING_OF_HEARTS: _shares_by_capture_case(rules, rules.king_of_hearts_points)}
        | dict.fromkeys(QUEENS, _shares_by_capture_case(rules, rules.queen_points)),
        diamond=-rules.sign * rules.diamond_points,
        trick=-rules.sign * rules.trick_points,
        trex=(first, second, third, last),
        partnership=rules.partnership,
    )


def capture_case_of(taken_card: TakenCard, *, partnership: bool) -> CaptureCase:
    """The kind of a capture."""
    taker, holder, leader = taken_card
    if holder is None:
        return "plain"
    if holder is taker:
        if leader is None:
            return "own"
        return "own_led_by_holder" if leader is holder else "own_led_by_another"
    return "partner" if partnership and holder is taker.partner else "doubled"


def _shares_by_capture_case(rules: HouseRules, card_value: int) -> dict[CaptureCase, tuple[PointsShare, ...]]:
    """The shares of a card worth `card_value` points, for every kind of capture."""
    shares: dict[CaptureCase, tuple[PointsShare, ...]] = {
        "plain": (PointsShare("taker", -card_value, "plain"),),
        "doubled": _shares_if_another_takes(rules, card_value),
        "partner": _shares_if_partner_takes(rules, card_value),
        "own": _own_capture_shares(rules, card_value),
        "own_led_by_another": _led_own_capture_shares(rules, card_value, is_led_by_holder=False),
        "own_led_by_holder": _led_own_capture_shares(rules, card_value, is_led_by_holder=True),
    }
    return {capture_case: _signed_nonzero_shares(rules, unsigned) for capture_case, unsigned in shares.items()}


def _signed_nonzero_shares(rules: HouseRules, unsigned_shares: tuple[PointsShare, ...]) -> tuple[PointsShare, ...]:
    return tuple(PointsShare(to, rules.sign * points, reason) for to, points, reason in unsigned_shares if points)


def _shares_if_another_takes(rules: HouseRules, card_value: int) -> tuple[PointsShare, ...]:
    """`doubler_bonus`: what the holder of a doubled card gains when another player takes it."""
    bonus = {"none": 0, "single": card_value, "double": 2 * card_value}[rules.doubler_bonus]
    return PointsShare("taker", -2 * card_value, "doubled"), PointsShare("holder", bonus, "doubler")


def _shares_if_partner_takes(rules: HouseRules, card_value: int) -> tuple[PointsShare, ...]:
    """`partner_capture`: tables differ on whether partners may earn from each other."""
    if rules.partner_capture == "as_individuals":
        return _shares_if_another_takes(rules, card_value)
    if rules.partner_capture == "single":
        return (PointsShare("taker", -card_value, "doubled"),)
    taker = PointsShare("taker", -2 * card_value, "doubled")
    if rules.partner_capture == "opponents_gain":
        return taker, PointsShare("right_of_taker", card_value, "opponents")
    return (taker,)


def _own_capture_shares(rules: HouseRules, card_value: int) -> tuple[PointsShare, ...]:
    """`own_capture`, if the leader is unknown (as after a revoke)."""
    times = {"double": 2, "quadruple": 4}.get(rules.own_capture, 1)
    return (PointsShare("taker", -times * card_value, "own_capture"),)


def _led_own_capture_shares(rules: HouseRules, card_value: int, *, is_led_by_holder: bool) -> tuple[PointsShare, ...]:
    """`own_capture`, if the leader is known, which only some rules ask for."""
    if not rules.own_capture_pays_leader:
        return _own_capture_shares(rules, card_value)
    taker = PointsShare("taker", -2 * card_value, "own_capture")
    if is_led_by_holder and rules.own_capture == "leader_gains_unless_self_led":
        return (taker,)
    return taker, PointsShare("leader", card_value, "leader")


def points_table_json(rules: HouseRules) -> dict[str, object]:
    """The table as JSON values, for the script on the phone."""
    table = points_table(rules)
    return {
        "cards": {
            card.value: {
                capture_case: [share._asdict() for share in shares] for capture_case, shares in shares_by_kind.items()
            }
            for card, shares_by_kind in table.card_shares.items()
        },
        "diamond": table.diamond,
        "trick": table.trick,
        "trex": table.trex,
        "partnership": table.partnership,
    }
