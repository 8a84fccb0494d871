"""When a past day ends: by the clock of where the server stands, for every way of asking for its standings."""

import time
from datetime import UTC, date, datetime
from typing import Any

import pytest

from tests.support.club_rooms import Room, count, table
from tests.support.clubs import Clock, set_clock
from trexscore.actions.clock import end_of

pytestmark = pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone of a process cannot be changed here")


@pytest.mark.parametrize(("zone", "known"), [("AMT-3", 0), ("UTC0", 4), ("EST5", 4)])
def test_page_file_and_interface_end_a_day_by_the_same_clock(
    room: Room, monkeypatch: pytest.MonkeyPatch, zone: str, known: int
) -> None:
    clock = Clock(datetime(2030, 1, 11, 12, tzinfo=UTC))
    set_clock(monkeypatch, clock)
    with room.inside() as club:
        club.say("settings", {"name": "Trex at Basil’s", "shows": "standings"})
    clock.moment = datetime(2030, 1, 11, 21, 30, tzinfo=UTC)
    count(room, 1, "Basil", "Elias", "Farah", "Ghassan")
    monkeypatch.setattr("trexscore.web.pages.clubs.standings.asked_day", date.fromisoformat)
    with monkeypatch.context() as patch:
        patch.setenv("TZ", zone)
        time.tzset()
        day = "?on=2030-01-11"
        page = len(table(room, rest=day).root.find("tr", class_="league__line"))
        file: Any = room.owner.client.get(room.in_club(f"/data/json/standings/{room.season}{day}")).json
        said: Any = room.stranger.client.get(f"/api/clubs/{room.club.uid}/seasons/{room.season}{day}").json
    time.tzset()
    assert (page, len(file["rows"]), len(said["rows"])) == (known, known, known)


def test_the_hour_before_midnight_that_comes_twice_where_summer_ends_belongs_to_its_day(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "EET-2EEST,M3.5.0/0,M10.5.0/0")
        time.tzset()
        ends = [end_of(date(2026, *day)) for day in ((3, 28), (3, 29), (10, 23), (10, 24), (10, 25))]
    time.tzset()
    assert ends == [
        "2026-03-28T21:59:59.999Z",
        "2026-03-29T20:59:59.999Z",
        "2026-10-23T20:59:59.999Z",
        "2026-10-24T21:59:59.999Z",
        "2026-10-25T21:59:59.999Z",
    ]
