"""Undo: the entry no longer counts and stays in the journal."""

import pytest

from tests.support.tables import (
    ADJUSTMENT,
    ANNOUNCED,
    COLLECTIONS,
    DIAMONDS,
    TREX,
    Client,
    Json,
    envelope,
    error_codes,
    start_game,
)


def test_old_deal_is_undone_and_recorded_again(client: Client) -> None:
    table = start_game(client, deals=[DIAMONDS, TREX, ADJUSTMENT])
    state = table.record_entry({"take_back": 6})["state"]
    assert [deal["contracts"] for deal in state["result"]["deals"]] == [["trex"]]
    table.record_entry(DIAMONDS)
    assert client.get(table.path()).json["deals"] == [TREX, ADJUSTMENT, DIAMONDS]


def test_announcement_is_undone_after_its_deal(client: Client) -> None:
    table = start_game(client)
    table.record_entry(ANNOUNCED)
    table.record_entry(DIAMONDS)
    assert table.post_entry(envelope({"take_back": 6}, 7)).status_code == 201


@pytest.mark.parametrize(
    ("seq", "code"),
    [
        (6, "already_taken_back"),
        (99, "unknown_entry"),
        (0, "unknown_entry"),
        (-1, "unknown_entry"),
        (2**70, "unknown_entry"),
        (1, "nothing_to_take_back"),
        (3, "nothing_to_take_back"),
        (7, "nothing_to_take_back"),
    ],
)
def test_invalid_undo_is_refused(client: Client, seq: int, code: str) -> None:
    table = start_game(client)
    table.record_entry(DIAMONDS)
    table.record_entry({"take_back": 6})
    response = table.post_entry(envelope({"take_back": seq}, 7))
    assert response.status_code == 422
    assert error_codes(response) == [code]


@pytest.mark.parametrize(
    "entry", [DIAMONDS, {"seat": "B", "name": "Amira"}, {"disputed": {"seat": "B", "reason": "no"}}]
)
def test_reseating_with_later_entries_is_not_undone(client: Client, entry: Json) -> None:
    table = start_game(client, deals=[TREX])
    table.record_entry({"corrected": {"reason": "a photograph", "changes": [{"seats": {"A": "B", "B": "A"}}]}})
    table.record_entry(entry)
    assert error_codes(table.post_entry(envelope({"take_back": 7}, 8))) == ["seats_in_use"]


def test_reseating_is_undone_after_later_entries(client: Client) -> None:
    table = start_game(client, deals=[TREX])
    players = table.state()["players"]
    table.record_entry({"corrected": {"reason": "a photograph", "changes": [{"seats": {"A": "B", "B": "A"}}]}})
    table.record_entry(DIAMONDS)
    table.record_entry({"take_back": 8})
    assert table.record_entry({"take_back": 7})["state"]["players"] == players


def test_undo_names_remaining_faults(client: Client) -> None:
    first_kingdom = [{**deal, "king": "A"} for deal in (DIAMONDS, TREX, COLLECTIONS)]
    first_kingdom.append(
        {"king": "A", "contracts": ["king_of_hearts"], "captures": {"king_of_hearts": {"taken_by": "B"}}}
    )
    queens = {suit: {"taken_by": "C"} for suit in ("hearts", "spades", "diamonds", "clubs")}
    first_kingdom.append({"king": "A", "contracts": ["queens"], "captures": {"queens": queens}})
    table = start_game(client, deals=[*first_kingdom, {**DIAMONDS, "king": "B"}])
    response = table.post_entry(envelope({"take_back": 6}, 11))
    assert response.status_code == 422
    assert [(fault["entry"], fault["code"]) for fault in response.json["errors"]] == [(5, "not_this_kings_kingdom")]
