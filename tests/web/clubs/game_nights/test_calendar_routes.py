"""Game nights as calendar files: format, changes, cancellations, and access."""

import re
from datetime import UTC, date, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.support.clubs.club_nights import ClubNight
from tests.support.pages import Phone
from trexscore.commands.clubs.links import create_club_link
from trexscore.web.clubs.game_nights import calendar_routes as calendar
from trexscore.web.clubs.game_nights.ics import CalendarEvent, calendar_text


def lines(text: str) -> list[str]:
    """The unfolded lines of a calendar file."""
    return text.replace("\r\n ", "").split("\r\n")


def events_by_day(night: ClubNight, phone: Phone | None = None) -> dict[str, dict[str, str]]:
    """The events by day."""
    response = (phone or night.member).client.get(night.club_path("/game-nights.ics"))
    assert response.status_code == 200
    assert response.mimetype == "text/calendar"
    events: dict[str, dict[str, str]] = {}
    for part in response.text.split("BEGIN:VEVENT")[1:]:
        event = dict(line.split(":", 1) for line in lines(part.split("END:VEVENT")[0]) if ":" in line)
        events[next(value for name, value in event.items() if name.startswith("DTSTART"))] = event
    return events


def test_calendar_event_has_local_time(night: ClubNight) -> None:
    ((start, event),) = events_by_day(night).items()
    assert start == "20261122T203000"
    assert (event["LOCATION"], event["STATUS"], event["SEQUENCE"]) == ("Café Central", "CONFIRMED", "0")


def test_changed_game_night_keeps_its_event(night: ClubNight) -> None:
    (event_before,) = events_by_day(night).values()
    night.scorer.send(night.scorer.get(night.path("/edit")), "/edit", on="2026-12-01", at="")
    ((start, event_after),) = events_by_day(night).items()
    assert start == "20261201"
    assert (event_after["UID"], event_after["SEQUENCE"]) == (event_before["UID"], "1")


def test_cancelled_game_night_stays_as_cancelled(night: ClubNight) -> None:
    (event_before,) = events_by_day(night).values()
    night.scorer.send(night.scorer.get(night.path("/edit")), "/cancel")
    (event_after,) = events_by_day(night).values()
    assert (event_after["UID"], event_after["STATUS"], event_after["SEQUENCE"]) == (
        event_before["UID"],
        "CANCELLED",
        "1",
    )


def test_calendar_holds_latest_game_nights(night: ClubNight, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calendar, "_MAX_GAME_NIGHTS", 2)
    for day in ("2026-12-02", "2025-01-01", "2026-12-01"):
        with night.app_context():
            night.club.add_entry("evening", {"on": day})
    assert [*events_by_day(night)] == ["20261201", "20261202"]


def test_calendar_link_opens_calendar_only(night: ClubNight) -> None:
    with night.app_context() as club:
        token, screen_token, read_token = (
            create_club_link(club.id, permission) for permission in ("calendar", "screen", "read")
        )
    program = Phone(night.site)
    assert program.client.get(f"/calendar/{token}.ics").text.startswith("BEGIN:VCALENDAR\r\n")
    for wrong_token in (screen_token, read_token, night.club.uid, "x"):
        assert program.get(f"/calendar/{wrong_token}.ics").status == 404
    assert night.club.uid not in program.client.get(f"/calendar/{token}.ics").text


def test_members_see_calendar_link(night: ClubNight) -> None:
    with night.app_context() as club:
        token = create_club_link(club.id, "calendar")
    assert f"/calendar/{token}.ics" in night.member.get(night.club_path("/game-nights")).text


@example(text="x" * 200, cancelled=False)
@example(text="نادي تركس، القدس; \U0001f0bb " * 8, cancelled=True)
@given(text=st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=200), cancelled=st.booleans())
def test_calendar_lines_are_folded_losslessly(text: str, cancelled: bool) -> None:  # noqa: FBT001
    event = CalendarEvent(
        "1@x", 0, datetime(2026, 1, 1, tzinfo=UTC), date(2026, 1, 2), "20:30", "Club", text, text, cancelled
    )
    calendar_file = calendar_text(text, [event])
    assert all(len(line.encode()) <= 75 for line in calendar_file.split("\r\n"))
    assert "\n" not in calendar_file.replace("\r\n", "")
    location_lines = [line.removeprefix("LOCATION:") for line in lines(calendar_file) if line.startswith("LOCATION:")]
    assert [re.sub(r"\\(.)", r"\1", line) for line in location_lines] == ([text] if text else [])
