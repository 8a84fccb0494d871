"""Highlights of a finished game: their numbers and conditions, and which are chosen."""

from typing import Any

import pytest

from tests.support.games import cases, game_of
from tests.support.hash_seeds import outputs_by_hash_seed
from trexscore.game.file.game import read_game_file
from trexscore.rules.highlights.choice import (
    FACT_RULES,
    HEADLINE_RULES,
    MAX_FACTS,
    HighlightRule,
    choose_highlights,
    highlight_if_it_holds,
)
from trexscore.rules.highlights.numbers import WHOLE_GAME_KEY, HighlightNumbers, highlight_numbers

ALL_RULES = [*HEADLINE_RULES, *FACT_RULES]
SUITS = ("hearts", "spades", "diamonds", "clubs")


def numbers_of(file: dict[str, Any], unknown: tuple[int, ...] = ()) -> HighlightNumbers:
    game = read_game_file(file)
    assert game.rules is not None
    played = game.play()
    assert not played.refusals, played.refusals
    return highlight_numbers(game.rules, played.game, game.entries, unknown)


def kingdom(king: str, taker: str, first: str = "B") -> list[dict[str, Any]]:
    """Five deals in which one player takes all cards, and another finishes Trex first."""
    other_seats = [seat for seat in "ABCD" if seat != first]
    captures: dict[str, Any] = {
        "king_of_hearts": {"taken_by": taker},
        "queens": {suit: {"taken_by": taker} for suit in SUITS},
        "diamonds": dict.fromkeys("ABCD", 0) | {taker: 13},
        "collections": dict.fromkeys("ABCD", 0) | {taker: 13},
        "trex": [first, *other_seats],
    }
    capture_fields = {"collections": "tricks"}
    return [
        {"king": king, "contracts": [contract], "captures": {capture_fields.get(contract, contract): contract_captures}}
        for contract, contract_captures in captures.items()
    ]


def game_with_takers(takers: str, preset: str = "standard", **options: Any) -> dict[str, Any]:  # noqa: ANN401
    deals = [deal for king, taker in zip("ABCD", takers, strict=True) for deal in kingdom(king, taker)]
    return game_of(*deals, preset=preset, **options) | {"first_king": "A"}


def test_at_least_25_conditions() -> None:
    assert len({(rule.number_name, rule.subject_kind) for rule in ALL_RULES}) >= 25


def test_highlight_codes_are_unique() -> None:
    for table in (HEADLINE_RULES, FACT_RULES):
        assert len({rule.code for rule in table}) == len(table)


@pytest.mark.parametrize("rule", ALL_RULES, ids=lambda rule: f"{rule.code}-{rule.subject_kind}")
def test_highlight_needs_its_condition(rule: HighlightRule) -> None:
    label = WHOLE_GAME_KEY if rule.subject_kind == "game" else "B"

    def holds(value: int, *, second_number: int = 1, rival: int = -1) -> bool:
        numbers: HighlightNumbers = {
            rule.number_name: {label: value} if label == WHOLE_GAME_KEY else {"A": value + rival, label: value}
        }
        for name, number in ((rule.points_name, 5), (rule.required_number_name, second_number)):
            if name:
                numbers.setdefault(name, {label: number})
        return highlight_if_it_holds(rule, numbers, ["B"]) is not None

    assert holds(rule.least_number)
    assert not holds(rule.least_number - 1)
    assert not rule.required_number_name or not holds(rule.least_number, second_number=0)
    assert rule.subject_kind != "top" or not holds(rule.least_number, rival=0)  # no highlight if two are equal
    assert rule.subject_kind != "winner" or holds(rule.least_number, rival=1)  # also if another player has more


def test_card_counts_match_record() -> None:
    numbers = numbers_of(game_with_takers("CCCC"))
    assert numbers["kings"] == {"A": 0, "B": 0, "C": 4, "D": 0}
    assert numbers["kings_avoided"] == {"A": 4, "B": 4, "C": 0, "D": 4}
    assert (numbers["queens"]["C"], numbers["queens_in_one"]["C"], numbers["queens_avoided"]["A"]) == (16, 4, 16)
    assert (numbers["diamonds"]["C"], numbers["diamonds_in_one"]["C"]) == (52, 13)
    assert (numbers["tricks"]["C"], numbers["trickless"]) == (52, {"A": 4, "B": 4, "C": 0, "D": 4})
    assert (numbers["firsts"]["B"], numbers["firsts_points"]["B"], numbers["lasts"]["D"]) == (4, 800, 4)
    assert numbers["king_of_hearts_points"]["C"] == -300
    assert numbers["worst_deal"]["C"] == 195
    assert numbers["worst_deal_points"]["C"] == -195


def test_lead_is_counted_deal_by_deal() -> None:
    numbers = numbers_of(game_with_takers("CCCC"))
    assert numbers["margin"] == {"B": 200}
    assert numbers["late"] == {"B": 0}
    assert numbers["behind"]["C"] > numbers["behind"]["A"] > 0
    assert numbers["low_points"]["C"] == -numbers["low"]["C"] < 0
    assert numbers["deals"] == {WHOLE_GAME_KEY: 20}
    assert sum(numbers["led"].values()) <= 20


def test_unfinished_game_has_no_highlights() -> None:
    unfinished = game_of(*kingdom("A", "C")) | {"first_king": "A"}
    assert numbers_of(unfinished) == {}
    assert choose_highlights({}, []) == (None, ())


def test_totals_only_deal_has_no_card_counts() -> None:
    file = game_with_takers("CCCC")
    deal_number = next(n for n, deal in enumerate(file["deals"], 1) if deal["contracts"] == ["queens"])
    numbers = numbers_of(file, (deal_number,))
    assert not {"queens", "queens_avoided", "queens_points", "paid"} & numbers.keys()
    assert numbers["kings"]["C"] == 4
    assert numbers["worst_deal"]["C"] == 195  # known from points alone


def test_revoke_penalty_is_not_counted() -> None:
    file = game_with_takers("CCCC", renege="rest_to_offender")
    deal = next(entry for entry in file["deals"] if entry["contracts"] == ["diamonds"])
    deal["renege"] = {"by": "C"}
    assert "diamonds" not in numbers_of(file)


def test_adjustment_disables_lead_counts() -> None:
    file = game_with_takers("CCCC")
    file["deals"].insert(7, {"adjustment": {"A": 10, "B": -10}, "reason": "agreed"})
    numbers = numbers_of(file)
    assert not {"led", "led_all", "late", "behind", "lead_changes"} & numbers.keys()
    assert numbers["margin"] == {"B": 180}


def test_reversed_signs_keep_gains() -> None:
    numbers = numbers_of(game_with_takers("CCCC"))
    reversed_numbers = numbers_of(game_with_takers("CCCC", signs="reversed", winner="lowest_total"))
    for name in ("margin", "worst_deal", "best_deal", "own_loss", "led", "behind", "king_of_hearts_cost", "firsts"):
        assert reversed_numbers[name] == numbers[name], name
    assert reversed_numbers["worst_deal_points"]["C"] == 195
    assert "only_above" in numbers
    assert "only_above" not in reversed_numbers


def test_pairs_lead_and_players_take() -> None:
    numbers = numbers_of(game_with_takers("CCCC", preset="partnership"))
    assert set(numbers["led"]) == {"AC", "BD"}
    assert set(numbers["kings"]) == {*"ABCD"}
    assert set(numbers["margin"]) == {"BD"}
    assert "only_above" not in numbers  # a pair above zero can have a player below


def test_worst_loses_has_no_margin() -> None:
    numbers = numbers_of(game_with_takers("CCCC", winner="worst_player_loses"))
    assert not {"margin", "led", "late"} & numbers.keys()
    headline, _facts = choose_highlights(numbers, ["A", "B", "D"])
    assert headline is not None
    assert next(rule for rule in HEADLINE_RULES if rule.code == headline.code).subject_kind != "winner"


def test_equal_values_are_no_highlight() -> None:
    numbers: HighlightNumbers = {"deals": {WHOLE_GAME_KEY: 20}, "kings": {"A": 2, "B": 2, "C": 0, "D": 0}}
    numbers["king_of_hearts_points"] = {"A": -150, "B": -150, "C": 0, "D": 0}
    _headline, facts = choose_highlights(numbers, ["C"])
    assert [fact.code for fact in facts] == ["deals"]


@pytest.mark.parametrize(
    "game_case", [case for case in cases("games") if read_game_file(case["game"]).play().game.is_complete]
)
def test_whole_game_has_headline_and_facts(game_case: dict[str, Any]) -> None:
    winners = [winner.name for winner in read_game_file(game_case["game"]).play().game.outcome.winners]
    headline, facts = choose_highlights(numbers_of(game_case["game"]), winners)
    assert headline is not None
    assert len({fact.code for fact in facts}) == MAX_FACTS


CHOOSE_HIGHLIGHTS = """
from tests.rules.test_highlights import numbers_of
from tests.support.whole_games import whole_game
from trexscore.rules.highlights.choice import choose_highlights
for preset in ("standard", "complex", "partnership", "denexa"):
    for seed in range(3):
        print(choose_highlights(numbers_of(whole_game(preset, seed)), ["B"]))
"""


def test_choice_is_deterministic() -> None:
    assert len(outputs_by_hash_seed(CHOOSE_HIGHLIGHTS)) == 1
