"""Deleting a club removes every row of it, and its games stay complete."""

import uuid
from functools import partial
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select, text

from tests.commands.clubs.test_concurrent_entries import run_concurrently
from tests.support.clubs.club import (
    SiteClub,
    all_clubs_are_valid,
    deal_of_game,
    four_members,
    game_id,
    new_account,
    new_club,
    play_game,
    submit_entry,
)
from tests.support.clubs.deletion import all_games, delete_club_as, invalid_games, store_link
from tests.support.clubs.files import eventful_club, export_club
from tests.support.databases import both_databases
from trexscore.commands.accounts import delete_account
from trexscore.commands.clubs import delete_club as delete_club_module
from trexscore.commands.clubs.create_club import OWNER_MEMBER_NUMBER
from trexscore.commands.clubs.delete_club import HasPossibleHeirs, NotTheOwner, delete_club
from trexscore.commands.clubs.import_games import begin_import
from trexscore.commands.clubs.links import create_club_link
from trexscore.commands.game_nights.attendance import replace_reply
from trexscore.commands.game_nights.table_codes import show_table_codes
from trexscore.commands.recording import Recorded
from trexscore.db import game_states
from trexscore.db.clubs.clubs import (
    disconnect_accounts,
    find_club_head,
    list_account_clubs,
    read_account_ids_by_member,
    read_link_access,
)
from trexscore.db.clubs.name_requests import replace_name_request
from trexscore.db.deletion import lock_club_games
from trexscore.db.game_links import read_token_scope
from trexscore.db.journals import CLUBS, JournalGone
from trexscore.db.league.statistics_backlog import mark_statistics_due
from trexscore.db.models import Base, db
from trexscore.db.transactions import write_transaction

pytestmark = both_databases

CLUB_TABLES = [table for table in Base.metadata.sorted_tables if "club_id" in table.c or table.name == "club"]


def count_club_rows() -> dict[str, int]:
    """The number of rows in every table about clubs."""
    db.session.rollback()
    return {table.name: db.session.scalar(select(func.count()).select_from(table)) or 0 for table in CLUB_TABLES}


def full_club(owner: int) -> SiteClub:
    """A club with a row in every table about clubs."""
    club = eventful_club(owner)
    with write_transaction() as session:
        session.execute(text("INSERT INTO rating_backlog (club_id, sort_key) VALUES (:club, 'x')"), {"club": club.id})
        replace_name_request(session, club.id, owner, OWNER_MEMBER_NUMBER, "2026-11-22T18:00:00.000Z")
    show_table_codes(club.club_head, 1, [str(uuid.uuid4())])
    begin_import(club.id, str(uuid.uuid4()), "2026-11-22")
    replace_reply(club.id, 1, OWNER_MEMBER_NUMBER, is_attending=True)
    create_club_link(club.id, "join")
    return club


@pytest.mark.usefixtures("app_context")
def test_deleted_club_leaves_no_rows_and_others_stay() -> None:
    other, shared = eventful_club(), play_game(1)
    other.count_game(shared, [OWNER_MEMBER_NUMBER, None, None, None])
    before, file = count_club_rows(), export_club(other)
    club = full_club(new_account())
    own = all_games(club)[0]
    club.count_game(shared, [OWNER_MEMBER_NUMBER, None, None, None])
    with write_transaction() as session:
        mark_statistics_due(session, club.id, game_id(shared))
    assert [name for name, rows in count_club_rows().items() if rows == before[name]] == []
    assert (in_club(shared), in_club(own)) == (True, True)
    delete_club_as(club)
    assert (count_club_rows(), export_club(other)) == (before, file)
    assert find_club_head(club.uid) is None
    assert (in_club(shared), in_club(own)) == (True, False)
    assert all_clubs_are_valid()
    assert invalid_games() == []


@pytest.mark.usefixtures("app_context")
def test_deleting_only_club_empties_tables() -> None:
    club = full_club(new_account())
    delete_club_as(club)
    assert set(count_club_rows().values()) == {0}
    assert db.session.scalar(text("SELECT count(*) FROM game WHERE in_club")) == 0


@pytest.mark.usefixtures("app_context")
def test_game_of_deleted_club_continues_by_its_links() -> None:
    club = new_club()
    game = play_game(1, deals=19)
    token = store_link(club, game, exclusive=False)
    club.count_game(game, four_members(club))
    invitation = create_club_link(club.id, "join")
    delete_club_as(club)
    scope = read_token_scope(token)
    assert scope is not None
    assert (scope.permission, scope.in_club) == ("own", False)
    assert isinstance(submit_entry(game, deal_of_game(1, 19)), Recorded)
    assert read_link_access(invitation, "join", "2026-11-22T18:00:00.000Z") is None
    assert invalid_games() == []


@pytest.mark.usefixtures("app_context")
def test_club_is_deleted_by_owner_without_other_accounts() -> None:
    club, other_account = new_club(), new_account("Dana")
    dana, admin = club.join("Dana", "member", other_account), club.join("Adele", "admin", new_account("Adele"))
    for number in (dana, admin):
        with pytest.raises(NotTheOwner):
            delete_club_as(club, number)
    with pytest.raises(NotTheOwner):
        delete_club(club.id, new_account("Stranger"), str(uuid.uuid4()))
    with pytest.raises(HasPossibleHeirs):
        delete_club_as(club)
    again = club.join("Basil at work", "member", new_account())
    with write_transaction() as session:
        disconnect_accounts(session, club.id, (dana, admin))
    with pytest.raises(HasPossibleHeirs):
        delete_club_as(club)
    club.merge_members(again, OWNER_MEMBER_NUMBER)  # another name of the owner
    delete_club_as(club)
    assert find_club_head(club.uid) is None


@pytest.mark.usefixtures("app_context")
def test_former_member_does_not_block_deletion() -> None:
    owner, other_account = new_account(), new_account("Dana")
    club = new_club(owner)
    dana = club.join("Dana", "member", other_account)
    club.add_entry("left", {"member": dana})
    delete_club_as(club)
    for account_id in (owner, other_account):
        delete_account(account_id)
    assert db.session.scalar(text("SELECT count(*) FROM account")) == 0


@pytest.mark.usefixtures("app_context")
def test_deletion_removes_owner_name_from_games() -> None:
    club, games = new_club(owner="Player A"), [play_game(1), play_game(2)]
    names_before = [state.players for state in states_of(games)]
    for uid in games:
        club.count_game(uid, [OWNER_MEMBER_NUMBER, None, None, None])
    delete_club_as(club, removes_owner_name=True)
    names_after = [state.players for state in states_of(games)]
    assert names_after == [[None, *names[1:]] for names in names_before]
    assert invalid_games() == []


@pytest.mark.usefixtures("app_context")
def test_account_is_deleted_while_club_is_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    owner = new_account()
    club = new_club(owner)
    clubs = list_account_clubs(owner)
    delete_club_as(club)
    monkeypatch.setattr("trexscore.commands.accounts.list_account_clubs", lambda _account: clubs)
    delete_account(owner)
    assert db.session.scalar(text("SELECT count(*) FROM account")) == 0


def test_concurrent_deletions_delete_once(app: Flask) -> None:
    with app.app_context():
        club = new_club()
        club.count_game(play_game(1), four_members(club))
        club_id, owner = club.id, read_account_ids_by_member(db.session(), club.id)[OWNER_MEMBER_NUMBER]

    def try_to_delete() -> bool:
        try:
            delete_club(club_id, owner, str(uuid.uuid4()))
        except JournalGone:
            return False
        return True

    assert sorted(run_concurrently(app, try_to_delete, try_to_delete)) == [False, True]
    with app.app_context():
        assert set(count_club_rows().values()) == {0}


def test_club_is_deleted_during_concurrent_entries(app: Flask) -> None:
    with app.app_context():
        club = new_club()
        members = four_members(club)
        games = [play_game(1, deals=19) for _ in range(4)]
        late_game = play_game(2)
        for game in games:
            club.count_game(game, members)
        club_id, owner = club.id, read_account_ids_by_member(db.session(), club.id)[OWNER_MEMBER_NUMBER]

    def finds_club_gone(task: Any) -> bool:  # noqa: ANN401 - any call
        try:
            task()
        except (JournalGone, AssertionError):
            return True
        return False

    last = deal_of_game(1, 19)
    written = run_concurrently(
        app,
        *(partial(submit_entry, game, last) for game in games),
        partial(finds_club_gone, partial(delete_club, club_id, owner, str(uuid.uuid4()))),
        partial(finds_club_gone, partial(club.count_game, late_game, members)),
        partial(finds_club_gone, partial(club.join, "Late")),
    )[:4]
    assert all(isinstance(result, Recorded) for result in written)
    with app.app_context():
        assert set(count_club_rows().values()) == {0}
        assert [in_club(game) for game in (*games, late_game)] == [False] * 5
        assert invalid_games() == []


def test_game_counted_meanwhile_is_locked_too(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game is counted between reading the games and locking the club."""
    with app.app_context():
        club = new_club()
        members = four_members(club)
        games = [play_game(1), play_game(2)]
        club.count_game(games[0], members)
        original_lock = lock_club_games
        locked: list[frozenset[int]] = []

        def lock_fewer_first(session: Any, club_id: int) -> frozenset[int]:  # noqa: ANN401 - handed on
            game_ids = original_lock(session, club_id)
            locked.append(game_ids if locked else game_ids - {game_id(games[0])})
            return locked[-1]

        monkeypatch.setattr(delete_club_module, "lock_club_games", lock_fewer_first)
        delete_club_as(club)
        assert locked == [frozenset(), frozenset({game_id(games[0])})]
        assert find_club_head(club.uid) is None


def test_deletion_locks_games_before_club(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    for name in ("lock_club_games", "read_ever_counted_game_ids"):
        monkeypatch.setattr(delete_club_module, name, record_call(calls, name, getattr(delete_club_module, name)))
    monkeypatch.setattr(type(CLUBS), "lock", record_call(calls, "club", type(CLUBS).lock))
    with app.app_context():
        club = new_club()
        calls.clear()
        delete_club_as(club)
    assert calls == ["lock_club_games", "club", "read_ever_counted_game_ids"]


def record_call(calls: list[str], name: str, function: Any) -> Any:  # noqa: ANN401 - handed on
    def record_and_call(*args: Any) -> Any:  # noqa: ANN401 - as above
        calls.append(name)
        return function(*args)

    return record_and_call


def in_club(uid: str) -> bool:
    db.session.rollback()
    return bool(db.session.scalar(text("SELECT in_club FROM game WHERE uid = :uid"), {"uid": uid}))


def states_of(uids: list[str]) -> list[Any]:
    db.session.rollback()
    numbers = [game_id(uid) for uid in uids]
    states = game_states.read_states_by_game(numbers)
    return [states[number] for number in numbers]
