"""Taking back: the entry counts no more, and stays."""

import pytest

from tests.support.tables import (
    ANNOUNCED,
    COLLECTIONS,
    DIAMONDS,
    MOVED,
    TREX,
    VOID,
    Client,
    Json,
    codes,
    envelope,
    start,
)


@pytest.mark.parametrize("entry", [DIAMONDS, VOID, MOVED, ANNOUNCED])
def test_what_was_said_can_be_taken_back_and_stays_in_the_journal(client: Client, entry: Json) -> None:
    table = start(client)
    before = table.state()
    table.enter(entry)
    state = table.enter({"take_back": 6})["state"]
    assert state == before | {"seq": 7}
    assert [said["kind"] for said in table.journal()][-1] == "take_back"
    assert table.journal()[5]["body"] == entry
    assert client.get(table.path()).json["deals"] == []


def test_an_old_deal_can_be_taken_back_and_played_again(client: Client) -> None:
    table = start(client, deals=[DIAMONDS, TREX, MOVED])
    state = table.enter({"take_back": 6})["state"]
    assert [deal["contracts"] for deal in state["result"]["deals"]] == [["trex"]]
    table.enter(DIAMONDS)
    assert client.get(table.path()).json["deals"] == [TREX, MOVED, DIAMONDS]


def test_an_announcement_can_be_taken_back_after_its_deal(client: Client) -> None:
    table = start(client)
    table.enter(ANNOUNCED)
    table.enter(DIAMONDS)
    assert table.send(envelope({"take_back": 6}, 7)).status_code == 201


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
def test_what_cannot_be_taken_back_is_said(client: Client, seq: int, code: str) -> None:
    table = start(client)
    table.enter(DIAMONDS)
    table.enter({"take_back": 6})
    answer = table.send(envelope({"take_back": seq}, 7))
    assert answer.status_code == 422
    assert codes(answer) == [code]


def test_the_faults_that_would_remain_are_told(client: Client) -> None:
    kings = [{**deal, "king": "A"} for deal in (DIAMONDS, TREX, COLLECTIONS)]
    kings.append({"king": "A", "contracts": ["king_of_hearts"], "captures": {"king_of_hearts": {"taken_by": "B"}}})
    queens = {suit: {"taken_by": "C"} for suit in ("hearts", "spades", "diamonds", "clubs")}
    kings.append({"king": "A", "contracts": ["queens"], "captures": {"queens": queens}})
    table = start(client, deals=[*kings, {**DIAMONDS, "king": "B"}])
    answer = table.send(envelope({"take_back": 6}, 11))
    assert answer.status_code == 422
    assert [(fault["entry"], fault["code"]) for fault in answer.json["errors"]] == [(5, "not_this_kings_kingdom")]
