"""A club's evenings as a calendar, for who is signed in and for programs that have the calendar's link."""

import hashlib
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

from trexscore.actions.clock import now
from trexscore.club.shape import read_day
from trexscore.storage.clubs import ClubAt, record_of, right_of
from trexscore.storage.evening_entries import evening_entries
from trexscore.web.accounts import never_kept
from trexscore.web.club_scope import open_club
from trexscore.web.ics import Event, calendar_text
from trexscore.web.limits import count

pages = never_kept(Blueprint("club_calendar", __name__))


@pages.get("/c/<uid>/evenings.ics")
def download(uid: str) -> Response:
    """The evenings as a file."""
    return _answer(open_club(uid).club)


@pages.get("/calendar/<token>.ics")
def subscribe(token: str) -> Response:
    """The evenings for a calendar that follows them."""
    right = right_of(token, now())
    if right is None or right.may != "calendar":
        count("unknown_token", request.remote_addr or "")
        raise NotFound
    return _answer(right.club)


def _answer(club: ClubAt) -> Response:
    name = record_of(club).settings.name
    text = calendar_text(name, _events(club, name))
    headers = {"Content-Disposition": 'inline; filename="evenings.ics"'}
    return Response(text, headers=headers, content_type="text/calendar; charset=utf-8")


def _events(club: ClubAt, name: str) -> Iterator[Event]:
    """Every evening there ever was: one that was taken back is cancelled, not forgotten."""
    said: dict[int, list[tuple[int, dict[str, Any]]]] = {}
    changed: dict[int, list[str]] = {}
    about: dict[int, int] = {}
    gone: set[int] = set()
    for seq, kind, received_at, body in evening_entries(club.id):
        if kind == "evening":
            number = body["evening"].get("instead", seq)
            about[seq] = number
            said.setdefault(number, []).append((seq, body["evening"]))
        else:
            gone.add(body["take_back"])
            number = about.get(body["take_back"], 0)
        changed.setdefault(number, []).append(received_at)
    for number, words in said.items():
        held = [word for seq, word in words if seq not in gone]
        word = held[-1] if held else words[-1][1]
        on = read_day(word["on"])
        if on is not None:
            yield Event(
                uid=f"{_public(club.uid)}-{number}@trex-score",
                sequence=len(changed[number]) - 1,
                changed=datetime.fromisoformat(max(changed[number])),
                on=on,
                at=word.get("at"),
                summary=name,
                place=word.get("place", ""),
                note=word.get("note", ""),
                cancelled=number in gone,
            )


def _public(uid: str) -> str:
    """Tells clubs apart without giving their address away: calendars are passed on."""
    return hashlib.sha256(uid.encode()).hexdigest()[:24]
