"""A player disputes a deal, the others answer, and it is resolved or stays open."""

from typing import Any

import pytest

from tests.api.events.test_policy import player_tokens
from tests.api.events.test_sign_off import OTHER_KING, sign_off_by_all
from tests.support.tables import DIAMONDS, KINGDOM, TREX, Client, Json, Table, envelope, error_codes, start_game

CORRECTED_DIAMONDS: Json = {**DIAMONDS, "captures": {"diamonds": {"A": 4, "B": 5, "C": 3, "D": 1}}}
CORRECTION = {"seq": 6, "entry": CORRECTED_DIAMONDS}


@pytest.fixture
def table(client: Client) -> Table:
    return start_game(client, deals=[DIAMONDS, TREX])


def dispute_entry(seat: str = "B", *changes: Json, **more: Any) -> Json:  # noqa: ANN401 - parts of a dispute
    return {"disputed": {"seat": seat, "about": 6, "reason": "I had five", "changes": list(changes), **more}}


def answer_entry(seat: str, dispute: int = 8, *, agrees: bool = True) -> Json:
    return {"answered": {"dispute": dispute, "seat": seat, "agrees": agrees}}


def resolution_entry(end: str, dispute: int = 8, more: Json | None = None) -> Json:
    return {"settled": {"dispute": dispute, "as": end, **(more or {})}}


def test_dispute_changes_no_points(table: Table) -> None:
    before = table.state()["result"]
    table.record_entry(dispute_entry("B", CORRECTION))
    state = table.state()
    assert state["result"] == before
    (dispute,) = state["disputes"]
    assert (dispute["seat"], dispute["about"], dispute["agree"], dispute["end"]) == ("B", 6, ["B"], None)


def test_proposal_is_applied_once_all_agree(table: Table) -> None:
    table.record_entry(dispute_entry("B", CORRECTION))
    for seat in "ACD":
        table.record_entry(answer_entry(seat))
    assert table.client.get(table.path()).json["deals"] == [CORRECTED_DIAMONDS, TREX]
    assert table.state()["disputes"][0]["end"] == "proposed"


def test_later_answer_replaces_earlier_one(table: Table) -> None:
    table.record_entry(dispute_entry("B", CORRECTION))
    for agrees in (False, True):
        table.record_entry(answer_entry("A", agrees=agrees))
    (dispute,) = table.state()["disputes"]
    assert (dispute["agree"], dispute["disagree"]) == (["A", "B"], [])
    table.record_entry(answer_entry("B", agrees=False))
    assert error_codes(table.post_entry(envelope(resolution_entry("as_it_stands"), 11))) == ["not_answered_yet"]


def test_affected_players_resolve_dispute(table: Table) -> None:
    """The proposal moves points between A and B only."""
    table.record_entry(dispute_entry("B", CORRECTION))
    table.record_entry(answer_entry("C", agrees=False))
    table.record_entry(answer_entry("D"))
    assert error_codes(table.post_entry(envelope(resolution_entry("proposed"), 10))) == ["not_answered_yet"]
    table.record_entry(answer_entry("A"))
    assert table.state()["disputes"][0]["disagree"] == ["C"]
    assert table.client.get(table.path()).json["deals"][0] == DIAMONDS
    table.record_entry(resolution_entry("proposed"))
    assert table.client.get(table.path()).json["deals"][0] == CORRECTED_DIAMONDS
    table.record_entry({"take_back": 12})
    assert table.client.get(table.path()).json["deals"][0] == DIAMONDS


def test_answer_can_be_changed(table: Table) -> None:
    table.record_entry(dispute_entry("B", CORRECTION))
    table.record_entry(answer_entry("A", agrees=False))
    table.record_entry(answer_entry("A"))
    assert table.state()["disputes"][0]["agree"] == ["A", "B"]


@pytest.mark.parametrize(("end", "more"), [("as_it_stands", {}), ("withdrawn", {"seat": "B"})])
def test_resolved_dispute_is_kept_and_closed(table: Table, end: str, more: Json) -> None:
    table.record_entry(dispute_entry("B", CORRECTION))
    for seat in "AB":
        table.record_entry(answer_entry(seat, agrees=False))
    table.record_entry(resolution_entry(end, more=more))
    assert table.client.get(table.path()).json["deals"] == [DIAMONDS, TREX]
    assert table.state()["disputes"][0]["end"] == end
    assert error_codes(table.post_entry(envelope(answer_entry("A"), 11))) == ["dispute_ended"]
    assert error_codes(table.post_entry(envelope(resolution_entry("proposed"), 11))) == ["dispute_ended"]


@pytest.mark.parametrize("end", ["proposed", "as_it_stands"])
def test_scorer_cannot_resolve_dispute_alone(table: Table, end: str) -> None:
    table.record_entry(dispute_entry("B", CORRECTION))
    assert error_codes(table.post_entry(envelope(resolution_entry(end), 8))) == ["not_answered_yet"]


def test_dispute_without_proposal_needs_all_four(table: Table) -> None:
    table.record_entry(dispute_entry("B"))
    for seat in "ACD":
        table.record_entry(answer_entry(seat, agrees=False))
    assert error_codes(table.post_entry(envelope(resolution_entry("as_it_stands"), 11))) == ["not_answered_yet"]
    table.record_entry(answer_entry("B", agrees=False))
    table.record_entry(resolution_entry("as_it_stands"))
    assert table.state()["disputes"][0]["end"] == "as_it_stands"


def reopening_entry(dispute: int = 8, **more: Any) -> Json:  # noqa: ANN401 - parts of an entry
    return {"reopened": {"dispute": dispute, "reason": "we found the tricks", **more}}


def test_resolved_dispute_is_reopened(table: Table) -> None:
    table.record_entry(dispute_entry("B", CORRECTION))
    assert error_codes(table.post_entry(envelope(reopening_entry(seat="A"), 8))) == ["dispute_open"]
    table.record_entry(resolution_entry("withdrawn", more={"seat": "B"}))
    table.record_entry(reopening_entry(seat="A"))
    (dispute,) = table.state()["disputes"]
    assert (dispute["end"], dispute["agree"], dispute["disagree"]) == (None, ["A"], [])
    table.record_entry(answer_entry("B"))
    table.record_entry(resolution_entry("proposed"))
    assert table.client.get(table.path()).json["deals"][0] == CORRECTED_DIAMONDS
    assert error_codes(table.post_entry(envelope(reopening_entry(seat="A"), 12))) == ["dispute_put_right"]


def test_impossible_proposal_is_not_reopened(table: Table) -> None:
    table.record_entry(dispute_entry("B", CORRECTION))
    table.record_entry(resolution_entry("withdrawn", more={"seat": "B"}))
    table.record_entry({"corrected": {"reason": "x", "changes": [CORRECTION]}})
    assert error_codes(table.post_entry(envelope(reopening_entry(seat="A"), 10))) == ["nothing_to_correct"]


def test_dispute_is_withdrawn_by_its_player_only(table: Table) -> None:
    table.record_entry(dispute_entry("B"))
    for more in ({}, {"seat": "C"}):
        assert error_codes(table.post_entry(envelope(resolution_entry("withdrawn", more=more), 8))) == [
            "not_yours_to_withdraw"
        ]


def test_impossible_proposal_is_refused(table: Table) -> None:
    wrong_change = {"seq": 6, "entry": {**TREX, "note": "it was Trex"}}
    assert error_codes(table.post_entry(envelope(dispute_entry("B", wrong_change), 7))) == ["contract_used"]
    assert error_codes(table.post_entry(envelope(dispute_entry("B", {"seq": 6, "entry": DIAMONDS}), 7))) == [
        "nothing_to_correct"
    ]


def test_signed_kingdom_changes_when_all_four_agree(
    client: Client,
) -> None:
    table = start_game(client, deals=KINGDOM)
    seal = sign_off_by_all(table)
    table.record_entry({"disputed": {"seat": "D", "about": 9, "reason": "no", "changes": [OTHER_KING]}})
    assert error_codes(table.post_entry(envelope(resolution_entry("proposed", 15), 15))) == ["kingdom_agreed"]
    for seat in "ABC":
        table.record_entry(answer_entry(seat, 15))
    assert table.client.get(table.path()).json["deals"][3] == OTHER_KING["entry"]
    assert sign_off_by_all(table) not in (None, seal)


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"disputed": 7}, "wrong_type"),
        ({"disputed": {"seat": "B"}}, "missing_field"),
        ({"disputed": {"seat": "B", "reason": " "}}, "reason_missing"),
        ({"disputed": {"seat": "E", "reason": "x"}}, "unknown_seat"),
        ({"disputed": {"seat": "B", "reason": "x", "about": 99}}, "unknown_entry"),
        ({"disputed": {"seat": "B", "reason": "x", "about": True}}, "unknown_entry"),
        ({"disputed": {"seat": "B", "reason": "x", "changes": 7}}, "wrong_type"),
        ({"disputed": {"seat": "B", "reason": "x", "changes": ""}}, "wrong_type"),
        ({"disputed": {"seat": "B", "reason": "x", "changes": [7]}}, "wrong_type"),
        ({"disputed": {"seat": "B", "reason": "x", "more": 1}}, "unknown_field"),
        ({"answered": 7}, "wrong_type"),
        (answer_entry("A", 99), "unknown_dispute"),
        ({"answered": {"dispute": "8", "seat": "A", "agrees": True}}, "unknown_dispute"),
        ({"answered": {"dispute": 8, "seat": "A", "agrees": "yes"}}, "wrong_type"),
        ({"answered": {"dispute": 8, "agrees": True}}, "missing_field"),
        ({"settled": 7}, "wrong_type"),
        (resolution_entry("proposed", 99), "unknown_dispute"),
        (resolution_entry("forgotten"), "unknown_end"),
        ({"reopened": 7}, "wrong_type"),
        (reopening_entry(99, seat="A"), "unknown_dispute"),
        (reopening_entry(), "missing_field"),
        ({"reopened": {"dispute": 8, "seat": "A", "reason": " "}}, "reason_missing"),
        (reopening_entry(seat="A", more=1), "unknown_field"),
    ],
)
def test_invalid_dispute_is_refused(table: Table, entry: Json, code: str) -> None:
    table.record_entry(dispute_entry("B"))
    response = table.post_entry(envelope(entry, 8))
    assert response.status_code == 422, response.json
    assert code in error_codes(response)


def test_player_has_one_open_dispute_per_entry(table: Table) -> None:
    first = table.record_entry({"disputed": {"seat": "B", "about": 6, "reason": "no"}})["seq"]
    again = {"disputed": {"seat": "B", "about": 6, "reason": "no, no"}}
    assert error_codes(table.post_entry(envelope(again, first))) == ["already_disputed"]
    table.record_entry({"disputed": {"seat": "C", "about": 6, "reason": "no"}})
    table.record_entry({"settled": {"dispute": first, "as": "withdrawn", "seat": "B"}})
    table.record_entry(again)


def test_dispute_cannot_be_undone(table: Table) -> None:
    table.record_entry(dispute_entry("B", CORRECTION))
    assert error_codes(table.post_entry(envelope({"take_back": 8}, 8))) == ["nothing_to_take_back"]


def test_correction_clears_answers_of_dispute(table: Table) -> None:
    table.record_entry(dispute_entry("B", CORRECTION))
    table.record_entry(answer_entry("A"))
    table.record_entry(answer_entry("C", agrees=False))
    corrected_diamonds = {**DIAMONDS, "captures": {"diamonds": {"A": 0, "B": 7, "C": 5, "D": 1}}}
    table.record_entry({"corrected": {"reason": "counted", "changes": [{"seq": 6, "entry": corrected_diamonds}]}})
    (dispute,) = table.state()["disputes"]
    assert (dispute["agree"], dispute["disagree"], dispute["end"]) == (["B"], [], None)
    for seat in "CD":
        table.record_entry(answer_entry(seat))
    assert table.state()["disputes"][0]["end"] is None


def test_correction_of_other_deal_keeps_answers(table: Table) -> None:
    table.record_entry(dispute_entry("B", CORRECTION))
    table.record_entry(answer_entry("C", agrees=False))
    other_order = {**TREX, "captures": {"trex": ["D", "C", "B", "A"]}}
    table.record_entry({"corrected": {"reason": "wrong order", "changes": [{"seq": 7, "entry": other_order}]}})
    (dispute,) = table.state()["disputes"]
    assert (dispute["agree"], dispute["disagree"]) == (["B"], ["C"])


@pytest.mark.parametrize("end", ["proposed", "as_it_stands", "withdrawn"])
@pytest.mark.parametrize("seat", ["A", "C"])
def test_player_cannot_resolve_dispute_of_another(table: Table, seat: str, end: str) -> None:
    table.record_entry(dispute_entry("B", CORRECTION))
    response = table.post_entry(envelope(resolution_entry(end, more={"seat": seat}), 8), player_tokens(table)[seat])
    assert response.status_code == (422 if end == "withdrawn" else 403)
    assert table.state()["disputes"][0]["end"] is None


@pytest.mark.parametrize(("end", "status"), [("proposed", 403), ("as_it_stands", 403), ("withdrawn", 201)])
def test_player_withdraws_own_dispute_only(table: Table, end: str, status: int) -> None:
    table.record_entry(dispute_entry("B", CORRECTION))
    response = table.post_entry(envelope(resolution_entry(end, more={"seat": "B"}), 8), player_tokens(table)["B"])
    assert response.status_code == status
