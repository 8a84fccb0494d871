"""The draft of a deal: visible on every phone, and never part of the journal."""

import json

import pytest

from tests.support.databases import both_databases
from tests.support.tables import DIAMONDS, KING, Client, Json, Table, envelope, start_game

JSON = "application/json"
DRAFT: Json = {
    "king": "A",
    "contracts": ["queens"],
    "captures": {"queens": {"hearts": {"doubled_by": "D"}, "spades": {"taken_by": "C"}}},
}


def put_draft(table: Table, draft: object, token: str | None = None) -> int:
    return int(
        table.client.open(
            table.path("/draft", token or table.write), method="PUT", data=json.dumps(draft), content_type=JSON
        ).status_code
    )


def test_every_link_sees_draft(table: Table) -> None:
    assert put_draft(table, DRAFT | {"author": "Amal", "device": "iPhone K3F7"}) == 200
    for token in (table.own, table.write, table.read):
        draft = table.client.get(table.path("/state", token)).json["draft"]
        assert draft.pop("version")
        assert draft == DRAFT | {"author": "Amal", "device": "iPhone K3F7"}
    assert table.state()["seq"] == 5


def test_draft_needs_scorer(client: Client) -> None:
    table = start_game(client)
    assert [put_draft(table, DRAFT, token) for token in (table.own, table.write, table.read)] == [200, 200, 403]
    for token in ("AAAAAAAAAAAAAAAAAAAAAA", "x", "%00"):
        response = client.open(f"/api/games/{token}/draft", method="PUT", json=DRAFT)
        assert (response.status_code, response.json["code"]) == (404, "not_found")


def test_draft_changes_etag(client: Client) -> None:
    table = start_game(client)
    tags = []
    for draft in (None, DRAFT, DRAFT | {"captures": {}}):
        put_draft(table, draft)
        tags.append(client.get(table.path("/state")).headers["ETag"])
    put_draft(table, None)
    assert len(set(tags)) == 3
    assert client.get(table.path("/state"), headers={"If-None-Match": tags[0]}).status_code == 304


@both_databases
@pytest.mark.parametrize("entry", [KING, DIAMONDS, {"announced": {"king": "A", "contracts": ["trex"]}}])
def test_next_entry_removes_draft(table: Table, entry: Json) -> None:
    put_draft(table, DRAFT)
    assert table.post_entry(envelope(entry)).status_code == 201
    assert "draft" not in table.state()


def test_outdated_draft_is_refused(table: Table) -> None:
    assert put_draft(table, DRAFT | {"after": 5}) == 200
    table.post_entry(envelope({"announced": {"king": "A", "contracts": ["queens"], "doubled": {"hearts": "D"}}}))
    assert put_draft(table, DRAFT | {"after": 5}) == 409
    assert "draft" not in table.state()
    assert put_draft(table, DRAFT | {"after": 6}) == 200


@both_databases
@pytest.mark.parametrize("after", [-1, 2**31, 2**63, 10**30, -(10**30)])
def test_draft_after_impossible_entry_is_refused(table: Table, after: int) -> None:
    assert put_draft(table, DRAFT | {"after": after}) == 409
    assert "draft" not in table.state()


@pytest.mark.parametrize(
    "draft",
    [
        1,
        [],
        {},
        DRAFT | {"king": "E"},
        DRAFT | {"contracts": []},
        DRAFT | {"contracts": ["hearts"]},
        DRAFT | {"captures": {"diamonds": {"A": 14}}},
        DRAFT | {"captures": {"diamonds": {"A": -1}}},
        DRAFT | {"captures": {"trex": ["A"] * 5}},
        DRAFT | {"captures": {"queens": {"hearts": {"taken_by": "X"}}}},
        DRAFT | {"more": 1},
        DRAFT | {"after": "5"},
    ],
)
def test_invalid_draft_is_refused(table: Table, draft: object) -> None:
    assert put_draft(table, draft) == 422
    assert "draft" not in table.state()


def test_invalid_names_are_dropped_from_draft(table: Table) -> None:
    assert put_draft(table, DRAFT | {"author": "\u202e", "device": "x" * 500}) == 200
    assert {"author", "device"}.isdisjoint(table.state()["draft"])


@pytest.mark.parametrize(
    ("draft", "path"),
    [
        ([], ""),
        ({"king": "A"}, ""),
        (DRAFT | {"king": "E"}, "king"),
        (DRAFT | {"contracts": ["hearts"]}, "contracts"),
        (DRAFT | {"captures": {"queens": {"hearts": {"taken_by": "X"}}}}, "captures.queens"),
    ],
)
def test_refused_draft_names_place_and_description(table: Table, draft: object, path: str) -> None:
    response = table.client.open(table.path("/draft", table.write), method="PUT", json=draft)
    (error,) = response.json["errors"]
    assert (error["code"], error["at"]) == ("wrong_type", path)
    assert error["message"] == "Send a draft as /api/openapi.json describes it, or null."
