"""The policy of a game: confirmation by a second person, a deadline for corrections, a referee."""

from typing import Any

import pytest
from sqlalchemy import text

from tests.support.tables import (
    ADJUSTMENT,
    DIAMONDS,
    KINGDOM,
    TREX,
    Client,
    Json,
    Table,
    envelope,
    error_codes,
    start_game,
)
from trexscore.commands.games.links import create_missing_seat_links
from trexscore.db.game_links import read_seat_tokens, read_token_scope, read_tokens_by_permission
from trexscore.db.models import db
from trexscore.db.transactions import write_transaction

PENALTIES = ["king_of_hearts", "queens", "diamonds", "collections"]
CORRECTED_DIAMONDS = {**DIAMONDS, "captures": {"diamonds": {"A": 4, "B": 4, "C": 4, "D": 1}}}


def set_policy(table: Table, **terms: Any) -> None:  # noqa: ANN401 - terms are of many types
    table.record_entry({"terms": terms})


def record(table: Table, entry: Json, token: str | None = None, **more: Any) -> Any:  # noqa: ANN401 - a response
    return table.post_entry(envelope(entry, table.state()["seq"], **more), token)


def confirm(table: Table, seq: int, seat: str, token: str | None = None) -> Any:  # noqa: ANN401
    """Confirm an entry; deals use the owner link, so the second person needs another one."""
    return record(table, {"confirmed": {"seq": seq, "seat": seat}}, token or table.write)


def correction_of(seq: int, entry: Json | None = CORRECTED_DIAMONDS, approvers: list[str] | None = None) -> Json:
    content: Json = {"reason": "counted again", "changes": [{"seq": seq, "entry": entry}]}
    return {"corrected": content | ({"with": approvers} if approvers else {})}


def dispute_of(seq: int) -> Json:
    """A dispute that proposes other counts for a deal of diamonds."""
    changes = correction_of(seq)["corrected"]["changes"]
    return {"disputed": {"seat": "B", "about": seq, "reason": "I had 4", "changes": changes}}


def referee_token(table: Table) -> str:
    """The referee's token."""
    with table.client.application.app_context():
        scope = read_token_scope(table.own)
        assert scope is not None
        return read_tokens_by_permission(db.session(), scope.game_id)["referee"]


def player_tokens(table: Table) -> dict[str, str]:
    with table.client.application.app_context():
        scope = read_token_scope(table.own)
        assert scope is not None
        create_missing_seat_links(scope.game_id)
        return read_seat_tokens(db.session(), scope.game_id)


def let_time_pass(table: Table) -> None:
    """Date all entries back, so that every deadline has passed."""
    with table.client.application.app_context():
        scope = read_token_scope(table.own)
        assert scope is not None
        with write_transaction() as session:
            parameters = {"then": "2026-01-01T20:00:00.000Z", "game": scope.game_id}
            session.execute(text("UPDATE game_entry SET received_at = :then WHERE game_id = :game"), parameters)


def test_default_policy_asks_nothing(table: Table) -> None:
    table.record_entry(DIAMONDS)
    state = table.state()
    assert state["terms"] == {"second_person": False, "deadline": None, "referee": False}
    assert state["unconfirmed"] == []


def test_policy_is_set_by_owner_only(table: Table) -> None:
    for token, status in ((table.read, 403), (table.write, 403), (player_tokens(table)["A"], 403), (table.own, 201)):
        response = record(table, {"terms": {"second_person": True}}, token)
        assert response.status_code == status


def test_confirmation_applies_to_later_entries(table: Table) -> None:
    table.record_entry(DIAMONDS)
    set_policy(table, second_person=True)
    trex = table.record_entry(TREX)["seq"]
    assert table.state()["unconfirmed"] == [trex]
    set_policy(table, second_person=True, deadline={"minutes": 30, "after": "game"})
    assert table.state()["unconfirmed"] == [trex]
    set_policy(table)
    assert table.state()["unconfirmed"] == []


def test_author_cannot_confirm_own_entry(table: Table) -> None:
    set_policy(table, second_person=True)
    seq = table.record_entry(DIAMONDS)["seq"]
    assert error_codes(confirm(table, seq, "A")) == ["own_entry"]
    assert confirm(table, seq, "B").status_code == 201
    assert table.state()["unconfirmed"] == []
    assert error_codes(confirm(table, seq, "C")) == ["already_confirmed"]


def test_link_cannot_confirm_its_own_entry(table: Table) -> None:
    set_policy(table, second_person=True)
    seq = table.record_entry(DIAMONDS)["seq"]
    assert error_codes(confirm(table, seq, "B", table.own)) == ["own_link"]
    assert confirm(table, seq, "B", player_tokens(table)["B"]).status_code == 201


def test_player_link_confirms_for_its_seat_only(table: Table) -> None:
    tokens = player_tokens(table)
    set_policy(table, second_person=True)
    seq = table.record_entry(DIAMONDS)["seq"]
    assert confirm(table, seq, "B", tokens["C"]).status_code == 403
    assert confirm(table, seq, "B", table.read).status_code == 403
    assert confirm(table, seq, "C", tokens["C"]).status_code == 201


def test_corrected_entry_needs_new_confirmation(table: Table) -> None:
    set_policy(table, second_person=True)
    seq = table.record_entry(DIAMONDS)["seq"]
    confirm(table, seq, "B")
    correction = table.record_entry(correction_of(seq))["seq"]
    assert table.state()["unconfirmed"] == [seq]
    assert error_codes(confirm(table, seq, "C")) == ["nothing_to_confirm"]
    assert confirm(table, correction, "C").status_code == 201
    assert table.state()["unconfirmed"] == []


def test_correction_by_all_four_needs_no_confirmation(table: Table) -> None:
    set_policy(table, second_person=True)
    seq = table.record_entry(DIAMONDS)["seq"]
    table.record_entry(correction_of(seq, approvers=list("ABCD")))
    assert table.state()["unconfirmed"] == []


def test_confirmation_can_be_undone(table: Table) -> None:
    set_policy(table, second_person=True)
    seq = table.record_entry(DIAMONDS)["seq"]
    confirmed = confirm(table, seq, "B").json["seq"]
    table.record_entry({"take_back": confirmed})
    assert table.state()["unconfirmed"] == [seq]


def test_sign_off_needs_confirmed_kingdom(table: Table) -> None:
    set_policy(table, second_person=True)
    seqs = [table.record_entry(deal)["seq"] for deal in KINGDOM]
    for seq in seqs[1:]:
        confirm(table, seq, "B")
    content = {"kingdom": "A", "seat": "A", "digest": table.state()["agreements"][0]["digest"]}
    assert error_codes(record(table, {"agreed": content})) == ["not_confirmed"]
    confirm(table, seqs[0], "B")
    assert record(table, {"agreed": content}).status_code == 201


def test_deadline_blocks_everyone_but_referee(table: Table) -> None:
    set_policy(table, deadline={"minutes": 30, "after": "entry"}, referee=True)
    seq = table.record_entry(DIAMONDS)["seq"]
    assert record(table, correction_of(seq)).status_code == 201
    let_time_pass(table)
    for late_entry in (
        correction_of(seq, DIAMONDS),
        correction_of(seq, None),
        {"take_back": seq},
        {"take_back": seq + 1},
    ):
        assert error_codes(record(table, late_entry)) == ["too_late"]
    ruling = correction_of(seq, DIAMONDS, approvers=["referee"])
    assert record(table, ruling, referee_token(table)).status_code == 201


def test_late_dispute_is_refused_and_earlier_resolved(table: Table) -> None:
    set_policy(table, deadline={"minutes": 30, "after": "entry"})
    seq = table.record_entry(DIAMONDS)["seq"]
    objection = {
        "disputed": {
            "seat": "B",
            "about": seq,
            "reason": "I had 5",
            "changes": correction_of(seq)["corrected"]["changes"],
        }
    }
    dispute = table.record_entry(objection)["seq"]
    let_time_pass(table)
    late_dispute = {"disputed": {**objection["disputed"], "seat": "C"}}
    assert error_codes(record(table, late_dispute)) == ["too_late"]
    for seat in "ACD":
        assert record(table, {"answered": {"dispute": dispute, "seat": seat, "agrees": True}}).status_code == 201
    assert table.state()["disputes"][0]["end"] == "proposed"


def test_deadline_after_game_starts_with_last_deal(client: Client) -> None:
    all_to_d = {seat: 13 if seat == "D" else 0 for seat in "ABCD"}
    card = {"taken_by": "D"}
    all_captures = {
        "king_of_hearts": card,
        "queens": dict.fromkeys(("hearts", "spades", "diamonds", "clubs"), card),
        "diamonds": all_to_d,
        "tricks": all_to_d,
    }
    deals = [
        deal
        for king in "ABCD"
        for deal in (
            {"king": king, "contracts": PENALTIES, "captures": all_captures},
            {"king": king, "contracts": ["trex"], "captures": {"trex": ["A", "B", "C", "D"]}},
        )
    ]
    table = start_game(client, deals=deals[:-1], house_rules={"preset": "complex"})
    set_policy(table, deadline={"minutes": 30, "after": "game"})
    let_time_pass(table)
    trex = {"king": "A", "contracts": ["trex"], "captures": {"trex": ["B", "A", "C", "D"]}}
    assert record(table, correction_of(7, trex)).status_code == 201
    table.record_entry(deals[-1])
    assert record(table, correction_of(7, deals[1])).status_code == 201
    let_time_pass(table)
    assert error_codes(record(table, correction_of(7, trex))) == ["too_late"]
    assert error_codes(record(table, ADJUSTMENT)) == ["too_late"]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (7, "wrong_type"),
        ({"second_person": 1}, "wrong_type"),
        ({"referee": "Amal"}, "wrong_type"),
        ({"more": 1}, "unknown_field"),
        ({"deadline": 30}, "wrong_type"),
        ({"deadline": {"minutes": 0, "after": "game"}}, "bad_deadline"),
        ({"deadline": {"minutes": True, "after": "game"}}, "bad_deadline"),
        ({"deadline": {"minutes": 10**9, "after": "game"}}, "bad_deadline"),
        ({"deadline": {"minutes": 30, "after": "tea"}}, "unknown_deadline"),
        ({"deadline": {"minutes": 30, "after": "game", "x": 1}}, "unknown_field"),
    ],
)
def test_invalid_policy_is_refused(table: Table, content: Any, code: str) -> None:  # noqa: ANN401
    assert code in error_codes(record(table, {"terms": content}))


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (7, "wrong_type"),
        ({}, "missing_field"),
        ({"seq": "6", "seat": "B"}, "wrong_type"),
        ({"seq": 6, "seat": "E"}, "unknown_seat"),
        ({"seq": 2, "seat": "B"}, "nothing_to_confirm"),
        ({"seq": 6, "seat": "B", "more": 1}, "unknown_field"),
    ],
)
def test_invalid_confirmation_is_refused(table: Table, content: Any, code: str) -> None:  # noqa: ANN401
    assert code in error_codes(record(table, {"confirmed": content}))
