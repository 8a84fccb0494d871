"""Verification finds every change made outside a club's journal, and names the club."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text

from tests.support.clubs.club import SiteClub, four_members, new_club, play_game
from tests.support.databases import both_databases
from tests.support.server.command import run_trexscore
from trexscore.commands.league.rebuild import rebuild_club
from trexscore.commands.league.verify_clubs import verify_clubs
from trexscore.config import Settings
from trexscore.db.clubs.models import OPEN_END
from trexscore.db.league.season_rows import StandingRow
from trexscore.db.migrations import upgrade
from trexscore.db.models import db
from trexscore.db.transactions import write_transaction

NAME = "Trex at Basil’s"


def season_of_two_games() -> SiteClub:
    club = new_club()
    members = four_members(club)
    club.create_season(counting={"basis": {"kind": "best", "best": 1}})
    games = [play_game(1), play_game(2)]
    for game in games:
        club.count_game(game, members)
    club.exclude_game(games[1])
    return club


TAMPERING = {
    "UPDATE club_entry SET body = replace(body, 'Dani', 'Dora') WHERE club_id = :club": "altered_body",
    "UPDATE club_entry SET author = '5' WHERE club_id = :club AND seq = 6": "altered_body",
    "UPDATE club_entry SET received_at = '2026' WHERE club_id = :club AND seq = 6": "altered",
    "DELETE FROM club_entry WHERE club_id = :club AND seq = 6": "missing",
    "DELETE FROM club_entry WHERE club_id = :club AND kind = 'withdrawn'": "lost_tail",
    "UPDATE club_entry SET body = '[' WHERE club_id = :club AND seq = 3": "no_club",
    "UPDATE club_game SET outcome = replace(outcome, 'true', 'false') WHERE club_id = :club": "counted",
    "UPDATE club_game SET counted_seq = seq WHERE club_id = :club": "counted",
    "UPDATE club_game SET result_key = uid WHERE club_id = :club": "counted",
    "UPDATE club_game SET counting = (1 = 0) WHERE club_id = :club": "counted",
    "DELETE FROM club_game_member WHERE club_id = :club AND member = 3": "counted",
    "UPDATE club_game SET played_on = '2025-01-01' WHERE club_id = :club": "counted",
    "UPDATE club_game SET game_night = 4 WHERE club_id = :club": "counted",
    "UPDATE club_game SET uid = 'another' WHERE club_id = :club AND counted = 'null'": "counted",
    "UPDATE game SET in_club = (1 = 0)": "counted",
    "UPDATE season_result SET points = points + 1 WHERE club_id = :club AND valid_to = :still": "parts",
    "UPDATE season_result SET sort_key = '2026' WHERE club_id = :club AND valid_to = :still": "parts",
    "UPDATE season_result SET valid_to = :still WHERE club_id = :club": "parts",
    "UPDATE season_result SET member = 3, partner = 1 WHERE club_id = :club AND valid_to = :still": "parts",
    "UPDATE standing SET tally = '[9,9,9,9,9,9,9]' WHERE club_id = :club AND valid_to = :still": "standings",
    "UPDATE result_by_period SET tally = '[9,9,9,9,9,9,9]' WHERE club_id = :club AND period LIKE 'D%'": "standings",
    "DELETE FROM result_by_period WHERE club_id = :club AND period LIKE 'M%' AND member = 3": "standings",
    "UPDATE head_to_head_by_period SET wins = 9 WHERE club_id = :club AND period LIKE 'D%'": "meetings",
    "DELETE FROM head_to_head_by_period WHERE club_id = :club AND period LIKE 'M%' AND member = 3": "meetings",
    "UPDATE standing SET points = '[1]' WHERE club_id = :club AND valid_to = :still": "standings",
    "DELETE FROM standing WHERE club_id = :club AND valid_to = :still": "standings",
    "UPDATE standing SET tally = '[9,9,9,9,9,9,9]' WHERE club_id = :club AND valid_to <> :still": "history",
    "UPDATE standing SET valid_from = '2026' WHERE club_id = :club AND valid_to = :still": "history",
    "UPDATE standing SET valid_to = '2026-13' WHERE club_id = :club AND valid_to <> :still": "history",
    "DELETE FROM standing WHERE club_id = :club AND valid_to <> :still": "history",
    "UPDATE standing SET cause = replace(cause, 'club', 'place') WHERE club_id = :club": "history",
    "UPDATE standing SET cause = '[]' WHERE club_id = :club": "unreadable",
    "UPDATE head_to_head SET wins = wins + 1 WHERE club_id = :club AND valid_to = :still": "meetings",
    "UPDATE head_to_head SET losses = losses + 1 WHERE club_id = :club AND valid_to <> :still": "meetings",
    "UPDATE head_to_head SET valid_to = '2026-13' WHERE club_id = :club AND valid_to <> :still": "meetings",
    "DELETE FROM head_to_head WHERE club_id = :club": "meetings",
    "UPDATE standing SET tally = 'much' WHERE club_id = :club AND valid_to = :still": "unreadable",
    "UPDATE game_facts SET facts = replace(facts, ',1,', ',2,') WHERE club_id = :club": "facts",
    "DELETE FROM game_facts WHERE club_id = :club": "facts",
    "UPDATE game_seat SET finish = 5 - finish WHERE club_id = :club": "facts",
    "UPDATE game_seat SET member = 3, partner = 1 WHERE club_id = :club AND seat = 1": "facts",
    "DELETE FROM monthly_statistics WHERE club_id = :club AND member = 3": "statistics",
    "UPDATE monthly_statistics SET month = '2027-01' WHERE club_id = :club": "statistics",
    "UPDATE period_records SET last_sort_key = '2027' WHERE club_id = :club": "statistics",
    "DELETE FROM period_records WHERE club_id = :club AND period = '2026-11'": "statistics",
    "UPDATE game_rating SET mu = mu + 1 WHERE club_id = :club AND member = 3": "ratings",
    "UPDATE game_rating SET games = 7 WHERE club_id = :club AND member = 3": "ratings",
    "DELETE FROM game_rating WHERE club_id = :club AND member = 3": "ratings",
    "UPDATE current_rating SET sigma = sigma + 1 WHERE club_id = :club AND member = 3": "ratings",
    "DELETE FROM current_rating WHERE club_id = :club": "ratings",
    "UPDATE game_entry SET body = '[' WHERE kind = 'deal'": "uncounted",
}


@both_databases
@pytest.mark.usefixtures("app_context")
def test_untouched_club_is_valid() -> None:
    season_of_two_games()
    new_club(name="Another")
    assert [(verified.name, verified.faults) for verified in verify_clubs()] == [(NAME, []), ("Another", [])]


@both_databases
@pytest.mark.usefixtures("app_context")
def test_verify_finds_every_tampered_row() -> None:
    club = season_of_two_games()
    other_id, club_id = new_club(name="Another").id, club.id
    db.session.rollback()
    for statement, code in TAMPERING.items():
        parameters = {
            name: value for name, value in (("club", club_id), ("still", OPEN_END)) if f":{name}" in statement
        }
        tampered = db.session.connection().execute(text(statement), parameters)
        assert tampered.rowcount, statement
        checked = {verified.club_id: verified.faults for verified in verify_clubs()}
        assert code in {fault.code for fault in checked[club_id]}, statement
        assert checked[other_id] == []
        db.session.rollback()


def standings_at_times(club: SiteClub, season: int) -> list[list[StandingRow]]:
    """The standings now and at two other times, without row numbers."""
    times = (None, "2026-01-01", "2999-12-31")
    return [sorted((row._replace(row_id=0) for row in club.standing_rows(season, at)), key=str) for at in times]


@both_databases
@pytest.mark.usefixtures("app_context")
def test_rebuild_restores_lost_rows_with_history() -> None:
    club = season_of_two_games()
    season = min(club.record.seasons)
    before = standings_at_times(club, season)
    with db.engine.begin() as connection:
        for name in (
            "season_result",
            "result_by_period",
            "head_to_head_by_period",
            "standing",
            "club_game_member",
            "club_game",
        ):
            connection.execute(text(f"DELETE FROM {name}"))  # noqa: S608 - names of tables
    with write_transaction() as session:
        rebuild_club(session, club.id)
    assert standings_at_times(club, season) == before
    assert [verified.faults for verified in verify_clubs()] == [[]]


def test_verify_command_names_club_and_fault(tmp_path: Path, make_app: Callable[[Settings], Flask]) -> None:
    app = make_app(Settings.from_environment({"TREXSCORE_DATA": str(tmp_path)}))
    upgrade(app)
    with app.app_context():
        club = season_of_two_games()
        season = min(club.record.seasons)
        db.session.rollback()
    result = run_trexscore("verify", "--data", tmp_path)
    assert (result.returncode, result.stdout) == (0, "Valid journals: 3 of 3.\n")
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(
            text("UPDATE standing SET tally = '[9,9,9,9,9,9,9]' WHERE valid_to = :still"), {"still": OPEN_END}
        )
    result = run_trexscore("verify", "--data", tmp_path)
    sentence = f"Club 1 ({NAME}): the standings of the season of entry {season} do not match the journals."
    assert result.returncode == 1
    assert sentence in result.stdout.splitlines()
    assert result.stdout.endswith("Valid journals: 2 of 3.\n")
    report = json.loads(run_trexscore("verify", "--json", tmp_path / "trexscore.sqlite3").stdout)
    assert {(fault["club"], fault["entry"], fault["code"]) for fault in report["breaks"]} >= {(1, season, "standings")}
    with app.app_context():
        db.engine.dispose()
