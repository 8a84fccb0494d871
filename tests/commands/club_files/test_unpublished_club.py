"""A club is imported in short steps while others write, and is visible only after the last step."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from flask import Flask
from sqlalchemy import select

from tests.support.clubs.club import SiteClub, four_members, new_account, new_club, play_game, submit_entry
from tests.support.clubs.files import export_club, import_file
from tests.support.clubs.unpublished_clubs import (
    ROWS,
    before_publishing,
    clubs_are_valid,
    count_club_rows,
    rows_per_transaction,
)
from tests.support.databases import both_databases
from trexscore.commands.club_files import unpublished_club
from trexscore.commands.league.verify_clubs import verify_clubs
from trexscore.commands.recording import Recorded
from trexscore.db import batches
from trexscore.db.clubs import hidden_clubs
from trexscore.db.clubs.clubs import find_club_head, read_account_ids_by_member
from trexscore.db.clubs.hidden_clubs import MAX_IMPORT_SECONDS, delete_hidden_clubs
from trexscore.db.clubs.models import Club, ClubGame
from trexscore.db.models import db

LAST_STEP_TABLES = {"game", "game_link", "club", "club_game", "club_link", "membership", "account_link"}
"""The tables written in the step that publishes a club: few rows per game, and no derived ones."""
ADJUSTMENT = {"adjustment": {"A": 5, "B": -5}, "reason": "agreed"}


@pytest.mark.usefixtures("small_steps")
def test_import_writes_in_small_steps(club_file: bytes, target_site: Flask) -> None:
    with target_site.app_context():
        owner = new_account()
        with rows_per_transaction() as steps:
            club = SiteClub(import_file(club_file, owner).uid)
        (last,) = (step for step in steps if step["club_game"])
        derived = [step for step in steps if step.keys() - LAST_STEP_TABLES - {"game_entry", "game_state"}]
        assert len(derived) > 20
        assert {*last} <= LAST_STEP_TABLES
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
        assert all(step["game_rating"] <= 8 for step in steps), (
            "a step writes the ratings of one game only, of players and of pairs"
        )
        assert clubs_are_valid()
        assert export_club(club) == club_file


@both_databases
@pytest.mark.usefixtures("small_steps")
def test_import_lets_others_write_between_steps(
    club_file: bytes, target_site: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another thread with its own connection writes between two steps; otherwise it would wait ten seconds."""
    with target_site.app_context():
        owner, game = new_account(), play_game(1)
    turn, written = threading.Semaphore(0), threading.Semaphore(0)
    results: list[object] = []
    importing = threading.get_ident()

    def wait_for_writer(_seconds: float) -> None:
        assert threading.get_ident() == importing
        turn.release()
        assert written.acquire(timeout=30)

    def record_entries() -> None:
        while turn.acquire(timeout=30) and not finished.is_set():
            with target_site.app_context():
                results.append(submit_entry(game, ADJUSTMENT))
                results.extend(db.session.scalars(select(ClubGame.uid)))
                results.extend(db.session.scalars(select(Club.uid).where(hidden_clubs.IS_NOT_HIDDEN)))
            written.release()

    finished = threading.Event()
    monkeypatch.setattr(batches, "time", SimpleNamespace(sleep=wait_for_writer))
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(record_entries)
        try:
            with target_site.app_context():
                uid = import_file(club_file, owner).uid
        finally:
            finished.set()
            turn.release()
        future.result(timeout=30)
    assert len(results) > 20
    assert all(isinstance(result, Recorded) for result in results), (
        "the club was visible before its import was complete"
    )
    with target_site.app_context():
        assert export_club(SiteClub(uid)) == club_file
        assert clubs_are_valid()


@pytest.mark.usefixtures("small_steps")
def test_failed_import_leaves_no_club_and_is_repeated(
    club_file: bytes, target_site: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with target_site.app_context():
        owner = new_account()
        before_publishing(monkeypatch, lambda: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            import_file(club_file, owner)
        assert count_club_rows() == 0
        assert export_club(SiteClub(import_file(club_file, owner).uid)) == club_file
        assert clubs_are_valid()


@both_databases
@pytest.mark.usefixtures("small_steps")
def test_killed_import_is_cleaned_up_by_later_one(
    club_file: bytes, target_site: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with target_site.app_context():
        owner = new_account()
        before_publishing(monkeypatch, lambda: 1 // 0)
        with monkeypatch.context() as patch:
            patch.setattr(unpublished_club, "delete_hidden_club", lambda _: None)
            patch.setattr(hidden_clubs, "time", SimpleNamespace(time=lambda: time.time() - MAX_IMPORT_SECONDS - 60))
            with pytest.raises(ZeroDivisionError):
                import_file(club_file, owner)
        row_count = count_club_rows()
        assert row_count > 100
        assert [*verify_clubs()] == []
        delete_hidden_clubs(time.time() - MAX_IMPORT_SECONDS - 120)
        assert count_club_rows() == row_count, "the import may still be running"
        uid = import_file(club_file, owner).uid
        assert list(db.session.scalars(select(Club.uid))) == [uid]
        assert read_account_ids_by_member(db.session(), SiteClub(uid).id) == {3: owner}
        assert clubs_are_valid()


def test_game_continued_during_import_counts_as_it_is(
    source_site: Flask, target_site: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with source_site.app_context():
        first, second = new_club(new_account()), new_club(new_account())
        game = play_game(1)
        season = 0
        for club in (first, second):
            season = club.create_season()
            club.count_game(game, four_members(club))
        files = [export_club(first), export_club(second)]
    with target_site.app_context():
        import_file(files[0], new_account())
        recorded: list[int] = []
        before_publishing(
            monkeypatch, lambda: recorded.append(1) if isinstance(submit_entry(game, ADJUSTMENT), Recorded) else None
        )
        import_file(files[1], new_account())
        assert recorded == [1]
        assert clubs_are_valid()
        imported_clubs = [SiteClub(club.uid) for club in (first, second)]
        assert imported_clubs[0].points(season) == imported_clubs[1].points(season)


@both_databases
def test_concurrent_imports_make_one_club(
    club_file: bytes, target_site: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with target_site.app_context():
        first, second = new_account(), new_account()
        before_publishing(monkeypatch, lambda: import_file(club_file, first))
        imported = import_file(club_file, second)
        assert imported.club_comparison == "same"
        assert list(db.session.scalars(select(Club.uid))) == [imported.uid]
        assert read_account_ids_by_member(db.session(), SiteClub(imported.uid).id) == {3: first}
        assert clubs_are_valid()


def test_import_restarts_when_unpublished_club_is_deleted(
    club_file: bytes, target_site: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with target_site.app_context():
        before_publishing(monkeypatch, lambda: delete_hidden_clubs(time.time() + 60))
        uid = import_file(club_file, new_account()).uid
        assert find_club_head(uid) is not None
        assert list(db.session.scalars(select(Club.uid))) == [uid]
        assert clubs_are_valid()
