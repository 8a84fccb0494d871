"""A correction names the entry that it replaces and the reason; later points are recalculated, and nothing is lost."""

from typing import Any

import pytest

from tests.support.databases import both_databases
from tests.support.tables import (
    ADJUSTMENT,
    ANNOUNCED,
    COLLECTIONS,
    DIAMONDS,
    TREX,
    VOID,
    Client,
    Json,
    envelope,
    error_codes,
    start_game,
)

CORRECTED_DIAMONDS: Json = {**DIAMONDS, "captures": {"diamonds": {"A": 4, "B": 5, "C": 3, "D": 1}}}


def correction(*changes: Json, reason: str = "counted again") -> Json:
    return {"corrected": {"reason": reason, "changes": list(changes)}}


@both_databases
def test_correction_replaces_deal_in_its_place(client: Client) -> None:
    table = start_game(client, deals=[DIAMONDS, TREX])
    saved = table.record_entry(correction({"seq": 6, "entry": CORRECTED_DIAMONDS}))
    first, second = saved["state"]["result"]["deals"]
    assert first["points"] == {"A": -40, "B": -50, "C": -30, "D": -10}
    assert second["running"] == {"A": 110, "B": 0, "C": 170, "D": 90}
    assert client.get(table.path()).json["deals"] == [CORRECTED_DIAMONDS, TREX]
    assert [entry["body"] for entry in table.journal()][5:] == [
        DIAMONDS,
        TREX,
        correction({"seq": 6, "entry": CORRECTED_DIAMONDS}),
    ]


def test_correction_is_corrected_and_undone(client: Client) -> None:
    table = start_game(client, deals=[DIAMONDS])
    before = table.state()
    table.record_entry(correction({"seq": 6, "entry": CORRECTED_DIAMONDS}))
    table.record_entry(correction({"seq": 6, "entry": {**CORRECTED_DIAMONDS, "note": "twice"}}))
    table.record_entry({"take_back": 8})
    assert client.get(table.path()).json["deals"] == [CORRECTED_DIAMONDS]
    assert table.record_entry({"take_back": 7})["state"] == {**before, "seq": 10}


def test_undone_deal_stays_undone_with_correction(client: Client) -> None:
    table = start_game(client, deals=[DIAMONDS])
    table.record_entry(correction({"seq": 6, "entry": CORRECTED_DIAMONDS}))
    table.record_entry({"take_back": 6})
    assert client.get(table.path()).json["deals"] == []
    assert error_codes(table.post_entry(envelope(correction({"seq": 6, "entry": DIAMONDS}), 8))) == ["unknown_entry"]


def test_correction_adds_missing_deal(client: Client) -> None:
    table = start_game(client, deals=[DIAMONDS, TREX])
    table.record_entry(correction({"before": 7, "entry": COLLECTIONS}, reason="forgotten"))
    assert client.get(table.path()).json["deals"] == [DIAMONDS, COLLECTIONS, TREX]
    table.record_entry(correction({"seq": 8, "entry": {**COLLECTIONS, "note": "late"}}))
    assert client.get(table.path()).json["deals"][1]["note"] == "late"
    table.record_entry({"take_back": 8})
    assert client.get(table.path()).json["deals"] == [DIAMONDS, TREX]


def test_correction_removes_entries(client: Client) -> None:
    table = start_game(client, deals=[VOID, DIAMONDS, ADJUSTMENT])
    table.record_entry(correction({"seq": 6, "entry": None}, {"seq": 8, "entry": None}))
    assert client.get(table.path()).json["deals"] == [DIAMONDS]


def test_repeated_contract_is_refused_unless_both_corrected(
    client: Client,
) -> None:
    table = start_game(client, deals=[DIAMONDS, COLLECTIONS])
    wrong_change = {"seq": 6, "entry": {**COLLECTIONS, "note": "it was Collections"}}
    response = table.post_entry(envelope(correction(wrong_change), 7))
    assert [(fault["entry"], fault["code"]) for fault in response.json["errors"]] == [(2, "contract_used")]
    table.record_entry(correction(wrong_change, {"seq": 7, "entry": DIAMONDS}))
    assert [deal["contracts"] for deal in table.state()["result"]["deals"]] == [["collections"], ["diamonds"]]


def test_wrong_king_is_corrected_with_first_king(client: Client) -> None:
    table = start_game(client, deals=[DIAMONDS])
    table.record_entry(correction({"first_king": "C"}, {"seq": 6, "entry": {**DIAMONDS, "king": "C"}}))
    assert table.state()["result"]["kingdoms"][0]["king"] == "C"
    assert error_codes(table.post_entry(envelope(correction({"first_king": "B"}), 7))) == ["not_this_kings_kingdom"]


def test_seating_correction_keeps_points_on_seats(client: Client) -> None:
    table = start_game(client, deals=[DIAMONDS])
    before = table.state()["result"]["totals"]
    state = table.record_entry(correction({"seats": {"B": "C", "C": "B"}}))["state"]
    assert state["players"] == ["Amal", "Carine", "Basil", "Dani"]
    assert state["result"]["totals"] == before


def test_seating_correction_moves_captures_with_players(client: Client) -> None:
    table = start_game(client, deals=[DIAMONDS, TREX, VOID, ADJUSTMENT])
    table.record_entry(ANNOUNCED)
    state = table.record_entry(correction({"seats": {"A": "B", "B": "A"}, "deals": True}))["state"]
    assert state["players"] == ["Basil", "Amal", "Carine", "Dani"]
    assert state["result"]["totals"] == {"A": -20, "B": 100, "C": 170, "D": 120}
    assert state["result"]["kingdoms"][0]["king"] == "B"
    assert state["announced"]["king"] == "B"
    assert state["announced"]["doubled"] == {"hearts": "A"}


def test_house_rules_correction_applies_to_whole_game(client: Client) -> None:
    table = start_game(client, deals=[DIAMONDS])
    rules = {"preset": "standard", "options": {"diamond_points": 15, "trick_points": 10}}
    state = table.record_entry(correction({"house_rules": rules}, reason="agreed"))["state"]
    assert state["rules"]["diamond_points"] == 15
    assert state["result"]["totals"] == {"A": -75, "B": -60, "C": -45, "D": -15}
    assert table.record_entry({"take_back": 7})["state"]["rules"]["diamond_points"] == 10


def test_house_rules_that_forbid_deals_are_refused(client: Client) -> None:
    table = start_game(client, deals=[DIAMONDS])
    response = table.post_entry(envelope(correction({"house_rules": {"preset": "complex"}}), 6))
    assert error_codes(response) == ["all_four_together"]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (7, "wrong_type"),
        ({"reason": "x"}, "missing_field"),
        ({"changes": [{"first_king": "B"}]}, "missing_field"),
        ({"reason": " ", "changes": [{"first_king": "B"}]}, "reason_missing"),
        ({"reason": "x" * 501, "changes": [{"first_king": "B"}]}, "wrong_type"),
        ({"reason": "x", "changes": {}}, "wrong_type"),
        ({"reason": "x", "changes": []}, "nothing_to_correct"),
        ({"reason": "x", "changes": [7]}, "wrong_type"),
        ({"reason": "x", "changes": [{}]}, "missing_field"),
        ({"reason": "x", "changes": [{"seq": 6}]}, "missing_field"),
        ({"reason": "x", "changes": [{"seq": "6", "entry": None}]}, "wrong_type"),
        ({"reason": "x", "changes": [{"seq": True, "entry": None}]}, "wrong_type"),
        ({"reason": "x", "changes": [{"seq": 2, "entry": None}]}, "unknown_entry"),
        ({"reason": "x", "changes": [{"seq": 99, "entry": None}]}, "unknown_entry"),
        ({"reason": "x", "changes": [{"seq": 6, "entry": 7}]}, "wrong_type"),
        ({"reason": "x", "changes": [{"seq": 6, "entry": {}}]}, "missing_field"),
        ({"reason": "x", "changes": [{"seq": 6, "entry": DIAMONDS}]}, "nothing_to_correct"),
        ({"reason": "x", "changes": [{"seq": 6, "entry": DIAMONDS, "before": 7}]}, "unknown_field"),
        ({"reason": "x", "changes": [{"before": 6, "entry": None}]}, "wrong_type"),
        (
            {"reason": "x", "changes": [{"before": None, "entry": TREX}, {"before": 6, "entry": VOID}]},
            "one_missing_deal",
        ),
        ({"reason": "x", "changes": [{"seats": {"A": "B"}}]}, "seat_taken_twice"),
        ({"reason": "x", "changes": [{"seats": {"A": "E", "E": "A"}}]}, "unknown_seat"),
        ({"reason": "x", "changes": [{"seats": []}]}, "wrong_type"),
        ({"reason": "x", "changes": [{"seats": {"A": "B", "B": "A"}, "deals": 1}]}, "wrong_type"),
        ({"reason": "x", "changes": [{"seats": {}}]}, "nothing_to_correct"),
        ({"reason": "x", "changes": [{"house_rules": {"preset": "none"}}]}, "unknown_preset"),
        ({"reason": "x", "changes": [{"first_king": "E"}]}, "unknown_seat"),
        ({"reason": "x", "changes": [{"first_king": "A"}], "more": 1}, "unknown_field"),
        ({"reason": "x", "changes": [{"seats": {"A": "B", "B": "A"}}] * 101}, "too_many_changes"),
    ],
)
def test_invalid_correction_is_refused(client: Client, content: Any, code: str) -> None:  # noqa: ANN401
    table = start_game(client, deals=[DIAMONDS])
    response = table.post_entry(envelope({"corrected": content}, 6))
    assert response.status_code == 422, response.json
    assert code in error_codes(response)
    assert len(table.journal()) == 6


def test_view_only_link_cannot_correct(client: Client) -> None:
    table = start_game(client, deals=[DIAMONDS])
    response = table.post_entry(envelope(correction({"seq": 6, "entry": CORRECTED_DIAMONDS}), 6), token=table.read)
    assert (response.status_code, response.json["code"]) == (403, "read_only")


@both_databases
def test_concurrent_corrections_conflict(client: Client) -> None:
    table = start_game(client, deals=[DIAMONDS, COLLECTIONS])
    table.record_entry(correction({"seq": 6, "entry": CORRECTED_DIAMONDS}), after=7)
    late_response = table.post_entry(envelope(correction({"seq": 7, "entry": {**COLLECTIONS, "note": "late"}}), 7))
    assert (late_response.status_code, late_response.json["code"]) == (409, "moved_on")
