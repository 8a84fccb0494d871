"""Player names through the API: the last name counts."""

import pytest

from tests.support.tables import DIAMONDS, Client, Json, codes, envelope, start

NAMED: Json = {"seat": "B", "name": "Basem"}


def test_name_changes_without_changing_deals(client: Client) -> None:
    table = start(client)
    assert table.send(envelope(DIAMONDS)).status_code == 201
    answer = table.send(envelope({**NAMED, "name": "  Basem "}, after=6))
    assert answer.status_code == 201
    assert answer.json["state"]["players"] == ["Amal", "Basem", "Carine", "Dani"]
    assert answer.json["state"]["result"]["totals"] == {"A": -50, "B": -40, "C": -30, "D": -10}
    last = client.get(table.path("/journal", table.read)).json["entries"][-1]
    assert (last["kind"], last["body"]) == ("named", NAMED)


def test_same_name_request_twice_saves_once(client: Client) -> None:
    table = start(client)
    sent = envelope({**NAMED, "name": " Basem"})
    assert [table.send(sent).status_code for _ in range(2)] == [201, 200]


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"seat": "E", "name": "Basem"}, "unknown_seat"),
        ({"seat": 1, "name": "Basem"}, "wrong_type"),
        ({"seat": "B", "name": "amal"}, "bad_players"),
        ({"seat": "B", "name": "\u2066x"}, "bad_players"),
        ({"seat": "B", "name": ["Basem"]}, "bad_players"),
        ({"seat": "B", "name": "Basil"}, "nothing_to_correct"),
        ({"seat": "B", "name": "Basem", "age": 5}, "unknown_field"),
    ],
)
def test_invalid_name_is_refused(client: Client, entry: Json, code: str) -> None:
    answer = start(client).send(envelope(entry))
    assert (answer.status_code, answer.json["errors"][0]["code"]) == (422, code)


def test_name_is_not_undone_but_replaced(client: Client) -> None:
    table = start(client)
    table.send(envelope(NAMED))
    answer = table.send(envelope({"take_back": 6}, after=6))
    assert answer.json["errors"][0]["code"] == "nothing_to_take_back"
    assert table.send(envelope({"seat": "B", "name": "Basil"}, after=6)).status_code == 201


def test_name_of_other_player_is_refused(client: Client) -> None:
    table = start(client)
    table.enter({"seat": "A", "name": "Zain"})
    answer = table.send(envelope({"seat": "C", "name": "AMAL"}, after=6))
    assert (answer.status_code, answer.json["errors"][0]["code"]) == (422, "bad_players")
    assert "who sat where" in answer.json["errors"][0]["message"]
    assert table.send(envelope({"seat": "A", "name": "Amal"}, after=6)).status_code == 201


def test_name_follows_corrected_seating(client: Client) -> None:
    table = start(client)
    table.enter({"corrected": {"reason": "sat there", "changes": [{"seats": {"A": "C", "C": "A"}, "deals": True}]}})
    assert table.send(envelope({"seat": "C", "name": "Carine"}, after=6)).json["errors"][0]["code"] == "bad_players"
    assert table.send(envelope({"seat": "C", "name": "Amaal"}, after=6)).status_code == 201
    assert table.send(envelope({"seat": "C", "name": "Amal"}, after=7)).status_code == 201


def test_number_of_seatings_is_limited(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trexscore.game.events.player_name.MOST_SEATINGS", 6)
    monkeypatch.setattr("trexscore.game.judge.MOST_SEATINGS", 6)
    table = start(client)
    swap = {"corrected": {"reason": "so they sat", "changes": [{"seats": {"A": "B", "B": "A"}}]}}
    assert table.send(envelope({"seat": "A", "name": "Amina"})).status_code == 201
    assert table.send(envelope(swap, 6)).status_code == 201
    for more in (swap, {"seat": "A", "name": "Basem"}):
        answer = table.send(envelope(more, 7))
        assert (answer.status_code, codes(answer)) == (422, ["too_many_seatings"])
    assert table.send(envelope(DIAMONDS, 7)).status_code == 201
