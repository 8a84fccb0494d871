"""Two scorers act at the same time: only one draw is saved, and a table has only one game."""

import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from flask import Flask

from tests.support.clubs.club import DAY, SiteClub, new_club, play_game
from tests.support.databases import both_databases
from trexscore.commands.clubs.record_entry import record_club_entry
from trexscore.commands.game_nights.draw_tables import change_tables, draw_tables
from trexscore.commands.game_nights.start_table import StartedTableGame, TableGameRequest, start_table_game
from trexscore.commands.recording import Command, Recorded
from trexscore.db.clubs import counted_games
from trexscore.db.models import Game, db
from trexscore.ledger.entry_refusal import EntryRefusal

pytestmark = both_databases

T = TypeVar("T")


def night_of_nine(club: SiteClub) -> int:
    members = [
        3,
        *(club.join(name) for name in ("Carine", "Dani", "Elias", "Farah", "Ghassan", "Hala", "Jana", "Karim")),
    ]
    game_night = club.add_entry("evening", {"on": DAY})
    club.add_entry("arrived", {"evening": game_night, "members": members})
    return game_night


def run_concurrently(app: Flask, *tasks: Callable[[], T]) -> list[T]:
    """Run every task in a thread of its own, all at the same time."""
    gate = Barrier(len(tasks))

    def run(task: Callable[[], T]) -> T:
        with app.app_context():
            gate.wait()
            return task()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return list(pool.map(run, tasks))


def make_request() -> Command:
    return Command.of_member(str(uuid.uuid4()), 3)


def test_concurrent_draws_save_one(app: Flask) -> None:
    with app.app_context():
        club = new_club()
        game_night = night_of_nine(club)
        at = club.club_head
    outcomes = run_concurrently(
        app, *[lambda: draw_tables(at, make_request(), game_night, 0, method="random") for _ in range(4)]
    )
    assert sum(isinstance(outcome, Recorded) for outcome in outcomes) == 1
    refused = [outcome for outcome in outcomes if isinstance(outcome, EntryRefusal)]
    assert [refusal.code for outcome in refused for refusal in outcome.refusals] == ["drawn_meanwhile"] * 3
    with app.app_context():
        assert len(club.record.game_nights[game_night].draws) == 1


def test_table_started_concurrently_has_one_game(app: Flask) -> None:
    with app.app_context():
        club = new_club()
        club.create_season()
        game_night = night_of_nine(club)
        draw_tables(club.club_head, make_request(), game_night, 0, method="random")
        at, table = club.club_head, club.record.game_nights[game_night].current_tables[0]
    request = TableGameRequest(3, game_night, *table.origin, 1)
    outcomes = run_concurrently(app, *[lambda: start_table_game(at, request) for _ in range(5)])
    started = [outcome for outcome in outcomes if isinstance(outcome, StartedTableGame)]
    assert len(started) == 5
    assert len({outcome.game_uid for outcome in started}) == 1
    assert sum(outcome.is_new for outcome in started) == 1
    with app.app_context():
        assert db.session.query(Game).count() == 1
        assert len(counted_games.list_game_rows_of_night(db.session(), club.id, game_night)) == 1


def test_start_and_swap_at_once_keep_one(app: Flask) -> None:
    with app.app_context():
        club = new_club()
        game_night = night_of_nine(club)
        draw_tables(club.club_head, make_request(), game_night, 0, method="random")
        at, drawn = club.club_head, club.record.game_nights[game_night]
        table = drawn.current_tables[0]
    swap = ("swap", table.member_number_by_seat.A, drawn.draws[-1].sitting_out[0])
    outcomes = run_concurrently(
        app,
        lambda: start_table_game(at, TableGameRequest(3, game_night, *table.origin, 1)),
        lambda: change_tables(at, make_request(), game_night, drawn.last_draw_seq, swap),  # type: ignore[arg-type]  # a swap
    )
    assert sum(isinstance(outcome, EntryRefusal) for outcome in outcomes) == 1


def test_start_and_cancelled_night_keep_one(app: Flask) -> None:
    with app.app_context():
        club = new_club()
        game_night = night_of_nine(club)
        draw_tables(club.club_head, make_request(), game_night, 0, method="random")
        at, table = club.club_head, club.record.game_nights[game_night].current_tables[0]
        club_id = club.id
    outcomes = run_concurrently(
        app,
        lambda: start_table_game(at, TableGameRequest(3, game_night, *table.origin, 1)),
        lambda: record_club_entry(club_id, Command.of_member(str(uuid.uuid4()), 3, {"take_back": game_night})),
    )
    refused = [
        refusal.code for outcome in outcomes if isinstance(outcome, EntryRefusal) for refusal in outcome.refusals
    ]
    assert refused in (["evening_has_games"], ["unknown_evening"])


def test_game_night_with_games_cannot_be_undone(app: Flask) -> None:
    with app.app_context():
        club = new_club()
        game_night, game = club.add_entry("evening", {"on": DAY}), play_game(1)
        club.count_game(game, [3, None, None, None], evening=game_night)
        moved = club.add_entry("evening", {"on": "2026-11-29", "instead": game_night})
        assert club.refusal_codes("take_back", game_night) == {"evening_has_games"}
        club.add_entry("take_back", moved)
        club.exclude_game(game)
        club.add_entry("take_back", game_night)
        assert not club.record.game_nights


def test_refused_start_leaves_no_game(app: Flask) -> None:
    with app.app_context():
        club = new_club()
        game_night = night_of_nine(club)
        draw_tables(club.club_head, make_request(), game_night, 0, method="random")
        table = club.record.game_nights[game_night].current_tables[0]
        member = club.members["Carine"]
        outcome = start_table_game(club.club_head, TableGameRequest(member, game_night, *table.origin, 1))
        assert not isinstance(outcome, StartedTableGame)
        assert db.session.query(Game).count() == 0
