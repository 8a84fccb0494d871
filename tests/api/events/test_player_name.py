"""Player names through the API: the last name counts."""

import pytest

from tests.support.tables import DIAMONDS, Client, Json, envelope, error_codes, start_game

NAME_ENTRY: Json = {"seat": "B", "name": "Basem"}


def test_name_changes_without_changing_deals(client: Client) -> None:
    table = start_game(client)
    assert table.post_entry(envelope(DIAMONDS)).status_code == 201
    response = table.post_entry(envelope({**NAME_ENTRY, "name": "  Basem "}, after=6))
    assert response.status_code == 201
    assert response.json["state"]["players"] == ["Amal", "Basem", "Carine", "Dani"]
    assert response.json["state"]["result"]["totals"] == {"A": -50, "B": -40, "C": -30, "D": -10}
    last = client.get(table.path("/journal", table.read)).json["entries"][-1]
    assert (last["kind"], last["body"]) == ("named", NAME_ENTRY)


def test_same_name_request_twice_saves_once(client: Client) -> None:
    table = start_game(client)
    body = envelope({**NAME_ENTRY, "name": " Basem"})
    assert [table.post_entry(body).status_code for _ in range(2)] == [201, 200]


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
    response = start_game(client).post_entry(envelope(entry))
    assert (response.status_code, response.json["errors"][0]["code"]) == (422, code)


def test_name_is_not_undone_but_replaced(client: Client) -> None:
    table = start_game(client)
    table.post_entry(envelope(NAME_ENTRY))
    response = table.post_entry(envelope({"take_back": 6}, after=6))
    assert response.json["errors"][0]["code"] == "nothing_to_take_back"
    assert table.post_entry(envelope({"seat": "B", "name": "Basil"}, after=6)).status_code == 201


def test_former_name_of_other_player_is_refused(client: Client) -> None:
    table = start_game(client)
    table.record_entry({"seat": "A", "name": "Zain"})
    response = table.post_entry(envelope({"seat": "C", "name": "AMAL"}, after=6))
    assert (response.status_code, response.json["errors"][0]["code"]) == (422, "bad_players")
    assert "who sat where" in response.json["errors"][0]["message"]
    assert table.post_entry(envelope({"seat": "A", "name": "Amal"}, after=6)).status_code == 201


def test_name_follows_corrected_seating(client: Client) -> None:
    table = start_game(client)
    table.record_entry(
        {"corrected": {"reason": "sat there", "changes": [{"seats": {"A": "C", "C": "A"}, "deals": True}]}}
    )
    assert (
        table.post_entry(envelope({"seat": "C", "name": "Carine"}, after=6)).json["errors"][0]["code"] == "bad_players"
    )
    assert table.post_entry(envelope({"seat": "C", "name": "Amaal"}, after=6)).status_code == 201
    assert table.post_entry(envelope({"seat": "C", "name": "Amal"}, after=7)).status_code == 201


def test_number_of_name_and_seat_changes_is_limited(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trexscore.game.events.player_name.MAX_NAME_AND_SEAT_CHANGES", 6)
    monkeypatch.setattr("trexscore.game.judge.MAX_NAME_AND_SEAT_CHANGES", 6)
    table = start_game(client)
    swap = {"corrected": {"reason": "so they sat", "changes": [{"seats": {"A": "B", "B": "A"}}]}}
    assert table.post_entry(envelope({"seat": "A", "name": "Amina"})).status_code == 201
    assert table.post_entry(envelope(swap, 6)).status_code == 201
    for entry in (swap, {"seat": "A", "name": "Basem"}):
        response = table.post_entry(envelope(entry, 7))
        assert (response.status_code, error_codes(response)) == (422, ["too_many_seatings"])
    assert table.post_entry(envelope(DIAMONDS, 7)).status_code == 201
