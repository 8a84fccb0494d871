"""What a finished game tells a club's statistics is written beside the server, and until then said to be missing."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from flask import current_app
from sqlalchemy import text

from tests.support.clubs.club import ClubHere, deal_of_game, enter, found, four, game_id, played
from tests.support.databases import both_databases
from tests.support.server.jobs import jobs_wait
from tests.support.server.server import LiveServer
from tests.support.sites import site_in
from trexscore.commands.league.rating_worker import update_due_statistics
from trexscore.commands.league.rebuild import rebuild_club
from trexscore.commands.league.verify import verify_club, verify_clubs
from trexscore.db.journals import write_transaction
from trexscore.db.league import ratings as rating_rows
from trexscore.db.league.statistics_backlog import list_changed_games
from trexscore.db.models import db
from trexscore.web.clubs.statistics.ratings import recalculation_start

_PATIENCE = 20


def rated(club: ClubHere) -> int:
    db.session.rollback()
    return len(rating_rows.list_current_ratings(db.session(), club.id, pairs=False))


def holds(club: ClubHere) -> bool:
    db.session.rollback()
    return verify_club(db.session(), club.id).chain_faults == []


class Ended(NamedTuple):
    """A game whose last deal has just been recorded, as the entry `last`."""

    game: str
    last: int


@pytest.fixture
def ended(club: ClubHere) -> Ended:
    game = played(1, deals=19)
    club.count(game, four(club))
    with jobs_wait(current_app):
        return Ended(game, enter(game, deal_of_game(1, 19)))


@both_databases
@pytest.mark.usefixtures("ended")
def test_a_last_deal_leaves_its_statistics_to_the_process_beside(club: ClubHere) -> None:
    assert rated(club) == 0
    assert update_due_statistics()
    assert rated(club) == 4
    assert not update_due_statistics()
    assert holds(club)


def test_a_deal_before_the_last_leaves_nothing(club: ClubHere) -> None:
    game = played(1, deals=18)
    club.count(game, four(club))
    with jobs_wait(current_app):
        enter(game, deal_of_game(1, 18))
    assert not update_due_statistics()


@pytest.mark.usefixtures("ended")
def test_ratings_say_from_which_day_on_they_are_not_written_yet(club: ClubHere) -> None:
    assert recalculation_start(club.id) == "2026-11-22"
    update_due_statistics()
    assert recalculation_start(club.id) is None


@both_databases
def test_one_game_is_told_at_a_time(club: ClubHere, ended: Ended) -> None:
    other = played(2, deals=19)
    club.count(other, [*club.members.values()])
    with jobs_wait(current_app):
        enter(ended.game, {"take_back": ended.last})
        enter(ended.game, deal_of_game(1, 19))
        enter(other, deal_of_game(2, 19))
    assert [update_due_statistics() for _ in range(3)] == [True, True, False]
    assert holds(club)


def test_a_game_that_goes_on_after_all_is_taken_off(club: ClubHere, ended: Ended) -> None:
    update_due_statistics()
    with jobs_wait(current_app):
        enter(ended.game, {"take_back": ended.last})
    assert rated(club) == 4
    update_due_statistics()
    assert rated(club) == 0
    assert holds(club)


def test_what_the_club_says_next_is_written_behind_it(club: ClubHere, ended: Ended) -> None:
    club.withdraw(ended.game)
    assert rated(club) == 0
    assert not update_due_statistics()
    assert holds(club)


@pytest.mark.usefixtures("ended")
def test_a_club_that_is_made_anew_has_nothing_due(club: ClubHere) -> None:
    with write_transaction() as session:
        rebuild_club(session, club.id)
    assert rated(club) == 4
    assert list_changed_games(db.session(), club.id) == []


@pytest.mark.usefixtures("ended")
def test_verifying_writes_what_is_due_first(club: ClubHere) -> None:
    assert [one.chain_faults for one in verify_clubs()] == [[]]
    assert rated(club) == 4


def test_a_game_that_was_tampered_with_stops_no_other(club: ClubHere) -> None:
    members, games = four(club), {seed: played(seed, deals=19) for seed in (1, 2)}
    for game in games.values():
        club.count(game, members)
    with jobs_wait(current_app):
        for seed, game in games.items():
            enter(game, deal_of_game(seed, 19))
    with write_transaction() as session:
        session.execute(text("UPDATE game_entry SET body = '{}' WHERE game_id = :id"), {"id": game_id(games[1])})
    assert [update_due_statistics() for _ in range(3)] == [True, True, False]
    assert rated(club) == 4
    assert not holds(club)


def test_a_server_that_was_killed_behind_a_last_deal_writes_it_when_it_is_back(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with site_in(data) as site, site.app_context():
        club = found()
        game = played(1, deals=19)
        club.count(game, four(club))
        with jobs_wait(site):
            enter(game, deal_of_game(1, 19))
    assert _rated_in(data) == 0
    server = LiveServer(data)
    server.start()
    try:
        end = time.monotonic() + _PATIENCE
        while _rated_in(data) != 4:
            assert time.monotonic() < end, server.log
            time.sleep(0.1)
    finally:
        server.stop()


def _rated_in(data: Path) -> int:
    with closing(sqlite3.connect(data / "trexscore.sqlite3")) as database:
        (number,) = database.execute("SELECT count(*) FROM current_rating").fetchone()
    return int(number)
