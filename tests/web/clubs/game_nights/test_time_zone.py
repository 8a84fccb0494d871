"""A club’s time zone decides its days, the end of its game nights, and the times of its entries."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from tests.support.clubs.rooms import Room, play_a_table, table
from trexscore.club.record import Settings, find_zone
from trexscore.commands import clock

BEIRUT = ZoneInfo("Asia/Beirut")
AUCKLAND = "Pacific/Auckland"


def say_zone(room: Room, zone: str) -> None:
    form = room.owner.get(room.in_club("/settings"))
    assert room.owner.send(form, "/settings", zone=zone).status == 200


def test_days_are_those_of_the_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    class Moment(datetime):
        @classmethod
        def now(cls, tz: object = None) -> "Moment":
            assert tz is UTC
            return cls(2026, 11, 22, 22, 30, tzinfo=UTC)

    monkeypatch.setattr(clock, "datetime", Moment)
    assert clock.today(BEIRUT) == date(2026, 11, 23)
    assert clock.today(UTC) == date(2026, 11, 22)
    assert clock.current_night(BEIRUT) == date(2026, 11, 22)
    assert clock.current_night(ZoneInfo(AUCKLAND)) == date(2026, 11, 23)


def test_day_ends_at_midnight_of_the_zone() -> None:
    assert clock.end_of(date(2026, 11, 22), BEIRUT) == "2026-11-22T21:59:59.999Z"
    assert clock.end_of(date(2026, 7, 1), BEIRUT) == "2026-07-01T20:59:59.999Z"


def test_day_of_two_midnight_hours_ends_with_the_second() -> None:
    assert clock.end_of(date(2026, 10, 24), BEIRUT) == "2026-10-24T21:59:59.999Z"


def test_zone_is_chosen_in_the_settings(room: Room) -> None:
    say_zone(room, AUCKLAND)
    with room.inside() as club:
        assert club.record.settings.zone_name == AUCKLAND
        assert club.record.settings.zone == ZoneInfo(AUCKLAND)
    page = room.owner.get(room.in_club("/settings"))
    assert page.fields("/settings")["zone"] == AUCKLAND
    assert f"Time zone: {AUCKLAND}" in room.owner.get(room.in_club("/history")).text
    say_zone(room, "")
    with room.inside() as club:
        assert club.record.settings.zone is None


def test_unknown_zone_is_the_servers() -> None:
    assert find_zone("Mars/Olympus") is None
    assert Settings("Club", zone_name="Mars/Olympus").zone is None


def test_zone_has_to_look_like_one(room: Room) -> None:
    with room.inside() as club:
        for zone in ("../../etc/passwd", "a b", 3, ""):
            said = {"name": "Club", "shows": "nothing", "zone": zone}
            assert club.refused("settings", said) == {"unknown_choice"}


def test_times_of_pages_follow_the_zone(room: Room) -> None:
    played = play_a_table(room)
    say_zone(room, "Asia/Kathmandu")  # 5:45 ahead of UTC: no server of these tests stands there
    said = datetime.now(ZoneInfo("Asia/Kathmandu")).strftime("%H:")
    change_log = table(room, rest="/changes").root.find("p", class_="change__when")
    assert all(said in one.text for one in change_log)
    assert said in room.owner.get(played.path("write", "/history")).text
    assert "UTC+05:45" in table(room).text


def test_calendar_names_the_zone(room: Room) -> None:
    say_zone(room, "Asia/Beirut")
    assert "X-WR-TIMEZONE:Asia/Beirut\r\n" in room.owner.client.get(room.in_club("/game-nights.ics")).text
