"""The state, which every open phone polls every two seconds."""

import pytest

from tests.support.databases import both_databases
from tests.support.tables import DIAMONDS, NAMES, TREX, Client, start_game
from trexscore import __version__
from trexscore.rules.options import OPTION_NAMES as OPTIONS


@both_databases
def test_state_contains_documented_fields(client: Client) -> None:
    rules = {"preset": "standard", "options": {"queen_points": 30}}
    state = start_game(client, house_rules=rules, deals=[DIAMONDS]).state()
    assert state["seq"] == 6
    assert state["players"] == NAMES
    assert state["house_rules"] == rules
    assert set(state["rules"]) == set(OPTIONS)
    assert state["rules"]["queen_points"] == 30
    assert state["result"]["format"] == "trexscore-result/1"
    assert state["result"]["totals"] == {"A": -50, "B": -40, "C": -30, "D": -10}
    assert state["points_table"]["diamond"] == -10


def test_etag_is_strong_and_depends_on_permission(client: Client) -> None:
    table = start_game(client)
    responses = [client.get(table.path("/state", token)) for token in (table.own, table.write, table.read)]
    table.record_entry(DIAMONDS)
    responses.append(client.get(table.path("/state")))
    tags = [response.headers["ETag"] for response in responses]
    assert len(set(tags)) == 4
    assert all(tag.startswith('"') and __version__ in tag for tag in tags)
    assert {response.headers["Cache-Control"] for response in responses} == {"private, no-cache"}


@both_databases
@pytest.mark.parametrize("header", ["{}", "W/{}", '"other", {}', "*"])
def test_unchanged_state_is_304_without_body(client: Client, header: str) -> None:
    table = start_game(client)
    tag = client.get(table.path("/state")).headers["ETag"]
    response = client.get(table.path("/state"), headers={"If-None-Match": header.format(tag)})
    assert (response.status_code, response.data) == (304, b"")
    assert response.headers["ETag"] == tag
    assert response.headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("tag", ['"other"', "", "nonsense", '"'])
def test_other_etag_gets_full_state(client: Client, tag: str) -> None:
    assert client.get(start_game(client).path("/state"), headers={"If-None-Match": tag}).status_code == 200


@both_databases
def test_new_entry_changes_etag(client: Client) -> None:
    table = start_game(client)
    tag = client.get(table.path("/state")).headers["ETag"]
    table.record_entry(TREX)
    response = client.get(table.path("/state"), headers={"If-None-Match": tag})
    assert (response.status_code, response.json["seq"]) == (200, 6)
