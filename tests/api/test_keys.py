"""A key makes retries harmless: a phone that got no answer sends the entry again."""

import uuid

import pytest

from tests.support.databases import both_databases
from tests.support.tables import (
    ADJUSTMENT,
    ANNOUNCED,
    DIAMONDS,
    NEW_GAME,
    TREX,
    VOID,
    Client,
    Json,
    Table,
    envelope,
    error_codes,
    start_game,
)
from trexscore.db.game_links import STANDARD_PERMISSIONS


@both_databases
@pytest.mark.parametrize("entry", [DIAMONDS, VOID, ADJUSTMENT, ANNOUNCED])
def test_repeated_entry_is_saved_once(client: Client, entry: Json) -> None:
    table = start_game(client)
    body = envelope(entry)
    first, again = table.post_entry(body), table.post_entry(body)
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json == first.json
    assert len(table.journal()) == 6


def test_repeated_entry_ignores_after(client: Client) -> None:
    table = start_game(client)
    body = envelope(DIAMONDS)
    table.post_entry(body)
    table.record_entry(TREX)
    for after in (5, 6, 7, 99):
        response = table.post_entry(body | {"after": after})
        assert (response.status_code, response.json["seq"]) == (200, 6)
        assert response.json["state"]["seq"] == 7
    assert len(table.journal()) == 7


def test_key_ignores_case(client: Client) -> None:
    table = start_game(client)
    body = envelope(DIAMONDS)
    table.post_entry(body)
    assert table.post_entry(body | {"key": body["key"].upper()}).status_code == 200


def test_repeated_entry_ignores_order_of_fields(client: Client) -> None:
    table = start_game(client)
    body = envelope(DIAMONDS)
    table.post_entry(body)
    reordered = dict(reversed(DIAMONDS.items()))
    assert table.post_entry(body | {"entry": reordered}).status_code == 200


@both_databases
@pytest.mark.parametrize(
    "change",
    [
        {"author": "Basil"},
        {"author": None},
        {"made_at": "2026-11-20T21:14:04+02:00"},
        {"made_at": None},
        {"entry": TREX},
        {"entry": {}},
        {"entry": {"announced": {}}},
        {"entry": {"take_back": 2**70}},
    ],
)
def test_key_with_other_content_is_refused(client: Client, change: Json) -> None:
    table = start_game(client)
    body = envelope(DIAMONDS)
    table.post_entry(body)
    response = table.post_entry(body | change | {"after": 1})
    assert response.status_code == 422
    assert error_codes(response) == ["key_reused"]
    assert response.json["errors"][0]["entry"] is None
    assert len(table.journal()) == 6


def test_undone_entry_keeps_its_key(client: Client) -> None:
    table = start_game(client)
    body = envelope(DIAMONDS)
    table.post_entry(body)
    table.record_entry({"take_back": 6})
    response = table.post_entry(body)
    assert (response.status_code, response.json["seq"]) == (200, 6)
    assert response.json["state"]["result"]["deals"] == []


def test_key_belongs_to_one_game(client: Client) -> None:
    body = envelope(DIAMONDS)
    assert [start_game(client).post_entry(body).status_code for _ in range(2)] == [201, 201]


def test_refused_entry_does_not_use_key(client: Client) -> None:
    table = start_game(client)
    body = envelope({})
    assert table.post_entry(body).status_code == 422
    assert table.post_entry(body | {"entry": DIAMONDS}).status_code == 201


def test_first_entry_key_cannot_be_reused(client: Client) -> None:
    table = start_game(client)
    assert error_codes(table.post_entry(envelope(DIAMONDS, key=table.journal()[0]["key"]))) == ["key_reused"]


def test_start_key_is_not_in_journal(client: Client) -> None:
    key = str(uuid.uuid4())
    started = client.post("/api/games", json=NEW_GAME, headers={"Idempotency-Key": key}).json
    table = Table(client, *(started[permission] for permission in STANDARD_PERMISSIONS))
    assert error_codes(table.post_entry(envelope(DIAMONDS, key=key.upper()))) == ["key_reused"]
    assert len(table.journal()) == 5
    assert start_game(client).post_entry(envelope(DIAMONDS, key=key)).status_code == 201  # other games accept the key
