"""Calendars in iCalendar format (RFC 5545)."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta
from typing import NamedTuple

_MAX_LINE_BYTES = 75
"""Octets, without the line break."""
GAME_NIGHT_ISO_DURATION = "PT3H"
"""Assumed length of a game night, as no end is planned: two games."""


class CalendarEvent(NamedTuple):
    """A game night in a calendar. `sequence` grows with each change; `changed_at` is the time of the latest, in UTC."""

    uid: str
    sequence: int
    changed_at: datetime
    day: date
    starts_at: str | None
    summary: str
    place: str = ""
    note: str = ""
    is_cancelled: bool = False
    url: str = ""


def calendar_text(calendar_name: str, events: Iterable[CalendarEvent], zone_name: str | None = None) -> str:
    """The text of a calendar.

    Times are floating, without a zone: 20:30 is 20:30 where the club plays, whatever the server's clock or daylight
    saving says. A calendar read elsewhere gets the club's time zone, if it has one.
    """
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Trex Score//Club//EN", "CALSCALE:GREGORIAN"]
    lines += ["METHOD:PUBLISH", _fold_line(f"X-WR-CALNAME:{_escaped(calendar_name)}")]
    if zone_name is not None:
        lines.append(_fold_line(f"X-WR-TIMEZONE:{zone_name}"))
    for event in events:
        lines += _event_lines(event)
    lines.append("END:VCALENDAR")
    return "\r\n".join([*lines, ""])


def _event_lines(event: CalendarEvent) -> Iterator[str]:
    changed_at_text = f"{event.changed_at:%Y%m%dT%H%M%SZ}"
    yield "BEGIN:VEVENT"
    yield _fold_line(f"UID:{event.uid}")
    yield f"SEQUENCE:{event.sequence}"
    yield f"DTSTAMP:{changed_at_text}"
    yield f"LAST-MODIFIED:{changed_at_text}"
    day = _ics_date(event.day)
    if event.starts_at is None:
        yield f"DTSTART;VALUE=DATE:{day}"
        yield f"DTEND;VALUE=DATE:{_ics_date(event.day + timedelta(days=1))}"
    else:
        yield f"DTSTART:{day}T{event.starts_at.replace(':', '')}00"
        yield f"DURATION:{GAME_NIGHT_ISO_DURATION}"
    yield _fold_line(f"SUMMARY:{_escaped(event.summary)}")
    if event.place:
        yield _fold_line(f"LOCATION:{_escaped(event.place)}")
    if event.note:
        yield _fold_line(f"DESCRIPTION:{_escaped(event.note)}")
    if event.url:
        yield _fold_line(f"URL:{event.url}")
    yield f"STATUS:{'CANCELLED' if event.is_cancelled else 'CONFIRMED'}"
    yield "END:VEVENT"


def _ics_date(day: date) -> str:
    return day.isoformat().replace("-", "")


def _escaped(text: str) -> str:
    for character in ("\\", ";", ","):
        text = text.replace(character, f"\\{character}")
    return text.replace("\r\n", "\\n").replace("\n", "\\n")


def _fold_line(line: str) -> str:
    """The line in pieces of at most 75 octets; no character is split."""
    if len(line.encode()) <= _MAX_LINE_BYTES:
        return line
    parts, room, part = [], _MAX_LINE_BYTES, ""
    for character in line:
        size = len(character.encode())
        if size > room:
            parts.append(part)
            part, room = "", _MAX_LINE_BYTES - 1  # a continuation line begins with a space
        part += character
        room -= size
    return "\r\n ".join([*parts, part])
