"""Calendars as programs read them (RFC 5545)."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta
from typing import NamedTuple

_LONGEST_LINE = 75
"""Octets, the line's end not counted."""
LASTS = "PT3H"
"""How long an evening is taken to be, as nobody says when it ends: two games."""


class Event(NamedTuple):
    """An evening in a calendar. `sequence` grows with each change; `changed` is when the last was made, in UTC."""

    uid: str
    sequence: int
    changed: datetime
    on: date
    at: str | None
    summary: str
    place: str = ""
    note: str = ""
    cancelled: bool = False
    url: str = ""


def calendar_text(name: str, events: Iterable[Event], zone: str | None = None) -> str:
    """A calendar.

    Times are floating ones, without a zone: half past eight is half past eight where the club plays, whatever the
    clock of the server says, and no daylight-saving rule can move it. A calendar that is read elsewhere learns the
    club’s time zone, where it has one.
    """
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Trex Score//Club//EN", "CALSCALE:GREGORIAN"]
    lines += ["METHOD:PUBLISH", _folded(f"X-WR-CALNAME:{_escaped(name)}")]
    if zone is not None:
        lines.append(_folded(f"X-WR-TIMEZONE:{zone}"))
    for event in events:
        lines += _event(event)
    lines.append("END:VCALENDAR")
    return "\r\n".join([*lines, ""])


def _event(event: Event) -> Iterator[str]:
    changed = f"{event.changed:%Y%m%dT%H%M%SZ}"
    yield "BEGIN:VEVENT"
    yield _folded(f"UID:{event.uid}")
    yield f"SEQUENCE:{event.sequence}"
    yield f"DTSTAMP:{changed}"
    yield f"LAST-MODIFIED:{changed}"
    day = _day(event.on)
    if event.at is None:
        yield f"DTSTART;VALUE=DATE:{day}"
        yield f"DTEND;VALUE=DATE:{_day(event.on + timedelta(days=1))}"
    else:
        yield f"DTSTART:{day}T{event.at.replace(':', '')}00"
        yield f"DURATION:{LASTS}"
    yield _folded(f"SUMMARY:{_escaped(event.summary)}")
    if event.place:
        yield _folded(f"LOCATION:{_escaped(event.place)}")
    if event.note:
        yield _folded(f"DESCRIPTION:{_escaped(event.note)}")
    if event.url:
        yield _folded(f"URL:{event.url}")
    yield f"STATUS:{'CANCELLED' if event.cancelled else 'CONFIRMED'}"
    yield "END:VEVENT"


def _day(day: date) -> str:
    return day.isoformat().replace("-", "")


def _escaped(text: str) -> str:
    for character in ("\\", ";", ","):
        text = text.replace(character, f"\\{character}")
    return text.replace("\r\n", "\\n").replace("\n", "\\n")


def _folded(line: str) -> str:
    """Lines of no more than 75 octets, none of them ending within a letter."""
    if len(line.encode()) <= _LONGEST_LINE:
        return line
    parts, room, part = [], _LONGEST_LINE, ""
    for character in line:
        size = len(character.encode())
        if size > room:
            parts.append(part)
            part, room = "", _LONGEST_LINE - 1  # a line that goes on begins with a space
        part += character
        room -= size
    return "\r\n ".join([*parts, part])
