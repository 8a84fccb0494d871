"""The version of a deal that was not chosen stays in the journal and does not count."""

import pytest

from tests.support.tables import (
    ADJUSTMENT,
    ANNOUNCED,
    DIAMONDS,
    TREX,
    Client,
    Json,
    envelope,
    error_codes,
    start_game,
)


def test_discarded_entry_stays_and_does_not_count(client: Client) -> None:
    table = start_game(client)
    table.record_entry(DIAMONDS)
    before = table.state()
    other = {**DIAMONDS, "captures": {"diamonds": {"A": 13, "B": 0, "C": 0, "D": 0}}}
    response = table.post_entry(envelope({"set_aside": other, "instead": 6}, 6))
    assert response.status_code == 201
    assert response.json["state"] == {**before, "seq": 7}
    last = table.journal()[-1]
    assert (last["kind"], last["body"]) == ("set_aside", {"set_aside": other, "instead": 6})


def test_impossible_entry_can_be_discarded(client: Client) -> None:
    table = start_game(client)
    impossible = {"king": "D", "contracts": ["diamonds"], "captures": {"diamonds": {"A": 99}}}
    assert table.post_entry(envelope({"set_aside": impossible})).status_code == 201
    assert table.state()["result"]["deals"] == []


def test_sign_off_cannot_be_discarded(client: Client) -> None:
    assert error_codes(start_game(client).post_entry(envelope({"set_aside": {"signed": {"king": "A", "seat": "A"}}})))


def test_discarded_entry_keeps_announcement(client: Client) -> None:
    table = start_game(client)
    table.record_entry(ANNOUNCED)
    assert table.record_entry({"set_aside": TREX})["state"]["announced"] is not None


def test_discarding_cannot_be_undone(client: Client) -> None:
    table = start_game(client)
    table.record_entry({"set_aside": TREX})
    assert error_codes(table.post_entry(envelope({"take_back": 6}, 6))) == ["nothing_to_take_back"]


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"set_aside": 7}, "wrong_type"),
        ({"set_aside": None}, "wrong_type"),
        ({"set_aside": TREX, "instead": "6"}, "wrong_type"),
        ({"set_aside": TREX, "instead": [6]}, "wrong_type"),
        ({"set_aside": TREX, "instead": True}, "wrong_type"),
        ({"set_aside": TREX, "instead": 99}, "unknown_entry"),
        ({"set_aside": TREX, "more": 1}, "unknown_field"),
    ],
)
def test_invalid_discarding_is_refused(client: Client, entry: Json, code: str) -> None:
    table = start_game(client)
    assert error_codes(table.post_entry(envelope(entry))) == [code]
    assert table.state()["seq"] == 5


@pytest.mark.parametrize(("after", "expected"), [("", 7), ("0", 7), ("5", 2), ("7", 0), ("99", 0)])
def test_journal_after_seq_returns_newer_entries(client: Client, after: str, expected: int) -> None:
    table = start_game(client)
    table.record_entry(DIAMONDS)
    table.record_entry(TREX)
    journal = client.get(f"/api/games/{table.read}/journal?after={after}").json
    assert journal["format"] == "trexscore-journal/1"
    assert [entry["seq"] for entry in journal["entries"]] == list(range(8 - expected, 8))


@pytest.mark.parametrize("after", ["-1", "x", "1.5", "99999999999999999999"])
def test_invalid_after_is_refused(client: Client, after: str) -> None:
    response = client.get(f"/api/games/{start_game(client).read}/journal?after={after}")
    assert (response.status_code, error_codes(response)) == (422, ["wrong_type"])


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"seq": 5}, "missing_field"),
        ({"king": "A"}, "missing_field"),
        ({**DIAMONDS, "more": 1}, "unknown_field"),
        ({"announced": {"king": "A"}}, "missing_field"),
        ({"take_back": "6"}, "wrong_type"),
        ({"set_aside": DIAMONDS}, "missing_field"),
    ],
)
def test_discarding_needs_an_entry(client: Client, body: Json, code: str) -> None:
    table = start_game(client)
    assert code in error_codes(table.post_entry(envelope({"set_aside": body})))
    assert table.state()["seq"] == 5


@pytest.mark.parametrize("entry", [{"set_aside": {"take_back": 10**19}}, {"set_aside": DIAMONDS | {"king": 2**60}}])
def test_too_large_number_is_refused(client: Client, entry: Json) -> None:
    response = start_game(client).post_entry(envelope(entry))
    assert (response.status_code, error_codes(response)[0]) in {(422, "number_too_large"), (422, "wrong_type")}


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({**ADJUSTMENT, "reason": "\u200b"}, "hidden_text"),
        ({**ADJUSTMENT, "reason": "a\x00b"}, "hidden_text"),
        ({**ADJUSTMENT, "reason": "\u202efine"}, "hidden_text"),
        ({**ADJUSTMENT, "reason": "\u200e\u200d"}, "reason_missing"),
        ({**DIAMONDS, "note": "ok\u2060"}, "hidden_text"),
        ({**DIAMONDS, "note": "\u200d"}, "hidden_text"),
    ],
)
def test_hidden_characters_are_refused(client: Client, entry: Json, code: str) -> None:
    assert error_codes(start_game(client).post_entry(envelope(entry))) == [code]


def test_arabic_note_keeps_joiners(client: Client) -> None:
    assert (
        start_game(client).post_entry(envelope({**DIAMONDS, "note": "\u0645\u200c\u062e\n\u0646"})).status_code == 201
    )
