"""A club’s time zone determines its days, the end of its game nights, and the times of its entries."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from tests.support.clubs.club_nights import ClubNight, play_table, season_page
from tests.support.clubs.tables import json_table
from trexscore.club.record import ClubSettings, find_time_zone
from trexscore.commands import clock

BEIRUT = ZoneInfo("Asia/Beirut")
AUCKLAND = "Pacific/Auckland"


def choose_zone(night: ClubNight, zone: str) -> None:
    form = night.owner.get(night.club_path("/settings"))
    assert night.owner.send(form, "/settings", zone=zone).status == 200


def test_today_follows_time_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    class Moment(datetime):
        @classmethod
        def now(cls, tz: object = None) -> "Moment":
            assert tz is UTC
            return cls(2026, 11, 22, 22, 30, tzinfo=UTC)

    monkeypatch.setattr(clock, "datetime", Moment)
    assert clock.today(BEIRUT) == date(2026, 11, 23)
    assert clock.today(UTC) == date(2026, 11, 22)
    assert clock.current_night_date(BEIRUT) == date(2026, 11, 22)
    assert clock.current_night_date(ZoneInfo(AUCKLAND)) == date(2026, 11, 23)


def test_day_ends_at_midnight_of_time_zone() -> None:
    assert clock.last_timestamp_of_day(date(2026, 11, 22), BEIRUT) == "2026-11-22T21:59:59.999Z"
    assert clock.last_timestamp_of_day(date(2026, 7, 1), BEIRUT) == "2026-07-01T20:59:59.999Z"


def test_day_with_two_midnights_ends_with_second() -> None:
    assert clock.last_timestamp_of_day(date(2026, 10, 24), BEIRUT) == "2026-10-24T21:59:59.999Z"


def test_time_zone_is_chosen_in_settings(night: ClubNight) -> None:
    choose_zone(night, AUCKLAND)
    with night.app_context() as club:
        assert club.record.settings.zone_name == AUCKLAND
        assert club.record.settings.zone == ZoneInfo(AUCKLAND)
    page = night.owner.get(night.club_path("/settings"))
    assert page.fields("/settings")["zone"] == AUCKLAND
    assert f"Time zone: {AUCKLAND}" in night.owner.get(night.club_path("/history")).text
    choose_zone(night, "")
    with night.app_context() as club:
        assert club.record.settings.zone is None


def test_member_joins_on_day_of_time_zone(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    choose_zone(night, "Asia/Beirut")
    monkeypatch.setattr("trexscore.commands.clubs.record_entry.current_timestamp", lambda: "2097-11-22T22:30:00.000Z")
    with night.app_context() as club:
        club.join("Karim")
    rows = json_table(night.owner, night.club_path("/data/json/members"))["rows"]
    assert next(row["joined"] for row in rows if row["name"] == "Karim") == "2097-11-23"


def test_unknown_time_zone_is_the_servers() -> None:
    assert find_time_zone("Mars/Olympus") is None
    assert ClubSettings("Club", zone_name="Mars/Olympus").zone is None


def test_malformed_time_zone_is_refused(night: ClubNight) -> None:
    with night.app_context() as club:
        for zone in ("../../etc/passwd", "a b", 3, ""):
            content = {"name": "Club", "shows": "nothing", "zone": zone}
            assert club.refusal_codes("settings", content) == {"unknown_choice"}


def test_times_on_pages_follow_time_zone(night: ClubNight) -> None:
    table = play_table(night)
    choose_zone(night, "Asia/Kathmandu")  # 5:45 ahead of UTC: no test server uses this zone
    hour = datetime.now(ZoneInfo("Asia/Kathmandu")).strftime("%H:")
    time_nodes = season_page(night, suffix="/changes").root.find("p", class_="change__when")
    assert all(hour in node.text for node in time_nodes)
    assert hour in night.owner.get(table.path("write", "/history")).text
    assert "UTC+05:45" in season_page(night).text


def test_calendar_names_time_zone(night: ClubNight) -> None:
    choose_zone(night, "Asia/Beirut")
    assert "X-WR-TIMEZONE:Asia/Beirut\r\n" in night.owner.client.get(night.club_path("/game-nights.ics")).text
