"""`verify` checks for every entry with a link whether it was permitted to write it."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.events.test_policy import player_tokens, record, referee_token, set_policy
from tests.api.events.test_sign_off import OTHER_KING, sign_off_by_all
from tests.support.clubs.files import entry_from_json, with_new_digests
from tests.support.tables import KINGDOM, Client, Json, Table, start_game
from trexscore.commands.verify_games import game_journal_faults


def entries_of(table: Table) -> list[Json]:
    entries: list[Json] = table.client.get(table.path("/journal")).json["entries"]
    return entries


def faults_after(entries: list[Json], change: Callable[[list[Json]], Any]) -> list[tuple[str, int]]:
    """The faults that `verify` finds after a change to the entries and a recomputed chain."""
    forged_entries = [entry_from_json(entry) for entry in with_new_digests(entries, change)]
    return [(fault.code, fault.seq) for fault in game_journal_faults(forged_entries)]


def keep_unchanged(_entries: list[Json]) -> None:
    """No change."""


def entries_with_referee_correction(client: Client) -> list[Json]:
    """A kingdom that was signed off and corrected by the referee."""
    table = start_game(client, deals=KINGDOM)
    tokens = player_tokens(table)
    set_policy(table, referee=True)
    record(table, {"link": {"for": "B", "is": "opened"}}, tokens["B"])
    digest = table.state()["agreements"][0]["digest"]
    for seat in "ABCD":
        body = {"agreed": {"kingdom": "A", "seat": seat, "digest": digest}}
        assert record(table, body, tokens[seat]).status_code == 201
    body = {"corrected": {"reason": "I saw it", "changes": [OTHER_KING], "with": ["referee"]}}
    assert record(table, body, referee_token(table)).status_code == 201
    return entries_of(table)


def test_permitted_entries_are_valid(client: Client) -> None:
    assert faults_after(entries_with_referee_correction(client), keep_unchanged) == []
    table = start_game(client, deals=KINGDOM)
    sign_off_by_all(table)
    assert faults_after(entries_of(table), keep_unchanged) == []


def _remove_referee(entries: list[Json]) -> None:
    entries[-1]["body"]["corrected"].pop("with")
    entries[-1]["by"] = {"right": "own"}


def _set_owner_link(entries: list[Json]) -> None:
    entries[-1]["by"] = {"right": "own"}


def _set_scorer_link_of_sign_off(entries: list[Json]) -> None:
    next(entry for entry in entries if entry["kind"] == "agreed" and entry["body"]["agreed"]["seat"] == "B")["by"] = {
        "right": "write"
    }


def _set_other_player_link_of_sign_off(entries: list[Json]) -> None:
    next(entry for entry in entries if entry["kind"] == "agreed")["by"] = {"right": "seat", "seat": "C"}


def _set_player_link_of_deal(entries: list[Json]) -> None:
    entries[5]["by"] = {"right": "seat", "seat": "A"}


def _move_signed_points(entries: list[Json]) -> None:
    """All four have signed off the kingdom, and an adjustment follows."""
    body = {"adjustment": {"A": 400, "B": 0, "C": -400, "D": 0}, "reason": "penalty"}
    entries[-1] = {**entries[-1], "kind": "adjustment", "body": body, "by": {"right": "own"}}


def _set_time_back(entries: list[Json]) -> None:
    entries[-1]["received_at"] = "2020-01-01T00:00:00.000Z"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (_remove_referee, "not_permitted"),
        (_set_owner_link, "not_permitted"),
        (_set_scorer_link_of_sign_off, "not_permitted"),
        (_set_other_player_link_of_sign_off, "not_permitted"),
        (_set_player_link_of_deal, "not_permitted"),
        (_move_signed_points, "not_permitted"),
        (_set_time_back, "backwards"),
    ],
)
def test_unpermitted_entry_is_found(client: Client, change: Callable[[list[Json]], Any], code: str) -> None:
    assert code in {fault_code for fault_code, _seq in faults_after(entries_with_referee_correction(client), change)}


def test_clock_set_back_does_not_reorder_journal(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table = start_game(client)
    times = iter(["2099-01-01T00:00:00.000Z", "2020-01-01T00:00:00.000Z"])
    monkeypatch.setattr("trexscore.commands.games.record_entry.current_timestamp", lambda: next(times))
    for deal in KINGDOM[:2]:
        table.record_entry(deal)
    entries = entries_of(table)
    assert [entry["received_at"][:4] for entry in entries[-2:]] == ["2099", "2099"]
    assert faults_after(entries, keep_unchanged) == []
