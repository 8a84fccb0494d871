"""One phone abandons a game while another changes its seats: both changes are saved."""

import threading
import uuid
from functools import partial
from typing import Any

import pytest
from flask import Flask

from tests.commands.clubs.test_concurrent_entries import run_concurrently
from tests.support.clubs.club import DAY, SiteClub, all_clubs_are_valid, four_members, game_id, new_club, play_game
from trexscore.club.counted_game import CountedGame
from trexscore.commands.clubs import count_game
from trexscore.commands.clubs.count_game import (
    CountDraft,
    SeatHolder,
    count_or_correct_game,
    mark_abandoned_or_continued,
)
from trexscore.commands.clubs.create_club import OWNER_MEMBER_NUMBER
from trexscore.commands.recording import Command, NotAllowed, Recorded
from trexscore.db.clubs.counted_games import ClubGameRow, find_game_row
from trexscore.db.models import db
from trexscore.ledger.entry_refusal import EntryRefusal
from trexscore.rules.seats import BySeat


def make_request(member: int = OWNER_MEMBER_NUMBER) -> Command:
    return Command.of_member(str(uuid.uuid4()), member)


def counted(club: SiteClub, game: str) -> CountedGame:
    db.session.rollback()
    row = find_game_row(db.session(), club.id, game)
    assert row is not None
    assert row.counted_game_in_original_seats is not None
    return row.counted_game_in_original_seats


def seats(
    members: list[int | None], overrides: tuple[str, ...] = (), shown_overrides: tuple[str, ...] | None = ()
) -> CountDraft:
    members_by_seat: BySeat[SeatHolder] = BySeat(*members)
    return CountDraft(members_by_seat, members_by_seat, DAY, None, None, overrides, shown_overrides)


@pytest.mark.parametrize("is_continued", [False, True])
def test_seats_change_while_game_is_abandoned(
    app: Flask, monkeypatch: pytest.MonkeyPatch, *, is_continued: bool
) -> None:
    """The seats are saved after the request to abandon the game arrives, and before its entry is written."""
    with app.app_context():
        club = new_club()
        members: list[int | None] = [*four_members(club)]
        game = play_game(1, deals=7)
        overrides = ("unfinished",) if is_continued else ()
        club.count_game(game, members, although=[*overrides])
        club_at, number = club.club_head, game_id(game)
        rotated_members = [*members[1:], members[0]]
    requested, seats_saved = threading.Event(), threading.Event()
    original_write = count_game.write_transaction  # type: ignore[attr-defined]  # called first by the action

    def delayed_write() -> Any:  # noqa: ANN401 - handed on
        requested.set()
        assert seats_saved.wait(timeout=30)
        return original_write()

    def change_seats() -> Any:  # noqa: ANN401 - any result
        assert requested.wait(timeout=30)
        counted_result = count_or_correct_game(
            club_at, make_request(), number, seats(rotated_members, overrides, overrides)
        )
        seats_saved.set()
        return counted_result

    monkeypatch.setattr(count_game, "write_transaction", delayed_write)
    written, counted_result = run_concurrently(
        app,
        partial(mark_abandoned_or_continued, club_at.id, make_request(), number, is_continued=is_continued),
        change_seats,
    )
    assert isinstance(written, Recorded)
    assert isinstance(counted_result, ClubGameRow)
    with app.app_context():
        now = counted(club, game)
        assert [*now.credited_member_numbers] == rotated_members
        assert now.overridden_obstacles == (frozenset() if is_continued else {"unfinished"})
        assert all_clubs_are_valid()


def test_concurrent_seats_and_abandoning_are_both_saved(app: Flask) -> None:
    with app.app_context():
        club = new_club()
        members: list[int | None] = [*four_members(club)]
        games = [play_game(1, deals=7) for _ in range(6)]
        for game in games:
            club.count_game(game, members)
        club_at, rotated_members = club.club_head, [*members[1:], members[0]]
        numbers = [game_id(game) for game in games]
    for number in numbers:
        run_concurrently(
            app,
            partial(mark_abandoned_or_continued, club_at.id, make_request(), number, is_continued=False),
            partial(count_or_correct_game, club_at, make_request(), number, seats(rotated_members)),
        )
    with app.app_context():
        for game in games:
            assert [*counted(club, game).credited_member_numbers] == rotated_members
            assert counted(club, game).overridden_obstacles == {"unfinished"}
        assert all_clubs_are_valid()


@pytest.mark.usefixtures("app_context")
def test_stale_form_changes_only_its_own_ticks() -> None:
    club = new_club()
    members: list[int | None] = [*four_members(club)]
    game = play_game(1, deals=7)
    club.count_game(game, members, although=["house_rules"])
    assert mark_abandoned_or_continued(club.id, make_request(), game_id(game), is_continued=False) is not None
    for overrides, shown_overrides, expected in (
        (("house_rules",), ("house_rules",), {"house_rules", "unfinished"}),
        ((), ("house_rules",), {"unfinished"}),
        (("not_agreed",), (), {"unfinished", "not_agreed"}),
        (("not_agreed",), ("unfinished", "not_agreed"), {"not_agreed"}),
        (("house_rules",), None, {"house_rules"}),
    ):
        assert isinstance(
            count_or_correct_game(
                club.club_head, make_request(), game_id(game), seats(members, overrides, shown_overrides)
            ),
            ClubGameRow,
        )
        assert counted(club, game).overridden_obstacles == expected


@pytest.mark.usefixtures("app_context")
def test_repeated_abandoning_saves_nothing() -> None:
    club = new_club()
    members: list[int | None] = [*four_members(club)]
    game = play_game(1, deals=7)
    club.count_game(game, members)
    number, seq = game_id(game), club.club_head.seq
    assert mark_abandoned_or_continued(club.id, make_request(), number, is_continued=True) is None
    assert isinstance(
        mark_abandoned_or_continued(club.id, make_request(members[1] or 0), number, is_continued=False), NotAllowed
    )
    assert club.club_head.seq == seq
    assert isinstance(mark_abandoned_or_continued(club.id, make_request(), number, is_continued=False), Recorded)
    assert mark_abandoned_or_continued(club.id, make_request(), number, is_continued=False) is None
    club.exclude_game(game)
    assert isinstance(mark_abandoned_or_continued(club.id, make_request(), number, is_continued=True), EntryRefusal)
