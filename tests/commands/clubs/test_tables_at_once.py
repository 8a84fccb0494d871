"""Two scorers at once, on both kinds of database: one draw holds, and a table has one game."""

import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from flask import Flask

from tests.support.clubs.club import DAY, ClubHere, found, played
from tests.support.databases import both_databases
from trexscore.commands.clubs.record_entry import record_club_entry
from trexscore.commands.game_nights.draw_tables import change_tables, draw_tables
from trexscore.commands.game_nights.start_table import TableRequest, TableStarted, start_table
from trexscore.commands.recording import Command, Recorded
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.models import Game, db
from trexscore.ledger.verdict import Refused

pytestmark = both_databases

T = TypeVar("T")


def evening_of_nine(club: ClubHere) -> int:
    members = [
        3,
        *(club.join(name) for name in ("Carine", "Dani", "Elias", "Farah", "Ghassan", "Hala", "Jana", "Karim")),
    ]
    evening = club.say("evening", {"on": DAY})
    club.say("arrived", {"evening": evening, "members": members})
    return evening


def at_once(app: Flask, *tasks: Callable[[], T]) -> list[T]:
    """Every task in a thread of its own, all let go at the same time."""
    gate = Barrier(len(tasks))

    def run(task: Callable[[], T]) -> T:
        with app.app_context():
            gate.wait()
            return task()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return list(pool.map(run, tasks))


def request() -> Command:
    return Command.of_member(str(uuid.uuid4()), 3)


def test_of_two_who_draw_at_once_one_is_told(app: Flask) -> None:
    with app.app_context():
        club = found()
        evening = evening_of_nine(club)
        at = club.at
    outcomes = at_once(app, *[lambda: draw_tables(at, request(), evening, 0, method="random") for _ in range(4)])
    assert sum(isinstance(one, Recorded) for one in outcomes) == 1
    refused = [one for one in outcomes if isinstance(one, Refused)]
    assert [refusal.code for one in refused for refusal in one.refusals] == ["drawn_meanwhile"] * 3
    with app.app_context():
        assert len(club.record.game_nights[evening].draws) == 1


def test_a_table_started_on_several_phones_at_once_has_one_game(app: Flask) -> None:
    with app.app_context():
        club = found()
        club.season()
        evening = evening_of_nine(club)
        draw_tables(club.at, request(), evening, 0, method="random")
        at, table = club.at, club.record.game_nights[evening].tables[0]
    asked = TableRequest(3, evening, table.since, table.position, 1)
    outcomes = at_once(app, *[lambda: start_table(at, asked) for _ in range(5)])
    started = [one for one in outcomes if isinstance(one, TableStarted)]
    assert len(started) == 5
    assert len({one.uid for one in started}) == 1
    assert sum(one.new for one in started) == 1
    with app.app_context():
        assert db.session.query(Game).count() == 1
        assert len(game_rows.games_of_night(db.session(), club.id, evening)) == 1


def test_a_table_that_is_started_while_it_is_moved_is_one_or_the_other(app: Flask) -> None:
    with app.app_context():
        club = found()
        evening = evening_of_nine(club)
        draw_tables(club.at, request(), evening, 0, method="random")
        at, drawn = club.at, club.record.game_nights[evening]
        table = drawn.tables[0]
    swap = ("swap", table.seats.A, drawn.draws[-1].sitting_out[0])
    outcomes = at_once(
        app,
        lambda: start_table(at, TableRequest(3, evening, table.since, table.position, 1)),
        lambda: change_tables(at, request(), evening, drawn.last_draw, swap),  # type: ignore[arg-type]  # a swap
    )
    assert sum(isinstance(one, Refused) for one in outcomes) == 1


def test_a_table_that_is_started_while_its_evening_is_called_off_leaves_no_game_without_one(app: Flask) -> None:
    with app.app_context():
        club = found()
        evening = evening_of_nine(club)
        draw_tables(club.at, request(), evening, 0, method="random")
        at, table = club.at, club.record.game_nights[evening].tables[0]
        number = club.id
    outcomes = at_once(
        app,
        lambda: start_table(at, TableRequest(3, evening, table.since, table.position, 1)),
        lambda: record_club_entry(number, Command.of_member(str(uuid.uuid4()), 3, {"take_back": evening})),
    )
    refused = [refusal.code for one in outcomes if isinstance(one, Refused) for refusal in one.refusals]
    assert refused in (["evening_has_games"], ["unknown_evening"])


def test_an_evening_stays_as_long_as_games_of_it_count(app: Flask) -> None:
    with app.app_context():
        club = found()
        evening, game = club.say("evening", {"on": DAY}), played(1)
        club.count(game, [3, None, None, None], evening=evening)
        moved = club.say("evening", {"on": "2026-11-29", "instead": evening})
        assert club.refused("take_back", evening) == {"evening_has_games"}
        club.say("take_back", moved)
        club.withdraw(game)
        club.say("take_back", evening)
        assert not club.record.game_nights


def test_who_may_not_start_games_leaves_none_behind(app: Flask) -> None:
    with app.app_context():
        club = found()
        evening = evening_of_nine(club)
        draw_tables(club.at, request(), evening, 0, method="random")
        table = club.record.game_nights[evening].tables[0]
        member = club.members["Carine"]
        outcome = start_table(club.at, TableRequest(member, evening, table.since, table.position, 1))
        assert not isinstance(outcome, TableStarted)
        assert db.session.query(Game).count() == 0
