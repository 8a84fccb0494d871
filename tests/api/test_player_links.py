"""After a player link is opened, only it and the referee act for the player; the scorer no longer does."""

from typing import Any

import pytest

from tests.api.events.test_policy import player_tokens, record, referee_token, set_policy
from tests.api.events.test_sign_off import sign_off_by_all
from tests.support.databases import both_databases
from tests.support.tables import DIAMONDS, KINGDOM, TREX, Client, Json, Table, envelope, error_codes, start_game

CORRECTED_DIAMONDS: Json = {**DIAMONDS, "captures": {"diamonds": {"A": 4, "B": 5, "C": 3, "D": 1}}}
CHANGES = [{"seq": 6, "entry": CORRECTED_DIAMONDS}]


def link_entry(holder: str, status: str = "opened") -> Json:
    return {"link": {"for": holder, "is": status}}


def record_by(table: Table, entry: Json, token: str | None = None) -> Any:  # noqa: ANN401 - a response
    return record(table, entry, token or table.own)


def sign_off_entry(table: Table, seat: str) -> Json:
    return {"agreed": {"kingdom": "A", "seat": seat, "digest": table.state()["agreements"][0]["digest"]}}


@both_databases
def test_player_link_is_opened_once_by_holder(client: Client) -> None:
    table = start_game(client)
    tokens = player_tokens(table)
    assert "own_links" not in table.state()
    for token in (table.own, tokens["A"]):
        assert record_by(table, link_entry("B"), token).status_code == 403
    assert record_by(table, link_entry("B"), tokens["B"]).status_code == 201
    assert (table.state()["own_links"], table.state()["opened"]) == (["B"], ["B"])
    assert error_codes(record_by(table, link_entry("B"), tokens["B"])) == ["link_is_opened"]


def test_link_renewal_is_refused_through_api(client: Client) -> None:
    table = start_game(client)
    tokens = player_tokens(table)
    record_by(table, link_entry("B"), tokens["B"])
    for token in (table.own, tokens["B"]):
        assert record_by(table, link_entry("B", "renewed"), token).status_code == 403


@pytest.mark.parametrize("first", ["opened", "disputed"])
def test_scorer_cannot_act_for_opened_link(client: Client, first: str) -> None:
    table = start_game(client, deals=KINGDOM)
    tokens = player_tokens(table)
    dispute = {"disputed": {"seat": "B", "about": 6, "reason": "no"}}
    first_entry = link_entry("B") if first == "opened" else dispute
    assert record_by(table, first_entry, tokens["B"]).status_code == 201
    dispute_seq = table.record_entry({"disputed": {"seat": "A", "about": 7, "reason": "no"}})["seq"]
    for entry in (
        sign_off_entry(table, "B"),
        {"answered": {"dispute": dispute_seq, "seat": "B", "agrees": True}},
        {"disputed": {"seat": "B", "about": 8, "reason": "x"}},
        {"corrected": {"reason": "x", "changes": CHANGES, "with": ["A", "B", "C", "D"]}},
    ):
        assert error_codes(record_by(table, entry)) == ["seat_speaks_for_itself"], entry
    for seat in "ACD":
        assert record_by(table, sign_off_entry(table, seat)).status_code == 201
    assert record_by(table, sign_off_entry(table, "B"), tokens["B"]).status_code == 201
    assert table.state()["agreements"][0]["seal"]


def test_scorer_cannot_undo_entry_of_player(client: Client) -> None:
    table = start_game(client, deals=KINGDOM)
    tokens = player_tokens(table)
    seq = record_by(table, sign_off_entry(table, "B"), tokens["B"]).json["seq"]
    other = record_by(table, sign_off_entry(table, "C")).json["seq"]
    assert error_codes(record_by(table, {"take_back": seq})) == ["seat_speaks_for_itself"]
    assert record_by(table, {"take_back": other}).status_code == 201


def test_referee_acts_for_player(client: Client) -> None:
    table = start_game(client, deals=KINGDOM)
    tokens = player_tokens(table)
    set_policy(table, referee=True)
    dispute = {"disputed": {"seat": "B", "about": 6, "reason": "no"}}
    dispute_seq = record_by(table, dispute, tokens["B"]).json["seq"]
    token = referee_token(table)
    for entry in (
        {"answered": {"dispute": dispute_seq, "seat": "C", "agrees": False}},
        {"settled": {"dispute": dispute_seq, "as": "withdrawn", "seat": "B"}},
        sign_off_entry(table, "B"),
    ):
        assert record_by(table, entry, token).status_code == 201, entry
    entries = client.get(table.path("/journal")).json["entries"]
    assert [recorded["by"]["right"] for recorded in entries[-3:]] == ["referee"] * 3
    assert table.state()["opened"] == ["B", "referee"]


def test_signed_kingdom_is_corrected_by_answered_dispute(client: Client) -> None:
    table = start_game(client, deals=KINGDOM)
    tokens = player_tokens(table)
    record_by(table, link_entry("B"), tokens["B"])
    for seat in "ACD":
        record_by(table, sign_off_entry(table, seat))
    record_by(table, sign_off_entry(table, "B"), tokens["B"])
    change = {"seq": 6, "entry": {**KINGDOM[0], "note": "counted"}}
    seq = record_by(table, {"disputed": {"seat": "A", "about": 6, "reason": "x", "changes": [change]}}).json["seq"]
    for seat in "CD":
        record_by(table, {"answered": {"dispute": seq, "seat": seat, "agrees": True}})
    assert table.state()["disputes"][0]["end"] is None
    record_by(table, {"answered": {"dispute": seq, "seat": "B", "agrees": True}}, tokens["B"])
    assert table.state()["disputes"][0]["end"] == "proposed"


def test_scorer_acts_for_all_without_player_links(client: Client) -> None:
    """Until a player link is opened, the scorer's phone acts for all players."""
    table = start_game(client, deals=KINGDOM)
    assert sign_off_by_all(table)
    assert {"own_links", "opened"}.isdisjoint(table.state())


def test_links_are_opened_by_player_and_referee_only(client: Client) -> None:
    table = start_game(client, deals=[DIAMONDS, TREX])
    set_policy(table, referee=True)
    token = referee_token(table)
    assert record_by(table, link_entry("A"), token).status_code == 403
    assert record_by(table, link_entry("referee"), token).status_code == 201
    for content in (7, {"for": "E", "is": "opened"}, {"for": "referee", "is": "lost"}, {"is": "opened"}):
        assert table.post_entry(envelope({"link": content}, 9)).status_code == 403
