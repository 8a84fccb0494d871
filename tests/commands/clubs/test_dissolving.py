"""A club is dissolved: every row of it goes, and its games stay whole."""

import uuid
from functools import partial
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select, text

from tests.commands.clubs.test_two_at_once import at_once
from tests.support.clubs.club import ClubHere, account, deal_of_game, found, four, game_id, holds, played, tell
from tests.support.clubs.dissolving import all_games, broken_games, dissolve, kept
from tests.support.clubs.files import exported, lively
from tests.support.databases import both_databases
from trexscore.commands.accounts import delete_account
from trexscore.commands.clubs import delete_club as dissolving
from trexscore.commands.clubs.create_club import OWNER
from trexscore.commands.clubs.delete_club import HasPossibleHeirs, NotTheOwner, delete_club
from trexscore.commands.clubs.links import create_club_link
from trexscore.commands.recording import Recorded
from trexscore.db import game_states as boards
from trexscore.db.clubs import game_imports as bringing
from trexscore.db.clubs.attendance_replies import store_reply
from trexscore.db.clubs.clubs import (
    disconnect_account,
    find_club,
    list_account_clubs,
    read_link_access,
    read_member_accounts,
)
from trexscore.db.clubs.deletion import lock_club_games
from trexscore.db.clubs.name_requests import store_name_request
from trexscore.db.clubs.table_codes import replace_table_codes
from trexscore.db.journals import CLUBS, JournalGone, write_transaction
from trexscore.db.league.statistics_backlog import mark_game_changed
from trexscore.db.models import Base, db
from trexscore.db.tokens import read_scope

pytestmark = both_databases

OF_CLUBS = [table for table in Base.metadata.sorted_tables if "club_id" in table.c or table.name == "club"]


def rows() -> dict[str, int]:
    """How many rows every table has that tells of clubs."""
    db.session.rollback()
    return {table.name: db.session.scalar(select(func.count()).select_from(table)) or 0 for table in OF_CLUBS}


def full(owner: int) -> ClubHere:
    """A club with a row in every table that tells of clubs."""
    club = lively(owner)
    with write_transaction() as session:
        bringing.begin_import(session, club.id, str(uuid.uuid4()), "2026-11-22T18:00:00.000Z", "2026-11-22")
        session.execute(text("INSERT INTO rating_backlog (club_id, sort_key) VALUES (:club, 'x')"), {"club": club.id})
        store_name_request(session, club.id, owner, OWNER, "2026-11-22T18:00:00.000Z")
        replace_table_codes(session, club.id, 1, [str(uuid.uuid4())], "2026-11-22T18:10:00.000Z")
    store_reply(club.id, 1, OWNER, comes=True)
    create_club_link(club.id, "join")
    return club


@pytest.mark.usefixtures("inside")
def test_nothing_of_a_dissolved_club_is_left_and_another_club_keeps_all_of_its_own() -> None:
    other, shared = lively(), played(1)
    other.count(shared, [OWNER, None, None, None])
    before, file = rows(), exported(other)
    club = full(account())
    own = all_games(club)[0]
    club.count(shared, [OWNER, None, None, None])
    with write_transaction() as session:
        mark_game_changed(session, club.id, game_id(shared))
    assert all(there > before[name] for name, there in rows().items())
    assert (in_club(shared), in_club(own)) == (True, True)
    dissolve(club)
    assert (rows(), exported(other)) == (before, file)
    assert find_club(club.uid) is None
    assert (in_club(shared), in_club(own)) == (True, False)
    assert holds()
    assert broken_games() == []


@pytest.mark.usefixtures("inside")
def test_a_club_that_was_alone_leaves_no_row_at_all() -> None:
    club = full(account())
    dissolve(club)
    assert set(rows().values()) == {0}
    assert db.session.scalar(text("SELECT count(*) FROM game WHERE in_club")) == 0


@pytest.mark.usefixtures("inside")
def test_a_game_goes_on_by_its_own_links() -> None:
    club = found()
    game = played(1, deals=19)
    token = kept(club, game, alone=False)
    club.count(game, four(club))
    invitation = create_club_link(club.id, "join")
    dissolve(club)
    scope = read_scope(token)
    assert scope is not None
    assert (scope.permission, scope.in_club) == ("own", False)
    assert isinstance(tell(game, deal_of_game(1, 19)), Recorded)
    assert read_link_access(invitation, "2026-11-22T18:00:00.000Z") is None
    assert broken_games() == []


@pytest.mark.usefixtures("inside")
def test_only_its_owner_dissolves_a_club_and_only_while_nobody_else_has_an_account_in_it() -> None:
    club, theirs = found(), account("Dana")
    dana, admin = club.join("Dana", "member", theirs), club.join("Adele", "admin", account("Adele"))
    for number in (dana, admin):
        with pytest.raises(NotTheOwner):
            dissolve(club, number)
    with pytest.raises(NotTheOwner):
        delete_club(club.id, account("Stranger"), str(uuid.uuid4()))
    with pytest.raises(HasPossibleHeirs):
        dissolve(club)
    again = club.join("Basil at work", "member", account())
    with write_transaction() as session:
        for number in (dana, admin):
            disconnect_account(session, club.id, number)
    with pytest.raises(HasPossibleHeirs):
        dissolve(club)
    club.merge(again, OWNER)  # it was the owner all the time
    dissolve(club)
    assert find_club(club.uid) is None


@pytest.mark.usefixtures("inside")
def test_whoever_has_left_hinders_nothing_and_the_owner_can_go_then() -> None:
    owner, theirs = account(), account("Dana")
    club = found(owner)
    dana = club.join("Dana", "member", theirs)
    club.say("left", {"member": dana})
    dissolve(club)
    for one in (owner, theirs):
        delete_account(one)
    assert db.session.scalar(text("SELECT count(*) FROM account")) == 0


@pytest.mark.usefixtures("inside")
def test_the_owner_goes_out_of_its_games_as_well_where_that_is_wanted() -> None:
    club, games = found(owner="Player A"), [played(1), played(2)]
    names = [one.players for one in states(games)]
    for uid in games:
        club.count(uid, [OWNER, None, None, None])
    dissolve(club, erasing=True)
    after = [one.players for one in states(games)]
    assert after == [[None, *four_of[1:]] for four_of in names]
    assert broken_games() == []


@pytest.mark.usefixtures("inside")
def test_an_account_goes_though_its_club_is_dissolved_at_that_very_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    owner = account()
    club = found(owner)
    there = list_account_clubs(owner)
    dissolve(club)
    monkeypatch.setattr("trexscore.commands.accounts.list_account_clubs", lambda _account: there)
    delete_account(owner)
    assert db.session.scalar(text("SELECT count(*) FROM account")) == 0


def test_of_two_who_dissolve_it_at_once_one_finds_it_gone(app: Flask) -> None:
    with app.app_context():
        club = found()
        club.count(played(1), four(club))
        club_id, owner = club.id, read_member_accounts(db.session(), club.id)[OWNER]

    def once() -> bool:
        try:
            delete_club(club_id, owner, str(uuid.uuid4()))
        except JournalGone:
            return False
        return True

    assert sorted(at_once(app, once, once)) == [False, True]
    with app.app_context():
        assert set(rows().values()) == {0}


def test_a_club_is_dissolved_while_games_are_written_counted_and_people_join(app: Flask) -> None:
    with app.app_context():
        club = found()
        members = four(club)
        games = [played(1, deals=19) for _ in range(4)]
        late = played(2)
        for game in games:
            club.count(game, members)
        club_id, owner = club.id, read_member_accounts(db.session(), club.id)[OWNER]

    def gone(work: Any) -> bool:  # noqa: ANN401 - what to do
        try:
            work()
        except (JournalGone, AssertionError):
            return True
        return False

    last = deal_of_game(1, 19)
    written = at_once(
        app,
        *(partial(tell, game, last) for game in games),
        partial(gone, partial(delete_club, club_id, owner, str(uuid.uuid4()))),
        partial(gone, partial(club.count, late, members)),
        partial(gone, partial(club.join, "Late")),
    )[:4]
    assert all(isinstance(one, Recorded) for one in written)
    with app.app_context():
        assert set(rows().values()) == {0}
        assert [in_club(game) for game in (*games, late)] == [False] * 5
        assert broken_games() == []


def test_a_game_that_is_counted_at_the_last_moment_is_locked_as_well(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between looking for the games and holding the club, somebody counts one."""
    with app.app_context():
        club = found()
        members = four(club)
        games = [played(1), played(2)]
        club.count(games[0], members)
        holding = lock_club_games
        held: list[frozenset[int]] = []

        def hold(session: Any, club_id: int) -> frozenset[int]:  # noqa: ANN401 - handed on
            found_now = holding(session, club_id)
            held.append(found_now if held else found_now - {game_id(games[0])})
            return held[-1]

        monkeypatch.setattr(dissolving, "lock_club_games", hold)
        dissolve(club)
        assert held == [frozenset(), frozenset({game_id(games[0])})]
        assert find_club(club.uid) is None


def test_nobody_who_dissolves_a_club_holds_it_before_its_games(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    for name in ("lock_club_games", "read_game_ids"):
        monkeypatch.setattr(dissolving, name, told(asked, name, getattr(dissolving, name)))
    monkeypatch.setattr(type(CLUBS), "lock", told(asked, "club", type(CLUBS).lock))
    with app.app_context():
        club = found()
        asked.clear()
        dissolve(club)
    assert asked == ["lock_club_games", "club", "read_game_ids"]


def told(asked: list[str], name: str, work: Any) -> Any:  # noqa: ANN401 - handed on
    def tells(*args: Any) -> Any:  # noqa: ANN401 - as above
        asked.append(name)
        return work(*args)

    return tells


def in_club(uid: str) -> bool:
    db.session.rollback()
    return bool(db.session.scalar(text("SELECT in_club FROM game WHERE uid = :uid"), {"uid": uid}))


def states(uids: list[str]) -> list[Any]:
    db.session.rollback()
    numbers = [game_id(uid) for uid in uids]
    found_now = boards.read_states(numbers)
    return [found_now[number] for number in numbers]
