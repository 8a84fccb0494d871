"""Statistics of a finished game are updated in a job, and are marked as missing until then."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from flask import current_app
from sqlalchemy import text

from tests.support.clubs.club import SiteClub, add_game_entry, deal_of_game, four_members, game_id, new_club, play_game
from tests.support.databases import both_databases
from tests.support.server.jobs import without_job_worker
from tests.support.server.server import LiveServer
from tests.support.sites import site_in
from trexscore.commands.league.due_statistics import update_statistics_of_next_due_game
from trexscore.commands.league.rebuild import rebuild_club
from trexscore.commands.league.verify_clubs import verify_club, verify_clubs
from trexscore.db.league import ratings as rating_rows
from trexscore.db.league.statistics_backlog import list_due_game_ids
from trexscore.db.models import db
from trexscore.db.transactions import write_transaction
from trexscore.web.clubs.statistics.ratings import ensure_recalculation_and_read_start

_TIMEOUT_SECONDS = 20


def count_ratings(club: SiteClub) -> int:
    db.session.rollback()
    return len(rating_rows.read_all_current_ratings(db.session(), club.id, of_pairs=False))


def is_valid(club: SiteClub) -> bool:
    db.session.rollback()
    return verify_club(db.session(), club.id).faults == []


class FinishedGame(NamedTuple):
    """A game whose last deal was just recorded, as the entry `last`."""

    game: str
    last: int


@pytest.fixture
def finished(club: SiteClub) -> FinishedGame:
    game = play_game(1, deals=19)
    club.count_game(game, four_members(club))
    with without_job_worker(current_app):
        return FinishedGame(game, add_game_entry(game, deal_of_game(1, 19)))


@both_databases
@pytest.mark.usefixtures("finished")
def test_last_deal_updates_statistics_in_job(club: SiteClub) -> None:
    assert count_ratings(club) == 0
    assert update_statistics_of_next_due_game()
    assert count_ratings(club) == 4
    assert not update_statistics_of_next_due_game()
    assert is_valid(club)


def test_earlier_deal_updates_nothing(club: SiteClub) -> None:
    game = play_game(1, deals=18)
    club.count_game(game, four_members(club))
    with without_job_worker(current_app):
        add_game_entry(game, deal_of_game(1, 18))
    assert not update_statistics_of_next_due_game()


@pytest.mark.usefixtures("finished")
def test_ratings_name_day_of_missing_update(club: SiteClub) -> None:
    assert ensure_recalculation_and_read_start(club.id) == "2026-11-22"
    update_statistics_of_next_due_game()
    assert ensure_recalculation_and_read_start(club.id) is None


@both_databases
def test_each_step_updates_one_game(club: SiteClub, finished: FinishedGame) -> None:
    other = play_game(2, deals=19)
    club.count_game(other, [*club.members.values()])
    with without_job_worker(current_app):
        add_game_entry(finished.game, {"take_back": finished.last})
        add_game_entry(finished.game, deal_of_game(1, 19))
        add_game_entry(other, deal_of_game(2, 19))
    assert [update_statistics_of_next_due_game() for _ in range(3)] == [True, True, False]
    assert is_valid(club)


def test_reopened_game_is_removed_from_statistics(club: SiteClub, finished: FinishedGame) -> None:
    update_statistics_of_next_due_game()
    with without_job_worker(current_app):
        add_game_entry(finished.game, {"take_back": finished.last})
    assert count_ratings(club) == 4
    update_statistics_of_next_due_game()
    assert count_ratings(club) == 0
    assert is_valid(club)


def test_next_club_entry_updates_statistics_first(club: SiteClub, finished: FinishedGame) -> None:
    club.exclude_game(finished.game)
    assert count_ratings(club) == 0
    assert not update_statistics_of_next_due_game()
    assert is_valid(club)


@pytest.mark.usefixtures("finished")
def test_rebuilt_club_has_no_backlog(club: SiteClub) -> None:
    with write_transaction() as session:
        rebuild_club(session, club.id)
    assert count_ratings(club) == 4
    assert list_due_game_ids(db.session(), club.id) == []


@pytest.mark.usefixtures("finished")
def test_verify_updates_statistics_first(club: SiteClub) -> None:
    assert [verified.faults for verified in verify_clubs()] == [[]]
    assert count_ratings(club) == 4


def test_tampered_game_does_not_block_others(club: SiteClub) -> None:
    members, games = four_members(club), {seed: play_game(seed, deals=19) for seed in (1, 2)}
    for game in games.values():
        club.count_game(game, members)
    with without_job_worker(current_app):
        for seed, game in games.items():
            add_game_entry(game, deal_of_game(seed, 19))
    with write_transaction() as session:
        session.execute(text("UPDATE game_entry SET body = '{}' WHERE game_id = :id"), {"id": game_id(games[1])})
    assert [update_statistics_of_next_due_game() for _ in range(3)] == [True, True, False]
    assert count_ratings(club) == 4
    assert not is_valid(club)


def test_killed_server_updates_statistics_after_restart(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with site_in(data) as site, site.app_context():
        club = new_club()
        game = play_game(1, deals=19)
        club.count_game(game, four_members(club))
        with without_job_worker(site):
            add_game_entry(game, deal_of_game(1, 19))
    assert _count_stored_ratings(data) == 0
    server = LiveServer(data)
    server.start()
    try:
        deadline = time.monotonic() + _TIMEOUT_SECONDS
        while _count_stored_ratings(data) != 4:
            assert time.monotonic() < deadline, server.log
            time.sleep(0.1)
    finally:
        server.stop()


def _count_stored_ratings(data: Path) -> int:
    with closing(sqlite3.connect(data / "trexscore.sqlite3")) as database:
        (number,) = database.execute("SELECT count(*) FROM current_rating").fetchone()
    return int(number)
