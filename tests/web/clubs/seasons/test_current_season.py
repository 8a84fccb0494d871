"""The current season: marked in the list and shown on the club's page, until its last night ends."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from tests.support.clubs.club_nights import ClubNight
from trexscore.commands import clock


def test_running_seasons_are_marked(night: ClubNight) -> None:
    with night.app_context() as club:
        for name, begins, ends in (
            ("Players", "2000-01-01", "2999-12-31"),
            ("Pairs", "2000-01-01", "2999-12-31"),
            ("Long ago", "2000-01-01", "2001-12-31"),
        ):
            club.create_season(name=name, **{"from": begins, "until": ends})
    rows = night.member.get(night.club_path("/seasons")).root.find("a", class_="row--tall")
    running_names = {
        row.find_one("span", class_="row__title").text for row in rows if row.find("span", class_="season__current")
    }
    assert {"Players", "Pairs"} <= running_names
    assert "Long ago" not in running_names


@pytest.mark.parametrize(("hour", "current", "other"), [(1, "Ending", "Beginning"), (7, "Beginning", "Ending")])
def test_season_of_last_night_is_current_until_the_night_ends(
    night: ClubNight, monkeypatch: pytest.MonkeyPatch, hour: int, current: str, other: str
) -> None:
    """Games after midnight still count in the season of their night."""
    night.owner.send(night.owner.get(night.club_path("/settings")), "/settings", zone="America/Sao_Paulo")
    with night.app_context() as club:
        club.create_season(name="Ending", **{"from": "2033-03-01", "until": "2033-03-29"})
        club.create_season(name="Beginning", **{"from": "2033-03-30", "until": "2033-04-30"})
    now = datetime(2033, 3, 30, hour, tzinfo=ZoneInfo("America/Sao_Paulo")).astimezone(UTC)

    class Moment(datetime):
        @classmethod
        def now(cls, tz: object = None) -> "Moment":
            assert tz is UTC
            return cls.combine(now.date(), now.timetz())

    monkeypatch.setattr(clock, "datetime", Moment)
    front_page = night.owner.get(night.club_path()).root.text
    assert current in front_page
    assert other not in front_page
    seasons_page = night.owner.get(night.club_path("/seasons")).root
    assert [
        row.find_one("span", class_="row__title").text
        for row in seasons_page.find("a", class_="row")
        if "Current season" in row.text
    ] == [current]
