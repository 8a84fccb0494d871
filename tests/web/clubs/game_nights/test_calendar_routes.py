"""Evenings in calendars: well-formed lines, changes and cancellations that programs notice, and who may read them."""

import re
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.clubs.rooms import Room
from tests.support.pages import Phone
from trexscore.commands.clubs.links import create_club_link
from trexscore.web.clubs.game_nights import calendar_routes as calendar
from trexscore.web.clubs.game_nights.ics import Event, calendar_text


def lines(text: str) -> list[str]:
    """Unfolded, as a program reads it."""
    return text.replace("\r\n ", "").split("\r\n")


def read(room: Room, phone: Phone | None = None) -> dict[str, dict[str, str]]:
    """The events by their day."""
    answer = (phone or room.member).client.get(room.in_club("/game-nights.ics"))
    assert answer.status_code == 200
    assert answer.mimetype == "text/calendar"
    events: dict[str, dict[str, str]] = {}
    for part in answer.text.split("BEGIN:VEVENT")[1:]:
        event = dict(line.split(":", 1) for line in lines(part.split("END:VEVENT")[0]) if ":" in line)
        events[next(value for name, value in event.items() if name.startswith("DTSTART"))] = event
    return events


def test_an_evening_is_an_event_at_its_own_time_of_day(room: Room) -> None:
    ((start, event),) = read(room).items()
    assert start == "20261122T203000"
    assert (event["LOCATION"], event["STATUS"], event["SEQUENCE"]) == ("Café Central", "CONFIRMED", "0")


def test_a_change_keeps_the_event_and_counts_up(room: Room) -> None:
    (before,) = read(room).values()
    room.scorer.send(room.scorer.get(room.path("/edit")), "/edit", on="2026-12-01", at="")
    ((start, after),) = read(room).items()
    assert start == "20261201"
    assert (after["UID"], after["SEQUENCE"]) == (before["UID"], "1")


def test_an_evening_that_is_taken_back_is_cancelled_and_not_forgotten(room: Room) -> None:
    (before,) = read(room).values()
    room.scorer.send(room.scorer.get(room.path("/edit")), "/cancel")
    (after,) = read(room).values()
    assert (after["UID"], after["STATUS"], after["SEQUENCE"]) == (before["UID"], "CANCELLED", "1")


def test_a_calendar_holds_the_latest_evenings(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calendar, "_MOST", 2)
    for on in ("2026-12-02", "2025-01-01", "2026-12-01"):
        with room.inside():
            room.club.say("evening", {"on": on})
    assert [*read(room)] == ["20261201", "20261202"]


def test_a_program_reads_by_the_clubs_link_and_by_no_other(room: Room) -> None:
    with room.inside() as club:
        token, screen, reads = (create_club_link(club.id, may) for may in ("calendar", "screen", "read"))
    program = Phone(room.site)
    assert program.client.get(f"/calendar/{token}.ics").text.startswith("BEGIN:VCALENDAR\r\n")
    for wrong in (screen, reads, room.club.uid, "x"):
        assert program.get(f"/calendar/{wrong}.ics").status == 404
    assert room.club.uid not in program.client.get(f"/calendar/{token}.ics").text


def test_members_are_shown_the_address_that_programs_follow(room: Room) -> None:
    with room.inside() as club:
        token = create_club_link(club.id, "calendar")
    assert f"/calendar/{token}.ics" in room.member.get(room.in_club("/game-nights")).text


@given(st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=200), st.booleans())
def test_whatever_is_written_comes_out_of_lines_of_75_octets_as_it_was(text: str, cancelled: bool) -> None:  # noqa: FBT001
    event = Event("1@x", 0, datetime(2026, 1, 1, tzinfo=UTC), date(2026, 1, 2), "20:30", "Club", text, text, cancelled)
    said = calendar_text(text, [event])
    assert all(len(line.encode()) <= 75 for line in said.split("\r\n"))
    assert "\n" not in said.replace("\r\n", "")
    found = [line.removeprefix("LOCATION:") for line in lines(said) if line.startswith("LOCATION:")]
    assert [re.sub(r"\\(.)", r"\1", one) for one in found] == ([text] if text else [])
