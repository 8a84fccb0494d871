"""Starting a game from a game file returns its tokens; a retry returns the same ones."""

import re
import uuid

import pytest

from tests.support.databases import both_databases
from tests.support.tables import (
    ADJUSTMENT,
    ANNOUNCED,
    COLLECTIONS,
    DIAMONDS,
    NAMES,
    NEW_GAME,
    TREX,
    VOID,
    Client,
    error_codes,
    start_game,
)
from trexscore.commands.games.start_game import MAX_START_FILE_ENTRIES


def test_new_game_returns_three_tokens_and_pages(client: Client) -> None:
    response = client.post("/api/games", json=NEW_GAME)
    assert response.status_code == 201
    assert response.content_type == "application/json"
    tokens = [response.json[permission] for permission in ("own", "write", "read")]
    assert len(set(tokens)) == 3
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", token) for token in tokens)  # 128 random bits
    assert tokens[1] in response.json["write_url"]
    assert tokens[2] in response.json["read_url"]
    assert response.json["write_url"].startswith("/")
    assert response.json["state"]["may"] == "own"
    assert response.json["state"]["seq"] == 5


def test_start_limits_number_of_deals(client: Client) -> None:
    response = client.post("/api/games", json=NEW_GAME | {"deals": [VOID] * (MAX_START_FILE_ENTRIES + 1)})
    assert (response.status_code, error_codes(response)) == (422, ["too_many_entries"])


@both_databases
def test_deals_of_file_become_entries_without_author(client: Client) -> None:
    table = start_game(client, deals=[DIAMONDS, VOID, ADJUSTMENT, TREX])
    assert [entry["kind"] for entry in table.journal()[5:]] == ["deal", "void", "adjustment", "deal"]
    assert {entry["author"] for entry in table.journal()} == {None}
    assert table.state()["seq"] == 9
    assert client.get(table.path()).json["deals"] == [DIAMONDS, VOID, ADJUSTMENT, TREX]


def test_game_file_is_returned_unchanged(client: Client) -> None:
    file = NEW_GAME | {"house_rules": {"preset": "denexa", "options": {"signs": "reversed"}}, "deals": [TREX]}
    assert client.get(start_game(client, **file).path()).json == file


def test_house_rules_and_first_king_are_optional(client: Client) -> None:
    response = client.post("/api/games", json={"format": "trexscore-game/1", "players": NAMES, "deals": []})
    assert response.status_code == 201
    assert response.json["state"]["house_rules"]["preset"] == "standard"
    assert response.json["state"]["result"]["next_king"] is None


@both_databases
def test_same_key_and_file_return_same_tokens(client: Client) -> None:
    key = {"Idempotency-Key": str(uuid.uuid4())}
    first = client.post("/api/games", json=NEW_GAME, headers=key)
    again = client.post("/api/games", json=NEW_GAME, headers={"Idempotency-Key": key["Idempotency-Key"].upper()})
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json == again.json


def test_start_key_still_works_after_more_entries(client: Client) -> None:
    key = {"Idempotency-Key": str(uuid.uuid4())}
    first = client.post("/api/games", json=NEW_GAME, headers=key)
    client.post(
        f"/api/games/{first.json['own']}/entries",
        json={"key": str(uuid.uuid4()), "after": 5, "entry": DIAMONDS},
    )
    again = client.post("/api/games", json=NEW_GAME, headers=key)
    assert again.status_code == 200
    assert again.json["own"] == first.json["own"]
    assert again.json["state"]["seq"] == 6


@pytest.mark.parametrize("other", [{"deals": [DIAMONDS]}, {"deals": [{}]}, {"first_king": 2**70}])
def test_start_key_with_other_file_is_refused(client: Client, other: dict[str, object]) -> None:
    key = {"Idempotency-Key": str(uuid.uuid4())}
    client.post("/api/games", json=NEW_GAME, headers=key)
    response = client.post("/api/games", json=NEW_GAME | other, headers=key)
    assert response.status_code == 422
    assert error_codes(response) == ["key_reused"]
    assert response.json["errors"][0]["entry"] is None


def test_start_without_key_makes_another_game(client: Client) -> None:
    assert start_game(client).own != start_game(client).own


@pytest.mark.parametrize("key", ["", "7", "not-a-uuid", "0" * 32, "{01234567-89ab-4def-8123-456789abcdef}"])
def test_start_key_must_be_uuid(client: Client, key: str) -> None:
    response = client.post("/api/games", json=NEW_GAME, headers={"Idempotency-Key": key})
    assert response.status_code == 422
    assert response.json["errors"][0]["at"] == "Idempotency-Key"


@pytest.mark.parametrize(
    ("file", "code", "entry"),
    [
        ({"deals": [{**DIAMONDS, "captures": {"diamonds": {"A": 5, "B": 4, "C": 3, "D": 0}}}]}, "diamonds_not_13", 1),
        ({"deals": [TREX, COLLECTIONS, TREX]}, "contract_used", 3),
        ({"deals": [ANNOUNCED]}, "missing_field", 1),
        ({"players": NAMES[:3]}, "bad_players", None),
        ({"players": ["Amal", "amal", "Carine", "Dani"]}, "bad_players", None),
        ({"players": ["Amal", "\u202eBasil", "Carine", "Dani"]}, "bad_players", None),
        ({"players": ["Amal", "\u2067Basil", "Carine", "Dani"]}, "bad_players", None),
        ({"players": ["Amal", "\x00", "Carine", "Dani"]}, "bad_players", None),
        ({"format": "trexscore-game/2"}, "unknown_format", None),
        ({"house_rules": {"preset": "of our own"}}, "unknown_preset", None),
        ({"deals": 2**70}, "wrong_type", None),
        ({"more": 1}, "unknown_field", None),
    ],
)
def test_invalid_file_starts_no_game(client: Client, file: dict[str, object], code: str, entry: int | None) -> None:
    response = client.post("/api/games", json=NEW_GAME | file)
    assert response.status_code == 422
    assert response.json["format"] == "trexscore-errors/1"
    assert (entry, code) in [(fault["entry"], fault["code"]) for fault in response.json["errors"]]
    assert all(fault["message"] for fault in response.json["errors"])


@pytest.mark.parametrize("value", [[], 1, "text"])
def test_file_must_be_an_object(client: Client, value: object) -> None:
    assert client.post("/api/games", json=value).status_code == 422
