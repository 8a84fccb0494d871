"""How a table keeps its score: a second person who confirms, a deadline for corrections, a referee."""

from typing import Any

import pytest
from sqlalchemy import text

from tests.support.tables import DIAMONDS, KINGDOM, MOVED, TREX, Client, Json, Table, codes, envelope, start
from trexscore.commands.games.links import create_seat_links
from trexscore.db.journals import write_transaction
from trexscore.db.models import db
from trexscore.db.tokens import read_scope, read_seat_links, read_unseated_tokens

PENALTIES = ["king_of_hearts", "queens", "diamonds", "collections"]
OTHERWISE = {**DIAMONDS, "captures": {"diamonds": {"A": 4, "B": 4, "C": 4, "D": 1}}}


def set_terms(table: Table, **terms: Any) -> None:  # noqa: ANN401 - terms are of many types
    table.enter({"terms": terms})


def say(table: Table, entry: Json, token: str | None = None, **more: Any) -> Any:  # noqa: ANN401 - an answer
    return table.send(envelope(entry, table.state()["seq"], **more), token)


def confirm(table: Table, seq: int, seat: str, token: str | None = None) -> Any:  # noqa: ANN401
    """Deals are entered through the owner's link; a second person has another one."""
    return say(table, {"confirmed": {"seq": seq, "seat": seat}}, token or table.write)


def put_right(seq: int, entry: Json | None = OTHERWISE, behind: list[str] | None = None) -> Json:
    said: Json = {"reason": "counted again", "changes": [{"seq": seq, "entry": entry}]}
    return {"corrected": said | ({"with": behind} if behind else {})}


def objection(seq: int) -> Json:
    """Says what a deal of diamonds should have been."""
    changes = put_right(seq)["corrected"]["changes"]
    return {"disputed": {"seat": "B", "about": seq, "reason": "I had 4", "changes": changes}}


def referee(table: Table) -> str:
    """The referee's token."""
    with table.client.application.app_context():
        scope = read_scope(table.own)
        assert scope is not None
        return read_unseated_tokens(db.session(), scope.game_id)["referee"]


def seats(table: Table) -> dict[str, str]:
    with table.client.application.app_context():
        scope = read_scope(table.own)
        assert scope is not None
        create_seat_links(scope.game_id)
        return read_seat_links(db.session(), scope.game_id)


def let_time_pass(table: Table) -> None:
    """As if everything so far had been received long ago."""
    with table.client.application.app_context():
        scope = read_scope(table.own)
        assert scope is not None
        with write_transaction() as session:
            long_ago = {"then": "2026-01-01T20:00:00.000Z", "game": scope.game_id}
            session.execute(text("UPDATE game_entry SET received_at = :then WHERE game_id = :game"), long_ago)


def test_nothing_is_asked_of_a_table_that_has_agreed_on_nothing(table: Table) -> None:
    table.enter(DIAMONDS)
    state = table.state()
    assert state["terms"] == {"second_person": False, "deadline": None, "referee": False}
    assert state["unconfirmed"] == []


def test_only_whoever_started_the_game_sets_its_terms(table: Table) -> None:
    for token, status in ((table.read, 403), (table.write, 403), (seats(table)["A"], 403), (table.own, 201)):
        answer = say(table, {"terms": {"second_person": True}}, token)
        assert answer.status_code == status


def test_what_was_entered_before_a_second_person_was_asked_for_needs_none(table: Table) -> None:
    table.enter(DIAMONDS)
    set_terms(table, second_person=True)
    trex = table.enter(TREX)["seq"]
    assert table.state()["unconfirmed"] == [trex]
    set_terms(table, second_person=True, deadline={"minutes": 30, "after": "game"})
    assert table.state()["unconfirmed"] == [trex]
    set_terms(table)
    assert table.state()["unconfirmed"] == []


def test_whoever_has_entered_a_deal_does_not_confirm_it(table: Table) -> None:
    set_terms(table, second_person=True)
    seq = table.enter(DIAMONDS)["seq"]
    assert codes(confirm(table, seq, "A")) == ["own_entry"]
    assert confirm(table, seq, "B").status_code == 201
    assert table.state()["unconfirmed"] == []
    assert codes(confirm(table, seq, "C")) == ["already_confirmed"]


def test_the_link_that_entered_a_deal_does_not_confirm_it_for_someone_else(table: Table) -> None:
    set_terms(table, second_person=True)
    seq = table.enter(DIAMONDS)["seq"]
    assert codes(confirm(table, seq, "B", table.own)) == ["own_link"]
    assert confirm(table, seq, "B", seats(table)["B"]).status_code == 201


def test_a_player_confirms_with_the_link_of_their_own_seat_alone(table: Table) -> None:
    tokens = seats(table)
    set_terms(table, second_person=True)
    seq = table.enter(DIAMONDS)["seq"]
    assert confirm(table, seq, "B", tokens["C"]).status_code == 403
    assert confirm(table, seq, "B", table.read).status_code == 403
    assert confirm(table, seq, "C", tokens["C"]).status_code == 201


def test_what_is_put_right_has_to_be_confirmed_anew(table: Table) -> None:
    set_terms(table, second_person=True)
    seq = table.enter(DIAMONDS)["seq"]
    confirm(table, seq, "B")
    correction = table.enter(put_right(seq))["seq"]
    assert table.state()["unconfirmed"] == [seq]
    assert codes(confirm(table, seq, "C")) == ["nothing_to_confirm"]
    assert confirm(table, correction, "C").status_code == 201
    assert table.state()["unconfirmed"] == []


def test_what_all_four_stand_behind_needs_nobody_more(table: Table) -> None:
    set_terms(table, second_person=True)
    seq = table.enter(DIAMONDS)["seq"]
    table.enter(put_right(seq, behind=list("ABCD")))
    assert table.state()["unconfirmed"] == []


def test_a_confirmation_can_be_taken_back(table: Table) -> None:
    set_terms(table, second_person=True)
    seq = table.enter(DIAMONDS)["seq"]
    confirmed = confirm(table, seq, "B").json["seq"]
    table.enter({"take_back": confirmed})
    assert table.state()["unconfirmed"] == [seq]


def test_a_kingdom_is_agreed_on_once_a_second_person_has_seen_all_of_it(table: Table) -> None:
    set_terms(table, second_person=True)
    seqs = [table.enter(deal)["seq"] for deal in KINGDOM]
    for seq in seqs[1:]:
        confirm(table, seq, "B")
    said = {"kingdom": "A", "seat": "A", "digest": table.state()["agreements"][0]["digest"]}
    assert codes(say(table, {"agreed": said})) == ["not_confirmed"]
    confirm(table, seqs[0], "B")
    assert say(table, {"agreed": said}).status_code == 201


def test_nothing_is_put_right_after_the_deadline_but_by_the_referee(table: Table) -> None:
    set_terms(table, deadline={"minutes": 30, "after": "entry"}, referee=True)
    seq = table.enter(DIAMONDS)["seq"]
    assert say(table, put_right(seq)).status_code == 201
    let_time_pass(table)
    for late in (put_right(seq, DIAMONDS), put_right(seq, None), {"take_back": seq}, {"take_back": seq + 1}):
        assert codes(say(table, late)) == ["too_late"]
    ruling = put_right(seq, DIAMONDS, behind=["referee"])
    assert say(table, ruling, referee(table)).status_code == 201


def test_a_late_objection_is_refused_and_one_raised_in_time_is_still_settled(table: Table) -> None:
    set_terms(table, deadline={"minutes": 30, "after": "entry"})
    seq = table.enter(DIAMONDS)["seq"]
    objection = {
        "disputed": {"seat": "B", "about": seq, "reason": "I had 5", "changes": put_right(seq)["corrected"]["changes"]}
    }
    dispute = table.enter(objection)["seq"]
    let_time_pass(table)
    late = {"disputed": {**objection["disputed"], "seat": "C"}}
    assert codes(say(table, late)) == ["too_late"]
    for seat in "ACD":
        assert say(table, {"answered": {"dispute": dispute, "seat": seat, "agrees": True}}).status_code == 201
    assert table.state()["disputes"][0]["end"] == "proposed"


def test_a_deadline_after_the_game_begins_when_the_last_deal_is_in(client: Client) -> None:
    sweep = {seat: 13 if seat == "D" else 0 for seat in "ABCD"}
    card = {"taken_by": "D"}
    four = {
        "king_of_hearts": card,
        "queens": dict.fromkeys(("hearts", "spades", "diamonds", "clubs"), card),
        "diamonds": sweep,
        "tricks": sweep,
    }
    both = [
        deal
        for king in "ABCD"
        for deal in (
            {"king": king, "contracts": PENALTIES, "captures": four},
            {"king": king, "contracts": ["trex"], "captures": {"trex": ["A", "B", "C", "D"]}},
        )
    ]
    table = start(client, deals=both[:-1], house_rules={"preset": "complex"})
    set_terms(table, deadline={"minutes": 30, "after": "game"})
    let_time_pass(table)
    trex = {"king": "A", "contracts": ["trex"], "captures": {"trex": ["B", "A", "C", "D"]}}
    assert say(table, put_right(7, trex)).status_code == 201
    table.enter(both[-1])
    assert say(table, put_right(7, both[1])).status_code == 201
    let_time_pass(table)
    assert codes(say(table, put_right(7, trex))) == ["too_late"]
    assert codes(say(table, MOVED)) == ["too_late"]


@pytest.mark.parametrize(
    ("said", "code"),
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
def test_terms_that_nobody_can_keep_are_refused(table: Table, said: Any, code: str) -> None:  # noqa: ANN401
    assert code in codes(say(table, {"terms": said}))


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (7, "wrong_type"),
        ({}, "missing_field"),
        ({"seq": "6", "seat": "B"}, "wrong_type"),
        ({"seq": 6, "seat": "E"}, "unknown_seat"),
        ({"seq": 2, "seat": "B"}, "nothing_to_confirm"),
        ({"seq": 6, "seat": "B", "more": 1}, "unknown_field"),
    ],
)
def test_a_confirmation_of_nothing_is_refused(table: Table, said: Any, code: str) -> None:  # noqa: ANN401
    assert code in codes(say(table, {"confirmed": said}))
