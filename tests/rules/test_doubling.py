"""Points of doubled cards. `BC`: B takes the card that C doubled; `BBD`: B doubled and takes it, and D led."""

from typing import Any

import pytest

from tests.support.games import card_score, deal_of, game_of, refusals
from trexscore.rules.cards import Card
from trexscore.rules.seats import BySeat

QUEEN = Card.QUEEN_OF_SPADES


def test_undoubled_king_of_hearts_costs_75() -> None:
    assert card_score("B").points == BySeat(0, -75, 0, 0)


def test_undoubled_queen_costs_25() -> None:
    assert card_score("B", card=QUEEN).points == BySeat(0, -25, 0, 0)


def test_doubled_king_of_hearts_costs_150() -> None:
    assert card_score("BC").points == BySeat(0, -150, 75, 0)


def test_doubled_queen_costs_50() -> None:
    assert card_score("BC", card=QUEEN).points == BySeat(0, -50, 25, 0)


def test_own_doubled_queen_costs_25() -> None:
    assert card_score("BB", card=QUEEN).points == BySeat(0, -25, 0, 0)


def test_no_bonus_pays_doubler_nothing() -> None:
    assert card_score("BC", doubler_bonus="none").points == BySeat(0, -150, 0, 0)


def test_double_bonus_pays_doubler_150() -> None:
    assert card_score("BC", doubler_bonus="double").points == BySeat(0, -150, 150, 0)


@pytest.mark.parametrize(
    ("own_capture", "seats", "points"),
    [
        ("single", "BBD", (0, -75, 0, 0)),
        ("leader_gains", "BBD", (0, -150, 0, 75)),
        ("leader_gains", "BBB", (0, -75, 0, 0)),
        ("leader_gains_unless_self_led", "BBD", (0, -150, 0, 75)),
        ("leader_gains_unless_self_led", "BBB", (0, -150, 0, 0)),
        ("double", "BBD", (0, -150, 0, 0)),
        ("quadruple", "BBD", (0, -300, 0, 0)),
        ("leader_gains", "BB", (0, -75, 0, 0)),  # after a revoke, a leader is not needed
    ],
)
def test_own_doubled_king_of_hearts(own_capture: str, seats: str, points: tuple[int, ...]) -> None:
    assert card_score(seats, own_capture=own_capture).points == points


@pytest.mark.parametrize(
    ("partner_capture", "bonus", "points"),
    [
        ("as_individuals", "single", (75, 0, -150, 0)),
        ("as_individuals", "none", (0, 0, -150, 0)),
        ("as_individuals", "double", (150, 0, -150, 0)),
        ("single", "double", (0, 0, -75, 0)),
        ("no_bonus", "double", (0, 0, -150, 0)),
        ("opponents_gain", "double", (0, 0, -150, 75)),
    ],
)
def test_partner_takes_doubled_king_of_hearts(partner_capture: str, bonus: str, points: tuple[int, ...]) -> None:
    options: dict[str, Any] = {"partnership": True, "partner_capture": partner_capture, "doubler_bonus": bonus}
    assert card_score("CA", **options).points == points


def test_opposite_seat_is_no_partner_without_pairs() -> None:
    assert card_score("CA", partner_capture="no_bonus").points == BySeat(75, 0, -150, 0)


def test_opponent_is_no_partner() -> None:
    assert card_score("BA", partnership=True, partner_capture="single").points == BySeat(75, -150, 0, 0)


def test_reversed_signs_negate_all_points() -> None:
    assert card_score("BC", signs="reversed").points == BySeat(0, 150, -75, 0)


def test_lines_state_reasons() -> None:
    lines = card_score("BBD", preset="denexa").lines
    assert [(line.seat.name, line.points, line.reason) for line in lines] == [
        ("B", -150, "own_capture"),
        ("D", 75, "leader"),
    ]


def test_worthless_card_has_no_lines() -> None:
    assert card_score("BC", king_of_hearts_points=0).lines == ()


@pytest.mark.parametrize(
    ("doubling", "refusal_count"), [("king_of_hearts_and_queens", 0), ("king_of_hearts", 1), ("off", 1)]
)
def test_doubling_queens_follows_house_rules(doubling: str, refusal_count: int) -> None:
    other_queens: dict[str, Any] = {suit: {"taken_by": "A"} for suit in ("spades", "diamonds", "clubs")}
    deal = deal_of("queens", other_queens | {"hearts": {"taken_by": "A", "doubled_by": "B"}})
    assert [fault.code for fault in refusals(game_of(deal, doubling=doubling))] == ["doubling_off"] * refusal_count


def test_doubling_may_be_off_when_combined() -> None:
    deal = {
        "king": "A",
        "contracts": ["king_of_hearts", "collections"],
        "captures": {
            "king_of_hearts": {"taken_by": "A", "doubled_by": "B"},
            "tricks": {"A": 13, "B": 0, "C": 0, "D": 0},
        },
    }
    assert not refusals(game_of(deal, preset="combination"))
    faults = refusals(game_of(deal, preset="combination", doubling_when_combined=False))
    assert [fault.code for fault in faults] == ["doubling_off_when_combined"]


def test_single_contract_doubling_stays_allowed() -> None:
    deal = deal_of("king_of_hearts", {"taken_by": "A", "doubled_by": "B"})
    assert not refusals(game_of(deal, preset="combination", doubling_when_combined=False))


def test_paid_leader_must_be_named() -> None:
    deal = deal_of("king_of_hearts", {"taken_by": "B", "doubled_by": "B"})
    assert [fault.code for fault in refusals(game_of(deal, preset="denexa"))] == ["leader_missing"]


def test_leader_is_not_needed_after_revoke() -> None:
    deal = deal_of("king_of_hearts", {"taken_by": "B", "doubled_by": "B"}) | {"renege": {"by": "B"}}
    assert not refusals(game_of(deal, preset="denexa"))


def test_leader_is_not_needed_if_doubling_is_off() -> None:
    deal = deal_of("king_of_hearts", {"taken_by": "B", "doubled_by": "B"})
    faults = refusals(game_of(deal, preset="denexa", doubling="off"))
    assert [fault.code for fault in faults] == ["doubling_off"]


def test_unknown_leader_is_refused_once() -> None:
    deal = deal_of("king_of_hearts", {"taken_by": "B", "doubled_by": "B", "led_by": "E"})
    assert [fault.code for fault in refusals(game_of(deal, preset="denexa"))] == ["unknown_seat"]
