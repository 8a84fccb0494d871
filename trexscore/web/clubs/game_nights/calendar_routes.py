"""A club's evenings as a calendar, for who is signed in and for programs that have the calendar's link."""

import hashlib
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as WerkzeugResponse

from trexscore.club.fields import read_day
from trexscore.commands.clock import now
from trexscore.db.clubs.clubs import ClubAt, record_of, right_of
from trexscore.db.clubs.game_nights import game_night_entries
from trexscore.web.accounts.session import current_account, no_store
from trexscore.web.clubs.access import open_club, scope_in
from trexscore.web.clubs.game_nights.ics import Event, calendar_text
from trexscore.web.limits import client_address, count
from trexscore.web.urls import whole_address

pages = no_store(Blueprint("club_calendar", __name__))
_MOST = 100
"""Evenings in a calendar: two years of weekly ones."""


@pages.get("/c/<uid>/evenings.ics")
def download(uid: str) -> Response:
    """The evenings as a file."""
    return _answer(open_club(uid).club, lambda number: url_for("evenings.show", uid=uid, number=number))


@pages.get("/calendar/<token>.ics")
def subscribe(token: str) -> Response:
    """The evenings for a calendar that follows them."""
    right = right_of(token, now())
    if right is None or right.may != "calendar":
        count("unknown_token", client_address())
        raise NotFound
    return _answer(right.club, lambda number: url_for("club_calendar.show", token=token, number=number))


@pages.get("/calendar/<token>/<int:number>")
def show(token: str, number: int) -> WerkzeugResponse:
    """To a game night of a calendar, for those who may see it: calendars are passed on, and name no club."""
    right = right_of(token, now())
    if right is None or right.may != "calendar":
        count("unknown_token", client_address())
        raise NotFound
    if scope_in(right.club).shows("all"):
        return redirect(url_for("evenings.show", uid=right.club.uid, number=number), 303)
    if current_account() is None:
        return redirect(url_for("sign_in.show", next=request.path), 303)
    raise NotFound


def _answer(club: ClubAt, place: Callable[[int], str]) -> Response:
    settings = record_of(club).settings
    text = calendar_text(settings.name, _events(club, settings.name, place), settings.zone_name)
    headers = {"Content-Disposition": 'inline; filename="evenings.ics"'}
    return Response(text, headers=headers, content_type="text/calendar; charset=utf-8")


def _events(club: ClubAt, name: str, place: Callable[[int], str]) -> Iterator[Event]:
    """The latest evenings: one that was taken back is cancelled, not forgotten. `place` is its address."""
    said: dict[int, list[tuple[int, dict[str, Any]]]] = {}
    changed: dict[int, list[str]] = {}
    about: dict[int, int] = {}
    gone: set[int] = set()
    for seq, kind, received_at, body in game_night_entries(club.id):
        if kind == "evening":
            number = body["evening"].get("instead", seq)
            about[seq] = number
            said.setdefault(number, []).append((seq, body["evening"]))
        else:
            gone.add(body["take_back"])
            number = about.get(body["take_back"], 0)
        changed.setdefault(number, []).append(received_at)
    last = {number: _last(words, gone) for number, words in said.items()}
    days = sorted((on, number) for number, word in last.items() if (on := read_day(word["on"])) is not None)
    for on, number in days[-_MOST:]:
        word = last[number]
        yield Event(
            uid=f"{_public(club.uid)}-{number}@trex-score",
            sequence=len(changed[number]) - 1,
            changed=datetime.fromisoformat(max(changed[number])),
            on=on,
            at=word.get("at"),
            summary=name,
            place=word.get("place", ""),
            note=word.get("note", ""),
            url="" if number in gone else whole_address(place(number)),
            cancelled=number in gone,
        )


def _last(words: list[tuple[int, dict[str, Any]]], gone: set[int]) -> dict[str, Any]:
    """What holds of an evening; of one that was taken back, what was said of it last."""
    held = [word for seq, word in words if seq not in gone]
    return held[-1] if held else words[-1][1]


def _public(uid: str) -> str:
    """Tells clubs apart without giving their address away: calendars are passed on."""
    return hashlib.sha256(uid.encode()).hexdigest()[:24]
