"""The day of a game that is brought in, and the evening that it is of."""

from datetime import UTC, date, datetime, timedelta

import pytest

from tests.support.clubs.club import Clock, set_clock
from tests.support.clubs.rooms import Room
from tests.support.pages import start
from tests.support.whole_games import whole_game
from trexscore.commands.clock import today

OURS = ["Basil", "Carine", "Dani", "Elias"]


def test_a_game_begun_after_midnight_is_of_the_evening_before(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, Clock(datetime(2026, 11, 23, 1, 30).astimezone(UTC)))
    file = whole_game("standard", 1, OURS)
    game = start(room.site, *file.pop("deals"), **file)
    page = room.scorer.send(room.scorer.get(room.in_club("/games/new")), "/games/new", link=f"/g/{game.read}")
    fields = page.fields(f"/from/{game.read}")
    assert (fields["on"], fields["evening"]) == ("2026-11-22", str(room.evening))


def test_whoever_gives_a_game_another_day_than_its_evening_is_told(room: Room) -> None:
    file = whole_game("standard", 1, OURS)
    game = start(room.site, *file.pop("deals"), **file)
    page = room.scorer.send(room.scorer.get(room.in_club("/games/new")), "/games/new", link=f"/g/{game.read}")
    said = {"on": "2026-03-05", "evening": str(room.evening)}
    brought = room.scorer.send(page, f"/from/{game.read}", **said)
    assert "counts for 5 March 2026, but its game night is on 22 November 2026" in brought.text
    page = room.scorer.get(f"{brought.path}/seats")
    assert "but its game night is on" not in room.scorer.send(page, "/seats", on="2026-11-22").text


@pytest.mark.parametrize(("days", "is_told"), [(0, False), (1, False), (2, True), (400, True)])
def test_whoever_books_a_game_for_a_day_to_come_is_told(room: Room, days: int, is_told: bool) -> None:  # noqa: FBT001
    file = whole_game("standard", 1, OURS)
    game = start(room.site, *file.pop("deals"), **file)
    page = room.scorer.send(room.scorer.get(room.in_club("/games/new")), "/games/new", link=f"/g/{game.read}")
    on = (today() + timedelta(days)).isoformat()
    assert ("which is in the future" in room.scorer.send(page, f"/from/{game.read}", on=on, evening="").text) == is_told


@pytest.mark.parametrize(("deals", "is_offered"), [(20, False), (7, True)])
def test_only_a_game_that_is_not_over_can_be_said_to_be_broken_off(room: Room, deals: int, is_offered: bool) -> None:  # noqa: FBT001
    file = whole_game("standard", 1, OURS)
    game = start(room.site, *file.pop("deals")[:deals], **file)
    page = room.scorer.send(room.scorer.get(room.in_club("/games/new")), "/games/new", link=f"/g/{game.read}")
    assert ("Treat it as abandoned" in page.text) == is_offered


def test_files_without_a_day_are_of_the_evening_that_is_not_over_yet(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trexscore.web.clubs.imports.routes.current_night", lambda _zone: date(2026, 11, 22))
    page = room.scorer.get(room.in_club("/games/import"))
    assert page.fields("/games/import")["on"] == "2026-11-22"
