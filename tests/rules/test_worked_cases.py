"""Worked deals and games from files that a player can check by hand (`cases/`)."""

from typing import Any

import pytest
from msgspec import to_builtins

from tests.support.games import cases
from trexscore.game.file.game import read_game_file
from trexscore.game.scored_game import scored_game_of

DEALS = cases("deals")
GAMES = cases("games")


def ids(rows: list[dict[str, Any]]) -> list[str]:
    return [row["id"] for row in rows]


@pytest.mark.parametrize("case", DEALS, ids=ids(DEALS))
def test_worked_deal_has_expected_points(case: dict[str, Any]) -> None:
    played = read_game_file(case["game"]).play()
    if "errors" in case:
        refusals = {(refusal.entry_place, refusal.code) for refusal in played.refusals}
        assert {(case["entry"], code) for code in case["errors"]} <= refusals
        return
    assert not played.refusals
    deal = to_builtins(scored_game_of(played.game))["deals"][-1]
    assert (deal["points"], deal["sum"]) == (case["points"], case["sum"])
    if "teams" in case:
        assert to_builtins(scored_game_of(played.game))["teams"] == case["teams"]


@pytest.mark.parametrize("case", GAMES, ids=ids(GAMES))
def test_worked_game_has_expected_result(case: dict[str, Any]) -> None:
    played = read_game_file(case["game"]).play()
    assert not played.refusals
    result = to_builtins(scored_game_of(played.game))
    result["remaining"] = {seat: list(left) for seat, left in result["remaining"].items()}
    for deal in result["deals"]:
        deal["contracts"] = list(deal["contracts"])
        deal["remaining"] = {seat: list(left) for seat, left in deal["remaining"].items()}
    for name, expected in case["result"].items():
        assert result[name] == expected, name
