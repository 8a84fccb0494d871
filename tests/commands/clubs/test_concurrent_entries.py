"""Concurrent entries are all saved without deadlocks, and the standings are correct afterwards."""

import threading
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from flask import Flask

from tests.support.clubs.club import (
    DAY,
    SiteClub,
    all_clubs_are_valid,
    deal_of_game,
    four_members,
    game_id,
    new_club,
    play_game,
    submit_entry,
    totals_of_whole_game,
)
from tests.support.databases import both_databases
from trexscore.commands.clubs.create_club import OWNER_MEMBER_NUMBER
from trexscore.commands.clubs.record_entry import record_club_entry
from trexscore.commands.league import apply_entries
from trexscore.commands.league.rebuild import rebuild_club
from trexscore.commands.recording import Command, Recorded
from trexscore.db.journals import CLUBS, GAMES
from trexscore.db.models import db
from trexscore.db.transactions import write_transaction
from trexscore.ledger.entry_refusal import EntryRefusal

pytestmark = both_databases

Task = Callable[[], Any]


def run_concurrently(app: Flask, *tasks: Task) -> list[Any]:
    """The results of tasks that start at the same time, each on a connection of its own."""
    barrier = threading.Barrier(len(tasks))

    def run(task: Task) -> Any:  # noqa: ANN401 - any result
        with app.app_context():
            db.session().connection()
            db.session.rollback()
            barrier.wait(timeout=30)
            return task()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return [future.result(timeout=60) for future in [pool.submit(run, task) for task in tasks]]


def test_game_counted_during_its_last_deal_counts(app: Flask) -> None:
    with app.app_context():
        club = new_club()
        members = four_members(club)
        season = club.create_season()
        games = [play_game(1, deals=19) for _ in range(6)]
    last = deal_of_game(1, 19)
    for game in games:
        counted, written = run_concurrently(
            app, partial(club.count_game, game, members), partial(submit_entry, game, last)
        )
        assert isinstance(written, Recorded)
        assert counted
    with app.app_context():
        assert all_clubs_are_valid()
        assert club.points(season) == {
            member: 6 * points for member, points in zip(members, totals_of_whole_game(1), strict=True)
        }


def test_games_end_while_members_are_merged(app: Flask) -> None:
    with app.app_context():
        club = new_club()
        members = four_members(club)
        duplicates = [club.join(f"Carine {number}") for number in range(4)]
        season = club.create_season()
        finished, unfinished = list[str](), list[str]()
        for duplicate in duplicates:
            for games, deals in ((finished, 20), (unfinished, 19)):
                games.append(play_game(1, deals=deals))
                club.count_game(games[-1], [members[0], duplicate, *members[2:]])
    last = deal_of_game(1, 19)
    for game, duplicate in zip(unfinished, duplicates, strict=True):
        merged, written = run_concurrently(
            app, partial(club.merge_members, duplicate, members[1]), partial(submit_entry, game, last)
        )
        assert isinstance(written, Recorded)
        assert merged
    with app.app_context():
        assert all_clubs_are_valid()
        assert club.points(season) == {
            member: 8 * points for member, points in zip(members, totals_of_whole_game(1), strict=True)
        }


def test_game_and_club_entries_do_not_deadlock(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """The club counts a game again while another writer holds the game and waits for the club."""
    with app.app_context():
        if db.engine.dialect.name != "postgresql":
            pytest.skip("SQLite allows only one writer at a time.")
        club = new_club()
        members = four_members(club)
        duplicate = club.join("Carin")
        season = club.create_season()
        game = play_game(1, deals=19)
        club.count_game(game, [members[0], duplicate, *members[2:]], although=["unfinished"])
    game_is_locked, merge_has_begun = threading.Event(), threading.Event()
    original_game_apply = apply_entries.apply_game_entry

    def wait_and_apply(*args: Any) -> None:  # noqa: ANN401 - handed on
        game_is_locked.set()
        assert merge_has_begun.wait(timeout=30)
        original_game_apply(*args)

    original_club_apply = apply_entries.apply_club_entry

    def signal_and_apply(*args: Any) -> None:  # noqa: ANN401 - handed on
        merge_has_begun.set()
        original_club_apply(*args)

    monkeypatch.setattr("trexscore.commands.games.record_entry.apply_game_entry", wait_and_apply)
    monkeypatch.setattr("trexscore.commands.clubs.record_entry.apply_club_entry", signal_and_apply)

    def merge() -> int:
        assert game_is_locked.wait(timeout=30)
        return club.merge_members(duplicate, members[1])

    written, merged = run_concurrently(app, lambda: submit_entry(game, deal_of_game(1, 19)), merge)
    assert isinstance(written, Recorded)
    assert merged
    monkeypatch.undo()
    with app.app_context():
        assert all_clubs_are_valid()
        assert club.points(season) == dict(zip(members, totals_of_whole_game(1), strict=True))


def test_concurrent_draws_refuse_the_second(app: Flask) -> None:
    with app.app_context():
        club = new_club()
        members = four_members(club)
        game_night = club.add_entry("evening", {"on": DAY})
        club.add_entry("arrived", {"evening": game_night, "members": members})
    content = {"evening": game_night, "behind": 0, "method": "by_hand", "seed": 1, "sitting_out": []}
    result, other_result = run_concurrently(
        app,
        lambda: club.submit("drawn", content | {"tables": [members]}),
        lambda: club.submit("drawn", content | {"tables": [members[::-1]]}),
    )
    recorded, refused = (result, other_result) if isinstance(result, Recorded) else (other_result, result)
    assert isinstance(recorded, Recorded)
    assert isinstance(refused, EntryRefusal)
    assert [refusal.code for refusal in refused.refusals] == ["drawn_meanwhile"]
    with app.app_context():
        assert len(club.record.game_nights[game_night].draws) == 1


def test_same_key_concurrently_is_saved_once(app: Flask) -> None:
    with app.app_context():
        club = new_club()
        members = four_members(club)
        season = club.create_season()
        games = [play_game(1) for _ in range(4)]
        club_id = club.id
    for game in games:
        content = {"uid": game, "seats": dict(zip("ABCD", members, strict=True)), "on": DAY}
        request = Command.of_member(str(uuid.uuid4()), OWNER_MEMBER_NUMBER, {"game": content})
        results = run_concurrently(app, *[partial(record_club_entry, club_id, request)] * 3)
        assert [isinstance(result, Recorded) for result in results] == [True] * 3
        assert len({result.seq for result in results}) == 1
        assert [result.is_new for result in results].count(True) == 1
    with app.app_context():
        assert all_clubs_are_valid()
        assert {tally.games for tally in club.tally_by_player(season).values()} == {len(games)}


def test_many_concurrent_entries_lose_nothing(app: Flask) -> None:
    """Games are counted, finished, excluded, merged and rebuilt; journals and derived rows agree."""
    with app.app_context():
        club = new_club()
        members = four_members(club)
        duplicate = club.join("Carin")
        season = club.create_season()
        games = [play_game(1, deals=19) for _ in range(4)]
        for game in games:
            club.count_game(game, [members[0], duplicate, *members[2:]])
        club_id = club.id
    last = deal_of_game(1, 19)

    def merge_and_separate() -> None:
        for _ in range(3):
            club.add_entry("take_back", club.merge_members(duplicate, members[1]))

    def change_dates() -> None:
        for until in ("2026-06-30", "2026-12-31"):
            club.change_season(season, until=until)

    def rebuild() -> None:
        for _ in range(2):
            with write_transaction() as session:
                rebuild_club(session, club_id)

    results = run_concurrently(
        app, *(partial(submit_entry, game, last) for game in games), merge_and_separate, change_dates, rebuild
    )[:4]
    assert all(isinstance(result, Recorded) for result in results)
    with app.app_context():
        assert all_clubs_are_valid()
        players = [members[0], duplicate, *members[2:]]
        assert club.points(season) == {
            member: 4 * points for member, points in zip(players, totals_of_whole_game(1), strict=True)
        }


def test_games_are_locked_before_their_club(app: Flask) -> None:
    """No transaction locks a club and then a game."""
    with app.app_context():
        club: SiteClub = new_club()
        members = four_members(club)
        games = [play_game(1), play_game(2)]
        club_id, ids = club.id, [game_id(game) for game in games]
    locked: list[tuple[str, int]] = []
    original_lock = type(GAMES).lock

    def record_lock(journals: Any, session: Any, number: int) -> Any:  # noqa: ANN401 - handed on
        locked.append((journals.heads.name, number))
        return original_lock(journals, session, number)

    with app.app_context(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(GAMES), "lock", record_lock)
        club.count_game(games[0], members)
        submit_entry(games[0], {"adjustment": {"A": 5, "B": -5}, "reason": "agreed"})
        club.exclude_game(games[0])
    assert locked == [(GAMES.heads.name, ids[0]), (CLUBS.heads.name, club_id)] * 3
