"""A player's own link, once it has been opened, speaks for its player alone; the referee can, and the scorer cannot."""

from typing import Any

import pytest

from tests.api.events.test_policy import referee, say, seats, set_terms
from tests.api.events.test_sign_off import agree
from tests.support.databases import both_databases
from tests.support.tables import DIAMONDS, KINGDOM, TREX, Client, Json, Table, codes, envelope, start

COUNTED_AGAIN: Json = {**DIAMONDS, "captures": {"diamonds": {"A": 4, "B": 5, "C": 3, "D": 1}}}
CHANGES = [{"seq": 6, "entry": COUNTED_AGAIN}]


def opened(whose: str, what: str = "opened") -> Json:
    return {"link": {"for": whose, "is": what}}


def by_hand(table: Table, entry: Json, token: str | None = None) -> Any:  # noqa: ANN401 - an answer
    return say(table, entry, token or table.own)


def agreed(table: Table, seat: str) -> Json:
    return {"agreed": {"kingdom": "A", "seat": seat, "digest": table.state()["agreements"][0]["digest"]}}


@both_databases
def test_opening_is_said_once_by_its_holder(client: Client) -> None:
    table = start(client)
    tokens = seats(table)
    assert "own_links" not in table.state()
    for token in (table.own, tokens["A"]):
        assert by_hand(table, opened("B"), token).status_code == 403
    assert by_hand(table, opened("B"), tokens["B"]).status_code == 201
    assert (table.state()["own_links"], table.state()["opened"]) == (["B"], ["B"])
    assert codes(by_hand(table, opened("B"), tokens["B"])) == ["link_is_opened"]


def test_nobody_says_through_the_interface_that_a_link_was_renewed(client: Client) -> None:
    table = start(client)
    tokens = seats(table)
    by_hand(table, opened("B"), tokens["B"])
    for token in (table.own, tokens["B"]):
        assert by_hand(table, opened("B", "renewed"), token).status_code == 403


@pytest.mark.parametrize("first", ["opened", "disputed"])
def test_the_scorer_answers_for_nobody_whose_link_is_opened(client: Client, first: str) -> None:
    table = start(client, deals=KINGDOM)
    tokens = seats(table)
    dispute = {"disputed": {"seat": "B", "about": 6, "reason": "no"}}
    begun = opened("B") if first == "opened" else dispute
    assert by_hand(table, begun, tokens["B"]).status_code == 201
    number = table.enter({"disputed": {"seat": "A", "about": 7, "reason": "no"}})["seq"]
    for entry in (
        agreed(table, "B"),
        {"answered": {"dispute": number, "seat": "B", "agrees": True}},
        {"disputed": {"seat": "B", "about": 8, "reason": "x"}},
        {"corrected": {"reason": "x", "changes": CHANGES, "with": ["A", "B", "C", "D"]}},
    ):
        assert codes(by_hand(table, entry)) == ["seat_speaks_for_itself"], entry
    for seat in "ACD":
        assert by_hand(table, agreed(table, seat)).status_code == 201
    assert by_hand(table, agreed(table, "B"), tokens["B"]).status_code == 201
    assert table.state()["agreements"][0]["seal"]


def test_the_scorer_takes_back_nothing_that_a_player_said(client: Client) -> None:
    table = start(client, deals=KINGDOM)
    tokens = seats(table)
    seq = by_hand(table, agreed(table, "B"), tokens["B"]).json["seq"]
    other = by_hand(table, agreed(table, "C")).json["seq"]
    assert codes(by_hand(table, {"take_back": seq})) == ["seat_speaks_for_itself"]
    assert by_hand(table, {"take_back": other}).status_code == 201


def test_the_referee_signs_off_answers_and_withdraws_for_a_player(client: Client) -> None:
    table = start(client, deals=KINGDOM)
    tokens = seats(table)
    set_terms(table, referee=True)
    dispute = {"disputed": {"seat": "B", "about": 6, "reason": "no"}}
    number = by_hand(table, dispute, tokens["B"]).json["seq"]
    token = referee(table)
    for entry in (
        {"answered": {"dispute": number, "seat": "C", "agrees": False}},
        {"settled": {"dispute": number, "as": "withdrawn", "seat": "B"}},
        agreed(table, "B"),
    ):
        assert by_hand(table, entry, token).status_code == 201, entry
    entries = client.get(table.path("/journal")).json["entries"]
    assert [one["by"]["right"] for one in entries[-3:]] == ["referee"] * 3
    assert table.state()["opened"] == ["B", "referee"]


def test_a_signed_off_kingdom_is_corrected_by_a_dispute_that_all_four_answer(client: Client) -> None:
    table = start(client, deals=KINGDOM)
    tokens = seats(table)
    by_hand(table, opened("B"), tokens["B"])
    for seat in "ACD":
        by_hand(table, agreed(table, seat))
    by_hand(table, agreed(table, "B"), tokens["B"])
    changed = {"seq": 6, "entry": {**KINGDOM[0], "note": "counted"}}
    number = by_hand(table, {"disputed": {"seat": "A", "about": 6, "reason": "x", "changes": [changed]}}).json["seq"]
    for seat in "CD":
        by_hand(table, {"answered": {"dispute": number, "seat": seat, "agrees": True}})
    assert table.state()["disputes"][0]["end"] is None
    by_hand(table, {"answered": {"dispute": number, "seat": "B", "agrees": True}}, tokens["B"])
    assert table.state()["disputes"][0]["end"] == "proposed"


def test_no_link_no_difference(client: Client) -> None:
    """Where nobody has opened a link of their own, the scorer's phone speaks for all, as it is said."""
    table = start(client, deals=KINGDOM)
    assert agree(table)
    assert {"own_links", "opened"}.isdisjoint(table.state())


def test_only_referee_and_player_open_their_own(client: Client) -> None:
    table = start(client, deals=[DIAMONDS, TREX])
    set_terms(table, referee=True)
    token = referee(table)
    assert by_hand(table, opened("A"), token).status_code == 403
    assert by_hand(table, opened("referee"), token).status_code == 201
    for said in (7, {"for": "E", "is": "opened"}, {"for": "referee", "is": "lost"}, {"is": "opened"}):
        assert table.send(envelope({"link": said}, 9)).status_code == 403
