"""Addresses of a club's game nights for calendar programs."""

from typing import NamedTuple

from flask import url_for

from trexscore.commands.clock import now
from trexscore.db.clubs.clubs import list_links
from trexscore.db.models import db
from trexscore.web.clubs.access import ClubContext
from trexscore.web.urls import absolute_url


class Addresses(NamedTuple):
    """`download`: for readers who are signed in; `subscribe`: for programs, if the club has a calendar link."""

    download: str
    subscribe: str | None


def addresses(club: ClubContext) -> Addresses:
    """The addresses. Members see the calendar link: it opens only the game nights, as some members leave one day."""
    token = None
    if club.me is not None:
        links = list_links(db.session(), club.club.id, now())
        token = next((link.token for link in links if link.permission == "calendar"), None)
    return Addresses(
        url_for("club_calendar.download", uid=club.uid),
        absolute_url(url_for("club_calendar.subscribe", token=token)) if token else None,
    )
