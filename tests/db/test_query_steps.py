"""Finding a game of a club takes as many database steps with many games as with few."""

from collections.abc import Callable

import pytest
from flask import Flask
from sqlalchemy import insert, text

from tests.bench.standings import fill_season
from tests.support.sites import site_in
from trexscore.db.clubs.clubs import GAME_TOKEN, find_club_head
from trexscore.db.clubs.counted_games import find_game_rows_by_uid, find_same_result_games
from trexscore.db.clubs.game_searches import GameFilter, find_game_ids_naming, list_page_of_games
from trexscore.db.clubs.game_tokens import find_club_game_token
from trexscore.db.clubs.models import OPEN_END, ClubLink
from trexscore.db.league import season_rows
from trexscore.db.models import GameLink, db
from trexscore.db.transactions import write_transaction

FEW_GAMES, MANY_GAMES = 20, 400
NOBODY = 9999
"""An unused member number."""


def count_steps(query: Callable[[], object]) -> int:
    """The number of steps SQLite takes."""
    driver = db.session.connection().connection.driver_connection
    assert driver is not None
    step_count = [0]

    def count_step() -> int:
        step_count[0] += 1
        return 0

    driver.set_progress_handler(count_step, 1)
    try:
        query()
    finally:
        driver.set_progress_handler(None, 0)
    return step_count[0]


def measure_queries(app: Flask, game_count: int) -> list[int]:
    address = fill_season(app, game_count)
    with app.app_context():
        club = find_club_head(address.split("/")[2])
        assert club is not None
        with write_transaction() as session:
            game_statement = text("SELECT game_id FROM club_game WHERE club_id = :club ORDER BY game_id")
            numbers = session.scalars(game_statement, {"club": club.id}).all()
            links = [
                {"token": f"{game_count}-{number}", "game_id": number, "permission": "own", "seat": None}
                for number in numbers
            ]
            session.execute(insert(GameLink), links)
            club_links = [
                {"token": link["token"], "club_id": club.id, "permission": GAME_TOKEN, "expires_at": OPEN_END}
                for link in links
            ]
            session.execute(insert(ClubLink), club_links)
        uid_statement = text("SELECT uid FROM club_game WHERE club_id = :club LIMIT 1")
        uid = db.session.scalar(uid_statement, {"club": club.id}) or ""
        find_game_rows_by_uid(db.session(), club.id, [uid])
        find_club_game_token(db.session(), club.id, uid)
        session = db.session()
        season = int(address.rpartition("/")[2])
        player = season_rows.read_standing_sums(session, club.id, season)[0].player
        outcome = find_game_rows_by_uid(session, club.id, [uid])[uid].outcome
        rare_outcome = outcome._replace(rules_key="of no other game")
        queries: list[Callable[[], object]] = [
            lambda: find_game_rows_by_uid(session, club.id, [uid]),
            lambda: find_club_game_token(session, club.id, uid),
            lambda: list_page_of_games(session, club.id, GameFilter(selection="not_counting"), 40),
            lambda: list_page_of_games(session, club.id, GameFilter(selection="disputed"), 40),
            lambda: list_page_of_games(session, club.id, GameFilter(night_number=1), 40),
            lambda: season_rows.read_current_standing_sums(session, club.id, [player]),
            lambda: season_rows.read_newest_standing_time_and_id(session, club.id, season),
            lambda: find_same_result_games(session, club.id, rare_outcome),
            lambda: find_game_ids_naming(session, club.id, [NOBODY]),
        ]
        return [count_steps(query) for query in queries]


QUERY_IDS = ("named", "kept", "not_counting", "disputed", "evening", "tallies", "last_row", "like", "seating")


@pytest.fixture(scope="module")
def step_counts(tmp_path_factory: pytest.TempPathFactory) -> list[list[int]]:
    """The steps of each query, in a club with few games and in one with many."""
    counts_by_club = []
    for games in (FEW_GAMES, MANY_GAMES):
        with site_in(tmp_path_factory.mktemp("site")) as site:
            counts_by_club.append(measure_queries(site, games))
    return counts_by_club


@pytest.mark.parametrize("query_index", range(len(QUERY_IDS)), ids=QUERY_IDS)
def test_query_steps_do_not_grow_with_games(query_index: int, step_counts: list[list[int]]) -> None:
    steps_with_few, steps_with_many = (counts[query_index] for counts in step_counts)
    assert steps_with_many <= steps_with_few * 1.5
