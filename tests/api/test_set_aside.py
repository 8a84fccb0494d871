"""Of two versions of a deal the one that was not picked stays in the journal, and counts nothing."""

import pytest

from tests.support.tables import ANNOUNCED, DIAMONDS, TREX, Client, Json, codes, envelope, start


def test_what_is_set_aside_counts_nothing_and_stays_in_the_journal(client: Client) -> None:
    table = start(client)
    table.enter(DIAMONDS)
    before = table.state()
    other = {**DIAMONDS, "captures": {"diamonds": {"A": 13, "B": 0, "C": 0, "D": 0}}}
    answer = table.send(envelope({"set_aside": other, "instead": 6}, 6))
    assert answer.status_code == 201
    assert answer.json["state"] == {**before, "seq": 7}
    last = table.journal()[-1]
    assert (last["kind"], last["body"]) == ("set_aside", {"set_aside": other, "instead": 6})


def test_what_could_never_count_can_be_set_aside(client: Client) -> None:
    table = start(client)
    impossible = {"king": "D", "contracts": ["diamonds"], "captures": {"diamonds": {"A": 99}}}
    assert table.send(envelope({"set_aside": impossible})).status_code == 201
    assert table.state()["result"]["deals"] == []


def test_what_was_announced_holds_when_something_is_set_aside(client: Client) -> None:
    table = start(client)
    table.enter(ANNOUNCED)
    assert table.enter({"set_aside": TREX})["state"]["announced"] is not None


def test_what_is_set_aside_cannot_be_taken_back(client: Client) -> None:
    table = start(client)
    table.enter({"set_aside": TREX})
    assert codes(table.send(envelope({"take_back": 6}, 6))) == ["nothing_to_take_back"]


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
def test_what_makes_no_sense_is_refused(client: Client, entry: Json, code: str) -> None:
    table = start(client)
    assert codes(table.send(envelope(entry))) == [code]
    assert table.state()["seq"] == 5


@pytest.mark.parametrize(("after", "expected"), [("", 7), ("0", 7), ("5", 2), ("7", 0), ("99", 0), ("-1", 7), ("x", 7)])
def test_a_reader_who_has_the_journal_gets_what_came_behind_it(client: Client, after: str, expected: int) -> None:
    table = start(client)
    table.enter(DIAMONDS)
    table.enter(TREX)
    said = client.get(f"/api/games/{table.read}/journal?after={after}").json
    assert said["format"] == "trexscore-journal/1"
    assert [entry["seq"] for entry in said["entries"]] == list(range(8 - expected, 8))
