"""A club's game nights as a calendar: a download for readers, and a subscription by the club's calendar link."""

import hashlib
from collections.abc import Callable, Iterator
from datetime import datetime

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as WerkzeugResponse

from trexscore.club.events.game_night import GameNightPlanned
from trexscore.club.events.undo import ClubEntryUndone
from trexscore.club.fields import parse_day
from trexscore.db.clubs.clubs import ClubHead, read_club_record
from trexscore.db.journals import CLUBS
from trexscore.db.models import db
from trexscore.ledger.chain import Body
from trexscore.web.accounts.session import current_account
from trexscore.web.clubs.access import context_for_reader, open_club, require_club_link
from trexscore.web.clubs.game_nights.ics import CalendarEvent, calendar_text
from trexscore.web.urls import absolute_url

pages = Blueprint("club_calendar", __name__)
_PLAN_AND_UNDO_KINDS = (GameNightPlanned.stored_kind, ClubEntryUndone.stored_kind)
_MAX_GAME_NIGHTS = 100
"""Game nights in a calendar: two years of weekly ones."""


@pages.get("/c/<club_uid>/game-nights.ics")
def download(club_uid: str) -> Response:
    """The game nights as a file."""
    return _calendar_response(
        open_club(club_uid).club_head,
        lambda number: url_for("game_nights.show", club_uid=club_uid, night_number=number),
    )


@pages.get("/calendar/<token>.ics")
def subscribe(token: str) -> Response:
    """The game nights for a calendar program."""
    link = require_club_link(token, "calendar")
    return _calendar_response(
        link.club_head, lambda number: url_for("club_calendar.redirect_to_night", token=token, night_number=number)
    )


@pages.get("/calendar/<token>/<int:night_number>")
def redirect_to_night(token: str, night_number: int) -> WerkzeugResponse:
    """Redirect from a calendar to a game night, for readers who may see it.

    Calendars are shared, so they name no club.
    """
    link = require_club_link(token, "calendar")
    if context_for_reader(link.club_head).may_see("all"):
        return redirect(url_for("game_nights.show", club_uid=link.club_head.uid, night_number=night_number), 303)
    if current_account() is None:
        return redirect(url_for("sign_in.show", next=request.path), 303)
    raise NotFound


def _calendar_response(club_head: ClubHead, url_of_night: Callable[[int], str]) -> Response:
    settings = read_club_record(club_head).settings
    text = calendar_text(settings.name, _calendar_events(club_head, settings.name, url_of_night), settings.zone_name)
    headers = {"Content-Disposition": 'inline; filename="game_nights.ics"'}
    return Response(text, headers=headers, content_type="text/calendar; charset=utf-8")


def _calendar_events(
    club_head: ClubHead, club_name: str, url_of_night: Callable[[int], str]
) -> Iterator[CalendarEvent]:
    """The latest game nights. Undone ones are cancelled, so that calendars update them."""
    bodies: dict[int, list[tuple[int, Body]]] = {}
    change_times_by_night: dict[int, list[str]] = {}
    night_of_entry: dict[int, int] = {}
    undone_seqs: set[int] = set()
    received_times = CLUBS.read_received_times_by_seq(db.session(), club_head.id, _PLAN_AND_UNDO_KINDS)
    for seq, kind, body in CLUBS.read_kinds_and_bodies(db.session(), club_head.id, _PLAN_AND_UNDO_KINDS):
        entry_content = (body or {})[kind]
        if kind == GameNightPlanned.stored_kind:
            night_number = entry_content.get("instead", seq)
            night_of_entry[seq] = night_number
            bodies.setdefault(night_number, []).append((seq, entry_content))
        else:
            undone_seqs.add(entry_content)
            night_number = night_of_entry.get(entry_content, 0)
        change_times_by_night.setdefault(night_number, []).append(received_times[seq])
    latest_by_number = {
        night_number: _latest_valid_plan(versions, undone_seqs) for night_number, versions in bodies.items()
    }
    days = sorted(
        (on, night_number)
        for night_number, latest_plan in latest_by_number.items()
        if (on := parse_day(latest_plan["on"])) is not None
    )
    for on, night_number in days[-_MAX_GAME_NIGHTS:]:
        latest_plan = latest_by_number[night_number]
        yield CalendarEvent(
            uid=f"{_anonymous_club_id(club_head.uid)}-{night_number}@trex-score",
            sequence=len(change_times_by_night[night_number]) - 1,
            changed_at=datetime.fromisoformat(max(change_times_by_night[night_number])),
            day=on,
            starts_at=latest_plan.get("at"),
            summary=club_name,
            place=latest_plan.get("place", ""),
            note=latest_plan.get("note", ""),
            url="" if night_number in undone_seqs else absolute_url(url_of_night(night_number)),
            is_cancelled=night_number in undone_seqs,
        )


def _latest_valid_plan(plans: list[tuple[int, Body]], undone_seqs: set[int]) -> Body:
    """The latest entry that is not undone; if all are undone, the latest."""
    valid = [night for seq, night in plans if seq not in undone_seqs]
    return valid[-1] if valid else plans[-1][1]


def _anonymous_club_id(club_uid: str) -> str:
    """Distinguishes clubs without revealing their address: calendars are shared."""
    return hashlib.sha256(club_uid.encode()).hexdigest()[:24]
