"""Whatever was changed behind the back of a club's journal is found, and it is told of which club."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text

from tests.support.clubs.club import ClubHere, found, four, played
from tests.support.databases import both_databases
from tests.support.server.command import trexscore
from trexscore.commands.league.rebuild import rebuild_club
from trexscore.commands.league.verify import verify_clubs
from trexscore.config import Settings
from trexscore.db.clubs.models import OPEN_END
from trexscore.db.journals import write_transaction
from trexscore.db.league.results import StandingRow
from trexscore.db.migrations import upgrade
from trexscore.db.models import db

NAME = "Trex at Basil’s"


def season_of_two_games() -> ClubHere:
    club = found()
    members = four(club)
    club.season(counting={"basis": {"kind": "best", "best": 1}})
    games = [played(1), played(2)]
    for game in games:
        club.count(game, members)
    club.withdraw(games[1])
    return club


SPOILT = {
    "UPDATE club_entry SET body = replace(body, 'Dani', 'Dora') WHERE club_id = :club": "altered_body",
    "UPDATE club_entry SET author = '5' WHERE club_id = :club AND seq = 6": "altered_body",
    "UPDATE club_entry SET received_at = '2026' WHERE club_id = :club AND seq = 6": "altered",
    "DELETE FROM club_entry WHERE club_id = :club AND seq = 6": "missing",
    "DELETE FROM club_entry WHERE club_id = :club AND kind = 'withdrawn'": "lost_tail",
    "UPDATE club_entry SET body = '[' WHERE club_id = :club AND seq = 3": "no_club",
    "UPDATE club_game SET came_to = replace(came_to, 'true', 'false') WHERE club_id = :club": "counted",
    "UPDATE club_game SET counted_seq = seq WHERE club_id = :club": "counted",
    "UPDATE club_game SET result_key = uid WHERE club_id = :club": "counted",
    "UPDATE club_game SET counting = (1 = 0) WHERE club_id = :club": "counted",
    "DELETE FROM club_game_member WHERE club_id = :club AND member = 3": "counted",
    "UPDATE club_game SET on_day = '2025-01-01' WHERE club_id = :club": "counted",
    "UPDATE club_game SET evening = 4 WHERE club_id = :club": "counted",
    "UPDATE club_game SET uid = 'another' WHERE club_id = :club AND counted = 'null'": "counted",
    "UPDATE game SET in_club = (1 = 0)": "counted",
    "UPDATE part SET points = points + 1 WHERE club_id = :club AND until = :still": "parts",
    "UPDATE part SET sort = '2026' WHERE club_id = :club AND until = :still": "parts",
    "UPDATE part SET until = :still WHERE club_id = :club": "parts",
    "UPDATE part SET member = 3, partner = 1 WHERE club_id = :club AND until = :still": "parts",
    "UPDATE standing SET tally = '[9,9,9,9,9,9,9]' WHERE club_id = :club AND until = :still": "standings",
    "UPDATE played SET tally = '[9,9,9,9,9,9,9]' WHERE club_id = :club AND span LIKE 'D%'": "standings",
    "DELETE FROM played WHERE club_id = :club AND span LIKE 'M%' AND member = 3": "standings",
    "UPDATE faced SET ahead = 9 WHERE club_id = :club AND span LIKE 'D%'": "meetings",
    "DELETE FROM faced WHERE club_id = :club AND span LIKE 'M%' AND member = 3": "meetings",
    "UPDATE standing SET points = '[1]' WHERE club_id = :club AND until = :still": "standings",
    "DELETE FROM standing WHERE club_id = :club AND until = :still": "standings",
    "UPDATE standing SET tally = '[9,9,9,9,9,9,9]' WHERE club_id = :club AND until <> :still": "history",
    "UPDATE standing SET since = '2026' WHERE club_id = :club AND until = :still": "history",
    "UPDATE standing SET until = '2026-13' WHERE club_id = :club AND until <> :still": "history",
    "DELETE FROM standing WHERE club_id = :club AND until <> :still": "history",
    "UPDATE standing SET cause = replace(cause, 'club', 'place') WHERE club_id = :club": "history",
    "UPDATE standing SET cause = '[]' WHERE club_id = :club": "unreadable",
    "UPDATE meeting SET ahead = ahead + 1 WHERE club_id = :club AND until = :still": "meetings",
    "UPDATE meeting SET behind = behind + 1 WHERE club_id = :club AND until <> :still": "meetings",
    "UPDATE meeting SET until = '2026-13' WHERE club_id = :club AND until <> :still": "meetings",
    "DELETE FROM meeting WHERE club_id = :club": "meetings",
    "UPDATE standing SET tally = 'much' WHERE club_id = :club AND until = :still": "unreadable",
    "UPDATE game_facts SET facts = replace(facts, ',1,', ',2,') WHERE club_id = :club": "facts",
    "DELETE FROM game_facts WHERE club_id = :club": "facts",
    "UPDATE sitting SET place = 5 - place WHERE club_id = :club": "facts",
    "UPDATE sitting SET member = 3, partner = 1 WHERE club_id = :club AND seat = 1": "facts",
    "DELETE FROM month_profile WHERE club_id = :club AND member = 3": "statistics",
    "UPDATE month_profile SET month = '2027-01' WHERE club_id = :club": "statistics",
    "UPDATE span_records SET last = '2027' WHERE club_id = :club": "statistics",
    "DELETE FROM span_records WHERE club_id = :club AND span = '2026-11'": "statistics",
    "UPDATE rating SET mu = mu + 1 WHERE club_id = :club AND member = 3": "ratings",
    "UPDATE rating SET games = 7 WHERE club_id = :club AND member = 3": "ratings",
    "DELETE FROM rating WHERE club_id = :club AND member = 3": "ratings",
    "UPDATE rated SET sigma = sigma + 1 WHERE club_id = :club AND member = 3": "ratings",
    "DELETE FROM rated WHERE club_id = :club": "ratings",
    "UPDATE entry SET body = '[' WHERE kind = 'deal'": "uncounted",
}


@both_databases
@pytest.mark.usefixtures("inside")
def test_a_club_that_nobody_has_touched_holds() -> None:
    season_of_two_games()
    found(name="Another")
    assert [(one.name, one.chain_faults) for one in verify_clubs()] == [(NAME, []), ("Another", [])]


@both_databases
@pytest.mark.usefixtures("inside")
def test_what_was_changed_behind_the_journals_back_is_found() -> None:
    club = season_of_two_games()
    other, club_id = found(name="Another").id, club.id
    db.session.rollback()
    for statement, what in SPOILT.items():
        said = {name: value for name, value in (("club", club_id), ("still", OPEN_END)) if f":{name}" in statement}
        spoilt = db.session.connection().execute(text(statement), said)
        assert spoilt.rowcount, statement
        checked = {one.club_id: one.chain_faults for one in verify_clubs()}
        assert what in {broken.what for broken in checked[club_id]}, statement
        assert checked[other] == []
        db.session.rollback()


def stood(club: ClubHere, season: int) -> list[list[StandingRow]]:
    """The table as it stands, and of two other times; which row of the database says it does not matter."""
    times = (None, "2026-01-01", "2999-12-31")
    return [sorted((row._replace(row_id=0) for row in club.rows(season, at)), key=str) for at in times]


@both_databases
@pytest.mark.usefixtures("inside")
def test_derived_rows_that_were_lost_are_made_again_with_their_history() -> None:
    club = season_of_two_games()
    season = min(club.record.seasons)
    before = stood(club, season)
    with db.engine.begin() as connection:
        for name in ("part", "played", "faced", "standing", "club_game_member", "club_game"):
            connection.execute(text(f"DELETE FROM {name}"))  # noqa: S608 - names of tables
    with write_transaction() as session:
        rebuild_club(session, club.id)
    assert stood(club, season) == before
    assert [one.chain_faults for one in verify_clubs()] == [[]]


def test_the_command_names_the_club_and_what_does_not_hold(
    tmp_path: Path, make_app: Callable[[Settings], Flask]
) -> None:
    app = make_app(Settings.from_environment({"TREXSCORE_DATA": str(tmp_path)}))
    upgrade(app)
    with app.app_context():
        club = season_of_two_games()
        season = min(club.record.seasons)
        db.session.rollback()
    ran = trexscore("verify", "--data", tmp_path)
    assert (ran.returncode, ran.stdout) == (0, "Valid journals: 3 of 3.\n")
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(
            text("UPDATE standing SET tally = '[9,9,9,9,9,9,9]' WHERE until = :still"), {"still": OPEN_END}
        )
    ran = trexscore("verify", "--data", tmp_path)
    sentence = f"Club 1 ({NAME}): the standings of the season of entry {season} do not match the journals."
    assert ran.returncode == 1
    assert sentence in ran.stdout.splitlines()
    assert ran.stdout.endswith("Valid journals: 2 of 3.\n")
    answer = json.loads(trexscore("verify", "--json", tmp_path / "trexscore.sqlite3").stdout)
    assert {(one["club"], one["entry"], one["code"]) for one in answer["breaks"]} >= {(1, season, "standings")}
    with app.app_context():
        db.engine.dispose()
