"""A club that is taken in beside others who write: in short steps, found by nobody before the last."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from flask import Flask
from sqlalchemy import select

from tests.support.clubs.arriving import ROWS, behind_the_ratings, clubs_hold, rows_of_clubs, written_in_steps
from tests.support.clubs.club import ClubHere, account, found, four, played, tell
from tests.support.clubs.files import bring, exported
from tests.support.databases import both_databases
from trexscore.commands.club_files import stage_import as make_arriving
from trexscore.commands.league.verify import verify_clubs
from trexscore.commands.recording import Recorded
from trexscore.db import batches as in_steps
from trexscore.db.clubs import staged_imports as arriving
from trexscore.db.clubs.clubs import find_club, read_member_accounts
from trexscore.db.clubs.models import Club, ClubGame
from trexscore.db.clubs.staged_imports import LONGEST_IMPORT_SECONDS, delete_staged_clubs
from trexscore.db.models import db

LAST = {"game", "game_link", "club", "club_game", "club_link", "membership", "account_link"}
"""What the step writes in which a club is shown: little for each game, and nothing that follows from them."""
ADJUSTED = {"adjustment": {"A": 5, "B": -5}, "reason": "agreed"}


@pytest.mark.usefixtures("small_steps")
def test_no_step_writes_many_rows_and_the_last_none_that_are_derived(file: bytes, elsewhere: Flask) -> None:
    with elsewhere.app_context():
        owner = account()
        with written_in_steps() as steps:
            club = ClubHere(bring(file, owner).uid)
        (last,) = (step for step in steps if step["club_game"])
        derived = [step for step in steps if step.keys() - LAST - {"game_entry", "game_state"}]
        assert len(derived) > 20
        assert {*last} <= LAST
        assert last.total() <= 10 * 3
        assert (
            max(
                rows
                for step in derived
                for table, rows in step.items()
                if table not in {"game_rating", "current_rating"}
            )
            == ROWS
        )
        assert all(step["game_rating"] <= 8 for step in steps), "the ratings of one game, alone and in pairs"
        assert clubs_hold()
        assert exported(club) == file


@both_databases
@pytest.mark.usefixtures("small_steps")
def test_between_any_two_steps_another_writes_and_finds_no_club(
    file: bytes, elsewhere: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another thread with a connection of its own gets its turn behind every step; it would wait for ten seconds."""
    with elsewhere.app_context():
        owner, game = account(), played(1)
    turn, done = threading.Semaphore(0), threading.Semaphore(0)
    seen: list[object] = []
    importing = threading.get_ident()

    def paused(_seconds: float) -> None:
        assert threading.get_ident() == importing
        turn.release()
        assert done.acquire(timeout=30)

    def keep_score() -> None:
        while turn.acquire(timeout=30) and not over.is_set():
            with elsewhere.app_context():
                seen.append(tell(game, ADJUSTED))
                seen.extend(db.session.scalars(select(ClubGame.uid)))
                seen.extend(db.session.scalars(select(Club.uid).where(arriving.IS_NOT_STAGED)))
            done.release()

    over = threading.Event()
    monkeypatch.setattr(in_steps, "time", SimpleNamespace(sleep=paused))
    with ThreadPoolExecutor(1) as beside:
        keeping = beside.submit(keep_score)
        try:
            with elsewhere.app_context():
                uid = bring(file, owner).uid
        finally:
            over.set()
            turn.release()
        keeping.result(timeout=30)
    assert len(seen) > 20
    assert all(isinstance(one, Recorded) for one in seen), "a club was found before it was whole"
    with elsewhere.app_context():
        assert exported(ClubHere(uid)) == file
        assert clubs_hold()


@pytest.mark.usefixtures("small_steps")
def test_an_import_that_fails_leaves_no_club_and_can_be_done_again(
    file: bytes, elsewhere: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with elsewhere.app_context():
        owner = account()
        behind_the_ratings(monkeypatch, lambda: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            bring(file, owner)
        assert rows_of_clubs() == 0
        assert exported(ClubHere(bring(file, owner).uid)) == file
        assert clubs_hold()


@both_databases
@pytest.mark.usefixtures("small_steps")
def test_what_a_killed_import_leaves_is_found_by_nobody_and_goes_with_a_later_one(
    file: bytes, elsewhere: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with elsewhere.app_context():
        owner = account()
        behind_the_ratings(monkeypatch, lambda: 1 // 0)
        with monkeypatch.context() as killed:
            killed.setattr(make_arriving, "delete_staged_club", lambda _: None)
            killed.setattr(arriving, "time", SimpleNamespace(time=lambda: time.time() - LONGEST_IMPORT_SECONDS - 60))
            with pytest.raises(ZeroDivisionError):
                bring(file, owner)
        left = rows_of_clubs()
        assert left > 100
        assert [*verify_clubs()] == []
        delete_staged_clubs(time.time() - LONGEST_IMPORT_SECONDS - 120)
        assert rows_of_clubs() == left, "it might still be on its way"
        uid = bring(file, owner).uid
        assert list(db.session.scalars(select(Club.uid))) == [uid]
        assert read_member_accounts(db.session(), ClubHere(uid).id) == {3: owner}
        assert clubs_hold()


def test_a_game_that_goes_on_while_a_club_that_counts_it_is_taken_in_counts_as_it_is(
    home: Flask, elsewhere: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with home.app_context():
        first, second = found(account()), found(account())
        game = played(1)
        season = 0
        for club in (first, second):
            season = club.season()
            club.count(game, four(club))
        files = [exported(first), exported(second)]
    with elsewhere.app_context():
        bring(files[0], account())
        points: list[int] = []
        behind_the_ratings(
            monkeypatch, lambda: points.append(1) if isinstance(tell(game, ADJUSTED), Recorded) else None
        )
        bring(files[1], account())
        assert points == [1]
        assert clubs_hold()
        here = [ClubHere(club.uid) for club in (first, second)]
        assert here[0].points(season) == here[1].points(season)


@both_databases
def test_of_two_who_bring_the_same_club_one_finds_it_there(
    file: bytes, elsewhere: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with elsewhere.app_context():
        first, second = account(), account()
        behind_the_ratings(monkeypatch, lambda: bring(file, first))
        brought = bring(file, second)
        assert brought.previous_state == "same"
        assert list(db.session.scalars(select(Club.uid))) == [brought.uid]
        assert read_member_accounts(db.session(), ClubHere(brought.uid).id) == {3: first}
        assert clubs_hold()


def test_an_import_whose_club_was_taken_away_on_its_way_begins_again(
    file: bytes, elsewhere: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with elsewhere.app_context():
        behind_the_ratings(monkeypatch, lambda: delete_staged_clubs(time.time() + 60))
        uid = bring(file, account()).uid
        assert find_club(uid) is not None
        assert list(db.session.scalars(select(Club.uid))) == [uid]
        assert clubs_hold()
