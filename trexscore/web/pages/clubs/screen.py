"""All tables of an evening at once, for a projector; the page asks every few seconds whether anything has changed."""

import hashlib

from flask import Blueprint, Response, make_response, render_template, request
from werkzeug.exceptions import NotFound

from trexscore import __version__
from trexscore.actions.clock import now
from trexscore.club.evening import Evening
from trexscore.club.record import ClubRecord
from trexscore.storage.clubs import ClubAt, record_of, right_of
from trexscore.storage.evening_pulse import pulse
from trexscore.web.accounts import never_kept
from trexscore.web.club_scope import open_club
from trexscore.web.language import reader_language
from trexscore.web.limits import count
from trexscore.web.pages.clubs.evenings import evening_of
from trexscore.web.rendering import reader_theme
from trexscore.web.views.clubs.evenings import present_evening, title_of_evening
from trexscore.web.views.clubs.screen import screen_of

pages = never_kept(Blueprint("club_screen", __name__))


@pages.get("/c/<uid>/evenings/<int:number>/screen")
def show(uid: str, number: int) -> Response:
    """The tables of this evening."""
    club = open_club(uid)
    return _answer(club.club, club.record, evening_of(club, number), f"/c/{uid}/evenings/{number}")


@pages.get("/screen/<token>")
def by_link(token: str) -> Response:
    """The tables of the evening that is being played, whichever that is."""
    right = right_of(token, now())
    if right is None or right.may != "screen":
        count("unknown_token", request.remote_addr or "")
        raise NotFound
    record = record_of(right.club)
    return _answer(right.club, record, present_evening(record.evenings.values()))


def _answer(club: ClubAt, record: ClubRecord, evening: Evening | None, back_url: str = "") -> Response:
    etag = _etag(club, evening)
    if etag in request.if_none_match:
        answer = Response(status=304)
    else:
        answer = make_response(
            render_template(
                "clubs/screen.html",
                name=record.settings.name,
                title=title_of_evening(evening) if evening else "",
                screen=screen_of(club, record, evening) if evening else None,
                back_url=back_url,
            )
        )
    answer.set_etag(etag)
    return answer


def _etag(club: ClubAt, evening: Evening | None) -> str:
    """Changes with the club's journal, with each of the evening's games, and with how the reader reads."""
    language = reader_language()
    games = pulse(club.id, evening.number) if evening else []
    reader = __version__, language.code, language.digits, reader_theme(), evening and evening.number
    return hashlib.sha256(repr((club.digest, games, reader)).encode()).hexdigest()[:32]
