"""Recording entries: what is accepted, and the codes of refusals."""

import uuid

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
from tests.support.whole_games import whole_game


@both_databases
@pytest.mark.parametrize("entry", [DIAMONDS, VOID, ADJUSTMENT, ANNOUNCED, {"first_king": "B"}])
def test_entry_is_appended(client: Client, entry: Json) -> None:
    table = start_game(client)
    response = table.post_entry(envelope(entry))
    assert response.status_code == 201
    assert response.json["seq"] == response.json["state"]["seq"] == 6
    assert response.json["state"] == table.state()


def test_full_journal_accepts_only_repeated_entries(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table = start_game(client)
    monkeypatch.setattr("trexscore.commands.games.record_entry.MAX_GAME_ENTRIES", 6)
    last = envelope(DIAMONDS)
    assert table.post_entry(last).status_code == 201
    response = table.post_entry(envelope(VOID, 6))
    assert (response.status_code, error_codes(response)) == (422, ["too_many_entries"])
    assert table.post_entry(last).status_code == 200
    assert len(table.journal()) == 6


def test_long_journal_accepts_only_short_entries(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table = start_game(client)
    monkeypatch.setattr("trexscore.commands.games.record_entry.MAX_CHARACTERS_FOR_LONG_BODIES", 6_000)
    long_entry = {"set_aside": {"king": "A", "contracts": [], "captures": {"said": "ش" * 2_500}}}
    for _ in range(3):
        table.record_entry(long_entry)
    response = table.post_entry(envelope(long_entry, 8))
    assert (response.status_code, error_codes(response)) == (422, ["too_long_entries"])
    table.record_entry(DIAMONDS)


def test_announcement_disappears_with_its_deal(client: Client) -> None:
    table = start_game(client)
    state = table.record_entry(ANNOUNCED)["state"]
    assert state["announced"]["doubled"] == {"hearts": "B"}
    assert state["result"]["deals"] == []
    assert table.record_entry(DIAMONDS)["state"]["announced"] is None


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"king": "A", "contracts": ["hearts"], "captures": {}}, "unknown_contract"),
        ({"king": "B", **{name: DIAMONDS[name] for name in ("contracts", "captures")}}, "not_this_kings_kingdom"),
        ({**DIAMONDS, "more": 1}, "unknown_field"),
        ({**DIAMONDS, "captures": {"diamonds": {"A": 2**80, "B": 0, "C": 0, "D": 0}}}, "diamonds_not_13"),
        ({**DIAMONDS, "captures": {"diamonds": {"A": 2.5, "B": 4, "C": 3, "D": 1}}}, "not_a_whole_number"),
        ({"adjustment": {"A": 10**30, "B": -(10**30)}, "reason": "agreed"}, "not_a_whole_number"),
        ({"adjustment": {"A": 1}, "reason": "agreed"}, "adjustment_not_zero"),
        ({"adjustment": {"A": 1, "B": -1}, "reason": " "}, "reason_missing"),
        ({}, "missing_field"),
        ({"announced": {"king": "A", "contracts": ["trex"], "doubled": {"hearts": "B"}}}, "capture_outside_contract"),
        ({"announced": {"king": "A", "contracts": ["queens"], "doubled": {"stars": "B"}}}, "unknown_queen"),
        ({"announced": 2**70}, "wrong_type"),
        ({"first_king": "E"}, "unknown_seat"),
        ({"first_king": None}, "wrong_type"),
        ({"take_back": "6"}, "wrong_type"),
        ({"take_back": True}, "wrong_type"),
        ({"take_back": 6, "announced": {}}, "unknown_field"),
    ],
)
def test_impossible_entry_is_refused_with_number(client: Client, entry: Json, code: str) -> None:
    table = start_game(client, deals=[TREX, COLLECTIONS])
    response = table.post_entry(envelope(entry, 7))
    assert response.status_code == 422
    assert (3, code) in [(fault["entry"], fault["code"]) for fault in response.json["errors"]]
    assert table.state()["seq"] == 7


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"key": "7"}, "key"),
        ({"key": None}, "key"),
        ({"after": "5"}, "after"),
        ({"after": 5.0}, "after"),
        ({"after": True}, "after"),
        ({"after": None}, "after"),
        ({"author": ""}, "author"),
        ({"author": 7}, "author"),
        ({"author": "x" * 41}, "author"),
        ({"author": "\u202eAmal"}, "author"),
        ({"author": "\u200b"}, "author"),
        ({"author": "A\x00"}, "author"),
        ({"made_at": "yesterday"}, "made_at"),
        ({"made_at": 1732130043}, "made_at"),
        ({"made_at": ""}, "made_at"),
        ({"made_at": "2026-11-20\x0021:14:03"}, "made_at"),
        ({"made_at": "2026-13-20T21:14:03Z"}, "made_at"),
        ({"made_at": "2026-11-20T21:14:03." + "0" * 40 + "Z"}, "made_at"),
        ({"entry": []}, "entry"),
        ({"entry": None}, "entry"),
        ({"more": 1}, "more"),
    ],
)
def test_envelope_fault_names_its_field(client: Client, change: Json, field: str) -> None:
    table = start_game(client)
    response = table.post_entry(envelope(DIAMONDS) | change)
    assert response.status_code == 422
    assert [(fault["entry"], fault["at"]) for fault in response.json["errors"]] == [(None, field)]
    assert table.state()["seq"] == 5


@pytest.mark.parametrize("name", ["key", "after", "entry"])
def test_key_after_and_entry_are_required(client: Client, name: str) -> None:
    body = envelope(DIAMONDS)
    del body[name]
    response = start_game(client).post_entry(body)
    assert response.status_code == 422
    assert [(fault["code"], fault["at"]) for fault in response.json["errors"]] == [("missing_field", name)]


@pytest.mark.parametrize("value", [[], 1, "text"])
def test_envelope_must_be_an_object(client: Client, value: Json) -> None:
    assert error_codes(start_game(client).post_entry(value)) == ["wrong_type"]


@both_databases
@pytest.mark.parametrize(
    "made_at",
    [
        "1970-01-01T00:00:00Z",
        "2099-12-31T23:59:59.999999+14:00",
        "2026-11-20T21:14:03.123Z",
        "2026-11-20T21:14",
        None,
    ],
)
def test_client_time_is_stored_as_sent(client: Client, made_at: str | None) -> None:
    table = start_game(client)
    assert table.post_entry(envelope(DIAMONDS, made_at=made_at)).status_code == 201
    assert table.journal()[-1]["made_at"] == made_at


@pytest.mark.parametrize(
    ("author", "stored"), [("  Amal ", "Amal"), ("Ame\u0301lie", "Amélie"), ("أمل", "أمل"), (None, None)]
)
def test_author_is_validated_like_a_name(client: Client, author: str | None, stored: str | None) -> None:
    table = start_game(client)
    assert table.post_entry(envelope(DIAMONDS, author=author)).status_code == 201
    assert table.journal()[-1]["author"] == stored


def test_author_and_time_are_optional(client: Client) -> None:
    table = start_game(client)
    assert table.post_entry({"key": str(uuid.uuid4()), "after": 5, "entry": DIAMONDS}).status_code == 201


@both_databases
def test_outdated_after_gets_current_state(client: Client) -> None:
    table = start_game(client)
    table.record_entry(TREX)
    for after in (5, 7, 0, -1, 10**30):
        response = table.post_entry(envelope(DIAMONDS, after))
        assert response.status_code == 409
        assert (response.json["code"], response.json["seq"]) == ("moved_on", 6)
        assert response.json["state"] == table.state()
        assert response.json["message"]


def test_refusal_names_players(client: Client) -> None:
    table = start_game(client)
    table.record_entry(TREX)
    response = table.post_entry(envelope({**DIAMONDS, "king": "B"}, 6))
    assert error_codes(response) == ["not_this_kings_kingdom"]
    message = response.json["errors"][0]["message"].translate({0x2068: None, 0x2069: None})
    assert message == "It’s not Basil’s kingdom. Next king: Amal."


def test_refused_undo_names_faulty_entry(client: Client) -> None:
    deals = whole_game("standard", 1)["deals"]
    table = start_game(client)
    seqs = [table.record_entry(deal)["seq"] for deal in deals[:7]]
    response = table.post_entry(envelope({"take_back": seqs[0]}, seqs[-1]))
    assert error_codes(response)[0] == "not_this_kings_kingdom"
    assert response.json["errors"][0]["message"].startswith("Entry 5 (")


def test_after_is_checked_before_rules(client: Client) -> None:
    assert start_game(client).post_entry(envelope({}, 4)).status_code == 409


def test_first_king_is_changed_before_first_deal(client: Client) -> None:
    table = start_game(client)
    assert table.record_entry({"first_king": "C"})["state"]["result"]["next_king"] == "C"
    table.record_entry({**DIAMONDS, "king": "C"})
    assert error_codes(table.post_entry(envelope({"first_king": "B"}, 7))) == ["first_king_fixed"]
