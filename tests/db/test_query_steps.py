"""Finding a game of a club takes as many database steps with many games as with few."""

from collections.abc import Callable

import pytest
from flask import Flask
from sqlalchemy import insert, text

from tests.bench.standings import fill
from tests.support.sites import site_in
from trexscore.db.clubs.clubs import GAME_TOKEN, find_club
from trexscore.db.clubs.counted_games import find_game_rows
from trexscore.db.clubs.game_searches import GameFilter, find_game_ids_naming, find_games_with_result, game_page
from trexscore.db.clubs.game_tokens import find_club_game_token
from trexscore.db.clubs.models import OPEN_END, ClubLink
from trexscore.db.journals import write_transaction
from trexscore.db.league import results as league_rows
from trexscore.db.models import GameLink, db

FEW, MANY = 20, 400
NOBODY = 9999
"""No member's number."""


def steps(ask: Callable[[], object]) -> int:
    """The number of steps SQLite takes."""
    driver = db.session.connection().connection.driver_connection
    assert driver is not None
    taken = [0]

    def count() -> int:
        taken[0] += 1
        return 0

    driver.set_progress_handler(count, 1)
    try:
        ask()
    finally:
        driver.set_progress_handler(None, 0)
    return taken[0]


def asked(app: Flask, games: int) -> list[int]:
    address = fill(app, games)
    with app.app_context():
        club = find_club(address.split("/")[2])
        assert club is not None
        with write_transaction() as session:
            ours = text("SELECT game_id FROM club_game WHERE club_id = :club ORDER BY game_id")
            numbers = session.scalars(ours, {"club": club.id}).all()
            links = [
                {"token": f"{games}-{number}", "game_id": number, "permission": "own", "seat": None}
                for number in numbers
            ]
            session.execute(insert(GameLink), links)
            kept = [
                {"token": one["token"], "club_id": club.id, "permission": GAME_TOKEN, "expires_at": OPEN_END}
                for one in links
            ]
            session.execute(insert(ClubLink), kept)
        named = text("SELECT uid FROM club_game WHERE club_id = :club LIMIT 1")
        uid = db.session.scalar(named, {"club": club.id}) or ""
        find_game_rows(db.session(), club.id, [uid])
        find_club_game_token(db.session(), club.id, uid)
        session = db.session()
        season = int(address.rpartition("/")[2])
        player = league_rows.read_standings(session, club.id, season)[0].player
        one = find_game_rows(session, club.id, [uid])[uid].outcome
        rare = one._replace(rules_key="of no other game")
        asks: list[Callable[[], object]] = [
            lambda: find_game_rows(session, club.id, [uid]),
            lambda: find_club_game_token(session, club.id, uid),
            lambda: game_page(session, club.id, GameFilter(only="not_counting"), 40),
            lambda: game_page(session, club.id, GameFilter(only="disputed"), 40),
            lambda: game_page(session, club.id, GameFilter(game_night=1), 40),
            lambda: league_rows.read_current_standing_sums(session, club.id, [player]),
            lambda: league_rows.read_newest_standing_key(session, club.id, season),
            lambda: find_games_with_result(session, club.id, rare),
            lambda: find_game_ids_naming(session, club.id, [NOBODY]),
        ]
        return [steps(ask) for ask in asks]


ASKED = ("named", "kept", "not_counting", "disputed", "evening", "tallies", "last_row", "like", "seating")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> list[list[int]]:
    """The steps of each query, in a club with few games and in one with many."""
    of_clubs = []
    for games in (FEW, MANY):
        with site_in(tmp_path_factory.mktemp("site")) as site:
            of_clubs.append(asked(site, games))
    return of_clubs


@pytest.mark.parametrize("which", range(len(ASKED)), ids=ASKED)
def test_query_steps_do_not_grow_with_games(which: int, found: list[list[int]]) -> None:
    few, many = (of_club[which] for of_club in found)
    assert many <= few * 1.5
