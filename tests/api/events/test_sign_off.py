"""A kingdom signed off by all four has a seal, and is corrected only with the approval of all four."""

import json
from typing import Any

import pytest

from tests.api.events.test_policy import referee_token
from tests.support.tables import (
    ADJUSTMENT,
    KING,
    KINGDOM,
    QUEENS,
    TREX,
    Client,
    Json,
    Table,
    envelope,
    error_codes,
    start_game,
)

OTHER_KING = {"seq": 9, "entry": {**KING, "captures": {"king_of_hearts": {"taken_by": "D"}}}}


@pytest.fixture
def table(client: Client) -> Table:
    return start_game(client, deals=KINGDOM)


def kingdom_sign_off(table: Table) -> Json:
    (stored,) = table.state()["agreements"]
    agreement: Json = stored
    return agreement


def sign_off(table: Table, seat: str, digest: str | None = None) -> Any:  # noqa: ANN401 - a response
    content = {"kingdom": "A", "seat": seat, "digest": digest or kingdom_sign_off(table)["digest"]}
    return table.post_entry(envelope({"agreed": content}, table.state()["seq"]))


def sign_off_by_all(table: Table) -> str:
    for seat in "ABCD":
        assert sign_off(table, seat).status_code == 201
    seal: str = kingdom_sign_off(table)["seal"]
    return seal


def correction_of(*changes: Json, **more: Any) -> Json:  # noqa: ANN401 - parts of a correction
    return {"corrected": {"reason": "counted again", "changes": list(changes), **more}}


def test_four_sign_offs_give_seal(table: Table) -> None:
    for seat in "ABC":
        sign_off(table, seat)
    assert kingdom_sign_off(table)["seal"] is None
    assert kingdom_sign_off(table)["seats"] == ["A", "B", "C"]
    sign_off(table, "D")
    seal = kingdom_sign_off(table)["seal"]
    assert [len(group) for group in seal.split("-")] == [5, 5, 5, 5]
    assert set(seal) <= set("0123456789ABCDEFGHJKMNPQRSTVWXYZ-")


def test_seals_differ_between_games(client: Client) -> None:
    assert sign_off_by_all(start_game(client, deals=KINGDOM)) != sign_off_by_all(start_game(client, deals=KINGDOM))


def test_seal_ignores_notes(table: Table) -> None:
    seal = sign_off_by_all(table)
    table.record_entry(correction_of({"seq": 10, "entry": {**QUEENS, "note": "x"}}))
    assert kingdom_sign_off(table)["seal"] == seal


@pytest.mark.parametrize(
    "entry",
    [
        ADJUSTMENT,
        correction_of({"before": 8, "entry": ADJUSTMENT}),
        correction_of({"before": None, "entry": ADJUSTMENT}),
        correction_of({"seats": {"A": "B", "B": "A"}}),
        correction_of({"house_rules": {"preset": "howto"}}),
        correction_of({"seats": {"A": "B", "B": "A"}, "deals": True}),
    ],
)
def test_signed_points_move_only_by_all_four(table: Table, entry: Json) -> None:
    seal = sign_off_by_all(table)
    assert error_codes(table.post_entry(envelope(entry, 14))) == ["kingdom_agreed"]
    assert kingdom_sign_off(table)["seal"] == seal


def test_moved_signed_points_cancel_sign_off(table: Table) -> None:
    sign_off_by_all(table)
    table.record_entry(correction_of({"before": None, "entry": ADJUSTMENT}, **{"with": [*"ABCD"]}))
    assert (
        kingdom_sign_off(table)["seal"],
        kingdom_sign_off(table)["seats"],
        kingdom_sign_off(table)["cancelled"],
    ) == (None, [], True)
    sign_off_by_all(table)
    assert "cancelled" not in kingdom_sign_off(table)


def test_later_name_change_keeps_sign_off(table: Table) -> None:
    seal = sign_off_by_all(table)
    table.record_entry({"seat": "A", "name": "Tmp"})
    assert (kingdom_sign_off(table)["seal"], kingdom_sign_off(table)["signed_as"][0]) == (seal, "Amal")
    assert error_codes(table.post_entry(envelope(ADJUSTMENT, 15))) == ["kingdom_agreed"]
    table.record_entry({"seat": "A", "name": "Amal"})
    assert "signed_as" not in kingdom_sign_off(table)


def test_later_referee_cannot_change_sign_off(table: Table) -> None:
    sign_off_by_all(table)
    table.record_entry({"terms": {"referee": True}})
    ruling = correction_of(OTHER_KING, **{"with": ["referee"]})
    refused = table.post_entry(envelope(ruling, 15), referee_token(table))
    assert error_codes(refused) == ["kingdom_agreed"]
    assert "before there was a referee" in refused.json["errors"][0]["message"]


def test_game_seal_needs_all_kingdoms(client: Client) -> None:
    text = json.dumps(KINGDOM)
    deals = [deal for king in "ABCD" for deal in json.loads(text.replace('"king": "A"', f'"king": "{king}"'))]
    table = start_game(client, deals=deals)
    for king in "ABCD":
        assert "game_seal" not in table.state()
        for seat in "ABCD":
            agreement = next(agreement for agreement in table.state()["agreements"] if agreement["king"] == king)
            table.record_entry({"agreed": {"kingdom": king, "seat": seat, "digest": agreement["digest"]}})
    state = table.state()
    assert len(state["game_seal"]) == 23
    assert state["game_seal"] not in {agreement["seal"] for agreement in state["agreements"]}
    assert error_codes(table.post_entry(envelope(ADJUSTMENT, state["seq"]))) == ["kingdom_agreed"]


def test_open_kingdom_cannot_be_signed_off(client: Client) -> None:
    table = start_game(client, deals=KINGDOM[:4])
    entry = {"agreed": {"kingdom": "A", "seat": "A", "digest": "0" * 64}}
    assert error_codes(table.post_entry(envelope(entry, 9))) == ["kingdom_not_complete"]


def test_sign_off_needs_current_digest(table: Table) -> None:
    old_digest = kingdom_sign_off(table)["digest"]
    table.record_entry(correction_of(OTHER_KING))
    assert error_codes(sign_off(table, "A", old_digest)) == ["kingdom_changed"]


def test_correction_clears_incomplete_sign_off(table: Table) -> None:
    for seat in "ABC":
        sign_off(table, seat)
    table.record_entry(correction_of(OTHER_KING))
    assert kingdom_sign_off(table)["seats"] == []
    table.record_entry({"take_back": 14})
    assert kingdom_sign_off(table)["seats"] == ["A", "B", "C"]


def test_second_sign_off_is_refused(table: Table) -> None:
    sign_off(table, "A")
    assert error_codes(sign_off(table, "A")) == ["already_agreed"]


def test_signed_kingdom_is_corrected_by_all_four(table: Table) -> None:
    seal = sign_off_by_all(table)
    for approvals in ({}, {"with": ["A", "B", "C"]}):
        response = table.post_entry(envelope(correction_of(OTHER_KING, **approvals), 14))
        assert error_codes(response) == ["kingdom_agreed"]
    assert error_codes(table.post_entry(envelope({"take_back": 9}, 14))) == ["kingdom_agreed"]
    table.record_entry(correction_of(OTHER_KING, **{"with": ["A", "B", "C", "D"]}))
    assert (kingdom_sign_off(table)["seats"], kingdom_sign_off(table)["seal"]) == ([], None)
    assert sign_off_by_all(table) not in (None, seal)


def test_signed_kingdom_blocks_house_rules_correction(table: Table) -> None:
    sign_off_by_all(table)
    change = {"house_rules": {"preset": "standard", "options": {"king_of_hearts_points": 80}}}
    assert error_codes(table.post_entry(envelope(correction_of(change), 14))) == ["kingdom_agreed"]


def test_next_kingdom_is_corrected_freely(table: Table) -> None:
    seal = sign_off_by_all(table)
    table.record_entry({**KING, "king": "B"})
    table.record_entry(correction_of({"seq": 15, "entry": {**TREX, "king": "B"}}))
    assert kingdom_sign_off(table)["seal"] == seal


def test_incomplete_sign_off_can_be_undone(table: Table) -> None:
    sign_off(table, "A")
    table.record_entry({"take_back": 11})
    assert kingdom_sign_off(table)["seats"] == []


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (7, "wrong_type"),
        ({}, "missing_field"),
        ({"kingdom": "A", "seat": "E", "digest": "x"}, "unknown_seat"),
        ({"kingdom": "A", "seat": "A", "digest": 7}, "kingdom_changed"),
        ({"kingdom": "B", "seat": "A", "digest": "x"}, "kingdom_not_complete"),
        ({"kingdom": "A", "seat": "A", "digest": "x", "more": 1}, "unknown_field"),
    ],
)
def test_invalid_sign_off_is_refused(table: Table, content: Any, code: str) -> None:  # noqa: ANN401
    response = table.post_entry(envelope({"agreed": content}, 10))
    assert response.status_code == 422
    assert code in error_codes(response)


@pytest.mark.parametrize(
    ("approvals", "code"), [("ABCD", "wrong_type"), (["A", "A"], "seat_taken_twice"), (["E"], "unknown_seat")]
)
def test_invalid_approvals_are_refused(table: Table, approvals: Any, code: str) -> None:  # noqa: ANN401
    response = table.post_entry(envelope(correction_of(OTHER_KING, **{"with": approvals}), 10))
    assert code in error_codes(response)


def test_complete_sign_off_cannot_be_undone(table: Table) -> None:
    sign_off_by_all(table)
    response = table.post_entry(envelope({"take_back": 13}, table.state()["seq"]))
    assert error_codes(response) == ["kingdom_agreed"]
    table.record_entry(correction_of(OTHER_KING, **{"with": [*"ABCD"]}))
    response = table.post_entry(envelope({"take_back": 15}, table.state()["seq"]))
    assert error_codes(response) == ["backed_by_all"]


def test_signed_kingdom_blocks_seating_correction(table: Table) -> None:
    seal = sign_off_by_all(table)
    swap = {"seats": {"A": "C", "C": "A"}}
    response = table.post_entry(envelope(correction_of(swap), table.state()["seq"]))
    assert error_codes(response) == ["kingdom_agreed"]
    table.record_entry(correction_of(swap, **{"with": [*"ABCD"]}))
    assert sign_off_by_all(table) not in {None, seal}


def test_name_correction_keeps_seal(table: Table) -> None:
    seal = sign_off_by_all(table)
    table.record_entry({"seat": "A", "name": "Amaal"})
    assert kingdom_sign_off(table)["seal"] == seal
