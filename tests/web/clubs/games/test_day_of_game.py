"""The day of an added game, and the game night that it belongs to."""

from datetime import UTC, date, datetime, timedelta

import pytest

from tests.support.clubs.club import Clock, set_clock
from tests.support.clubs.club_nights import ClubNight
from tests.support.pages import start
from tests.support.whole_games import whole_game
from trexscore.commands.clock import today

PLAYER_NAMES = ["Basil", "Carine", "Dani", "Elias"]


def test_game_after_midnight_belongs_to_night_before(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, Clock(datetime(2026, 11, 23, 1, 30).astimezone(UTC)))
    file = whole_game("standard", 1, PLAYER_NAMES)
    game = start(night.site, *file.pop("deals"), **file)
    page = night.scorer.send(night.scorer.get(night.club_path("/games/new")), "/games/new", link=f"/g/{game.read}")
    fields = page.fields(f"/from/{game.read}")
    assert (fields["on"], fields["evening"]) == ("2026-11-22", str(night.game_night))


def test_form_offers_game_nights_nearby(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, Clock(datetime(2026, 11, 22, 20, 30).astimezone(UTC)))
    file = whole_game("standard", 1, PLAYER_NAMES)
    game = start(night.site, *file.pop("deals"), **file)
    page = night.scorer.send(night.scorer.get(night.club_path("/games/new")), "/games/new", link=f"/g/{game.read}")
    club_page = night.scorer.send(page, f"/from/{game.read}")
    with night.app_context():
        for day in ("2026-10-01", "2020-01-01"):
            night.club.add_entry("evening", {"on": day})
    select = night.scorer.get(f"{club_page.path}/seats").root.find_one("select", name="evening")
    options_text = " ".join(option.text for option in select.find("option"))
    assert "1 October" in options_text
    assert "2020" not in options_text


def test_day_different_from_game_night_is_reported(night: ClubNight) -> None:
    file = whole_game("standard", 1, PLAYER_NAMES)
    game = start(night.site, *file.pop("deals"), **file)
    page = night.scorer.send(night.scorer.get(night.club_path("/games/new")), "/games/new", link=f"/g/{game.read}")
    fields = {"on": "2026-03-05", "evening": str(night.game_night)}
    club_page = night.scorer.send(page, f"/from/{game.read}", **fields)
    assert "counts for 5 March 2026, but its game night is on 22 November 2026" in club_page.text
    page = night.scorer.get(f"{club_page.path}/seats")
    assert "but its game night is on" not in night.scorer.send(page, "/seats", on="2026-11-22").text


@pytest.mark.parametrize(("days", "is_reported"), [(0, False), (1, False), (2, True), (400, True)])
def test_future_day_is_reported(night: ClubNight, days: int, is_reported: bool) -> None:  # noqa: FBT001
    file = whole_game("standard", 1, PLAYER_NAMES)
    game = start(night.site, *file.pop("deals"), **file)
    page = night.scorer.send(night.scorer.get(night.club_path("/games/new")), "/games/new", link=f"/g/{game.read}")
    day = (today() + timedelta(days)).isoformat()
    assert (
        "which is in the future" in night.scorer.send(page, f"/from/{game.read}", on=day, evening="").text
    ) == is_reported


@pytest.mark.parametrize(("deals", "is_offered"), [(20, False), (7, True)])
def test_only_unfinished_game_can_be_abandoned(night: ClubNight, deals: int, is_offered: bool) -> None:  # noqa: FBT001
    file = whole_game("standard", 1, PLAYER_NAMES)
    game = start(night.site, *file.pop("deals")[:deals], **file)
    page = night.scorer.send(night.scorer.get(night.club_path("/games/new")), "/games/new", link=f"/g/{game.read}")
    assert ("Treat it as abandoned" in page.text) == is_offered


def test_imported_files_default_to_current_night(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trexscore.web.clubs.imports.routes.current_night_date", lambda _zone: date(2026, 11, 22))
    page = night.scorer.get(night.club_path("/games/import"))
    assert page.fields("/games/import")["on"] == "2026-11-22"
