"""Of two phones at once one breaks a game off and the other puts its seats right: what both have said is written."""

import threading
import uuid
from functools import partial
from typing import Any

import pytest
from flask import Flask

from tests.commands.clubs.test_two_at_once import at_once
from tests.support.clubs.club import DAY, ClubHere, found, four, game_id, holds, played
from trexscore.club.counted_game import CountedGame
from trexscore.commands.clubs import abandon_game as breaking
from trexscore.commands.clubs.abandon_game import set_abandoned
from trexscore.commands.clubs.count_game import CountDraft, CountResult, SeatHolder, count_club_game
from trexscore.commands.clubs.create_club import OWNER
from trexscore.commands.recording import Command, NotAllowed, Recorded
from trexscore.db.clubs.counted_games import find_game_row
from trexscore.db.models import db
from trexscore.ledger.verdict import Refused
from trexscore.rules.seats import BySeat


def asked(by: int = OWNER) -> Command:
    return Command.of_member(str(uuid.uuid4()), by)


def counted(club: ClubHere, game: str) -> CountedGame:
    db.session.rollback()
    row = find_game_row(db.session(), club.id, game)
    assert row is not None
    assert row.stored_count is not None
    return row.stored_count


def seats(members: list[int | None], although: tuple[str, ...] = (), shown: tuple[str, ...] | None = ()) -> CountDraft:
    four_of: BySeat[SeatHolder] = BySeat(*members)
    return CountDraft(four_of, four_of, DAY, None, None, although, shown)


@pytest.mark.parametrize("broken", [False, True])
def test_one_changes_seats_while_the_other_breaks_the_game_off(
    app: Flask, monkeypatch: pytest.MonkeyPatch, *, broken: bool
) -> None:
    """Whoever breaks it off has opened the page and pressed; before that is written, the seats are."""
    with app.app_context():
        club = found()
        members: list[int | None] = [*four(club)]
        game = played(1, deals=7)
        let = ("unfinished",) if broken else ()
        club.count(game, members, although=[*let])
        club_at, number = club.at, game_id(game)
        turned = [*members[1:], members[0]]
    pressed, seated = threading.Event(), threading.Event()
    writing = breaking.write_transaction  # type: ignore[attr-defined]  # what the action itself begins with

    def late() -> Any:  # noqa: ANN401 - handed on
        pressed.set()
        assert seated.wait(timeout=30)
        return writing()

    def change() -> Any:  # noqa: ANN401 - what comes of it
        assert pressed.wait(timeout=30)
        booked = count_club_game(club_at, asked(), number, seats(turned, let, let))
        seated.set()
        return booked

    monkeypatch.setattr(breaking, "write_transaction", late)
    written, booked = at_once(app, partial(set_abandoned, club_at.id, asked(), number, is_continued=broken), change)
    assert isinstance(written, Recorded)
    assert isinstance(booked, CountResult)
    with app.app_context():
        now = counted(club, game)
        assert [*now.members] == turned
        assert now.overrides == (frozenset() if broken else {"unfinished"})
        assert holds()


def test_however_it_falls_out_nobody_loses_their_word(app: Flask) -> None:
    with app.app_context():
        club = found()
        members: list[int | None] = [*four(club)]
        games = [played(1, deals=7) for _ in range(6)]
        for game in games:
            club.count(game, members)
        club_at, turned = club.at, [*members[1:], members[0]]
        numbers = [game_id(game) for game in games]
    for number in numbers:
        at_once(
            app,
            partial(set_abandoned, club_at.id, asked(), number, is_continued=False),
            partial(count_club_game, club_at, asked(), number, seats(turned)),
        )
    with app.app_context():
        for game in games:
            assert [*counted(club, game).members] == turned
            assert counted(club, game).overrides == {"unfinished"}
        assert holds()


@pytest.mark.usefixtures("inside")
def test_a_form_from_before_undoes_only_what_is_ticked_otherwise_in_it() -> None:
    club = found()
    members: list[int | None] = [*four(club)]
    game = played(1, deals=7)
    club.count(game, members, although=["house_rules"])
    assert set_abandoned(club.id, asked(), game_id(game), is_continued=False) is not None
    for although, shown, left in (
        (("house_rules",), ("house_rules",), {"house_rules", "unfinished"}),
        ((), ("house_rules",), {"unfinished"}),
        (("not_agreed",), (), {"unfinished", "not_agreed"}),
        (("not_agreed",), ("unfinished", "not_agreed"), {"not_agreed"}),
        (("house_rules",), None, {"house_rules"}),
    ):
        assert isinstance(
            count_club_game(club.at, asked(), game_id(game), seats(members, although, shown)), CountResult
        )
        assert counted(club, game).overrides == left


@pytest.mark.usefixtures("inside")
def test_what_is_so_already_is_not_written_again_and_what_does_not_count_is_refused() -> None:
    club = found()
    members: list[int | None] = [*four(club)]
    game = played(1, deals=7)
    club.count(game, members)
    number, seq = game_id(game), club.at.seq
    assert set_abandoned(club.id, asked(), number, is_continued=True) is None
    assert isinstance(set_abandoned(club.id, asked(members[1] or 0), number, is_continued=False), NotAllowed)
    assert club.at.seq == seq
    assert isinstance(set_abandoned(club.id, asked(), number, is_continued=False), Recorded)
    assert set_abandoned(club.id, asked(), number, is_continued=False) is None
    club.withdraw(game)
    assert isinstance(set_abandoned(club.id, asked(), number, is_continued=True), Refused)
