"""Every error code is reported for an otherwise valid file with one fault (`cases/faults.jsonl`)."""

from typing import Any

import pytest

from tests.support.games import cases, deal_of, game_of, refusals
from trexscore.game.file.game import read_game_file

FAULTS = cases("faults")
FILE_CODES = """not_json unknown_format missing_field unknown_field wrong_type bad_players unknown_preset
unknown_option bad_option_value"""
DEAL_CODES = """no_contract unknown_contract duplicate_contract combining_off trex_stands_alone all_four_together
contract_used not_this_kings_kingdom game_over capture_outside_contract unknown_seat missing_seat
king_of_hearts_no_taker queen_no_taker unknown_queen doubling_off doubling_off_when_combined leader_missing
not_a_whole_number negative_count diamonds_not_13 tricks_not_13 duplicate_finisher missing_finisher
adjustment_not_zero reason_missing unknown_reason"""
CONTRADICTION_CODES = """queen_of_diamonds_without_a_diamond penalty_cards_without_a_trick more_cards_than_tricks_hold
more_tricks_needed leader_never_won_a_trick"""
ALL_CODES = set(f"{FILE_CODES} {DEAL_CODES} {CONTRADICTION_CODES}".split())


@pytest.mark.parametrize("case", FAULTS, ids=[case["why"] for case in FAULTS])
def test_planted_fault_is_reported_with_place(case: dict[str, Any]) -> None:
    found = {(fault.entry_place, fault.code, fault.path) for fault in refusals(case["game"])}
    assert {(case["entry"], code, case["at"]) for code in case["errors"]} <= found


@pytest.mark.parametrize("case", FAULTS, ids=[case["why"] for case in FAULTS])
def test_faulty_file_lists_faults_in_order(case: dict[str, Any]) -> None:
    entry_numbers = [fault.entry_place or 0 for fault in refusals(case["game"])]
    assert entry_numbers
    assert entry_numbers == sorted(entry_numbers)


def test_cases_cover_every_code() -> None:
    reported = {fault.code for case in FAULTS for fault in refusals(case["game"])}
    assert reported | {"not_json"} == ALL_CODES


def test_all_faults_are_reported() -> None:
    game = game_of(
        deal_of("diamonds", {"A": 12, "B": 0, "C": 0, "D": 0}),
        deal_of("trex", ["A", "B", "C"]),
        {"adjustment": {"A": 1}, "reason": "x"},
        queen_points="many",
    )
    assert [(fault.entry_place, fault.code) for fault in refusals(game | {"players": []})] == [
        (None, "bad_players"),
        (None, "bad_option_value"),
        (1, "diamonds_not_13"),
        (2, "missing_finisher"),
        (3, "adjustment_not_zero"),
    ]


def test_contradictions_are_found_under_unknown_rules() -> None:
    deal = {
        "king": "A",
        "contracts": ["diamonds", "collections"],
        "captures": {"diamonds": {"A": 13, "B": 0, "C": 0, "D": 0}, "tricks": {"A": 0, "B": 13, "C": 0, "D": 0}},
    }
    codes = [fault.code for fault in refusals(game_of(deal, preset="nowhere"))]
    assert codes == ["unknown_preset", "penalty_cards_without_a_trick"]


def test_contract_counts_as_used_after_faulty_deal() -> None:
    trex = deal_of("trex", ["A", "B", "C", "D"])
    found = [(fault.entry_place, fault.code) for fault in refusals(game_of(trex | {"adjustment": {}}, trex))]
    assert found == [(1, "unknown_field"), (2, "contract_used")]


def test_captures_without_contract_are_ignored() -> None:
    deal = {"king": "A", "contracts": [], "captures": {"nonsense": 1}}
    assert [fault.code for fault in refusals(game_of(deal))] == ["no_contract"]


@pytest.mark.parametrize(
    ("sent", "shown"),
    [(None, "null"), (True, "true"), ({"a": [1]}, '{"a": [1]}'), ("x\u202e\n", "x\\n"), ("y" * 99, "y" * 59 + "…")],
)
def test_unknown_format_is_shown_without_hidden_characters(sent: object, shown: str) -> None:
    (fault,) = [fault for fault in refusals(game_of() | {"format": sent}) if fault.code == "unknown_format"]
    assert fault.params["format"] == shown


def test_house_rules_are_optional() -> None:
    game = game_of(deal_of("trex", ["A", "B", "C", "D"]))
    del game["house_rules"]
    assert not refusals(game)
    assert not refusals(game | {"house_rules": {"preset": "howto"}})


@pytest.mark.parametrize("value", [None, 0, 1.5, "x", True, [], {}, [[]], {"A": None}, -(10**30)])
def test_any_json_value_is_handled(value: Any) -> None:  # noqa: ANN401 - any JSON value
    file = game_of(
        deal_of("queens", {}), {"king": "A", "void": {"reason": "misdeal"}}, {"adjustment": {}, "reason": "x"}
    )
    for path in (("players",), ("house_rules",), ("first_king",), ("deals",)):
        read_game_file(file | {path[0]: value}).play()
    for deal in file["deals"]:
        for key in deal:
            read_game_file(file | {"deals": [deal | {key: value}]}).play()
    for contract in ("king_of_hearts", "queens", "diamonds", "collections", "trex"):
        read_game_file(game_of(deal_of(contract, value))).play()
        read_game_file(game_of(deal_of(contract, {"A": value, "taken_by": value, "hearts": value}))).play()
        read_game_file(game_of(deal_of(contract, [value] * 4))).play()
