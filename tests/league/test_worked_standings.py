"""Worked standings from a file that a player can check by hand (`cases/standings.json`)."""

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.clubs.leagues import Season, result
from tests.support.games import CASES
from trexscore.game.file.house_rules import preset_rules_with_options
from trexscore.league.season_rules import read_season_rules
from trexscore.league.standings import Row
from trexscore.rules.seats import BySeat, Seat

if TYPE_CHECKING:
    from trexscore.rules.refusals import Refusal

WORKED = json.loads((CASES / "standings.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", WORKED, ids=[case["id"] for case in WORKED])
def test_worked_standings_are_reproduced(case: dict[str, Any]) -> None:
    house_rules = preset_rules_with_options("standard", case.get("house_rules", {}))
    faults: list[Refusal] = []
    rules = read_season_rules(case["season"], "season", faults, house_rules)
    assert rules is not None, faults
    season = Season(
        tuple(
            (BySeat(*players), result(house_rules, points, _trex_firsts(players, game.get("first out", ""))))
            for game in case["games"]
            for players, points in [_players_and_points(game)]
        )
    )
    assert [_line(row) for row in season.table(rules, case.get("guests", ()))] == case["table"]
    if "pairs" in case:
        assert [_line(row) for row in season.pairs(rules)] == case["pairs"]


def _players_and_points(game: dict[str, Any]) -> tuple[list[str], list[int]]:
    players = [name for name in game if name != "first out"]
    return players, [game[name] for name in players]


def _trex_firsts(players: list[str], first_out: str) -> list[Seat]:
    return [Seat(players.index(name)) for name in first_out.split()]


def _line(row: Row[Any]) -> str:
    rank = "-" if row.rank is None else f"{row.rank}{'=' if row.is_shared else ''}"
    name = row.player if isinstance(row.player, str) else "+".join(row.player)
    line = f"{rank} {name} {row.score}"
    if row.lost_tie_by is not None:
        tie_break, above, below, games, _among = row.lost_tie_by
        line += f", {tie_break}: {above} before {below}" + (f" in {games}" if games else "")
    return (
        line
        + (f", {row.missing_game_count} missing" if row.missing_game_count else "")
        + (", guest" if row.is_guest else "")
    )
