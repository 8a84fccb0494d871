"""Where a club's evenings are found by calendar programs."""

from typing import NamedTuple

from flask import url_for

from trexscore.commands.clock import now
from trexscore.db.clubs.clubs import links_of
from trexscore.db.models import db
from trexscore.web.clubs.access import ClubContext
from trexscore.web.urls import whole_address


class Addresses(NamedTuple):
    """`download`: for who is signed in; `subscribe`: for programs, where the club gives a link for calendars."""

    download: str
    subscribe: str | None


def addresses(club: ClubContext) -> Addresses:
    """Members are shown the calendar's link, which opens nothing but the evenings: some of them leave one day."""
    token = None
    if club.me is not None:
        held = links_of(db.session(), club.club.id, now())
        token = next((link.token for link in held if link.may == "calendar"), None)
    return Addresses(
        url_for("club_calendar.download", uid=club.uid),
        whole_address(url_for("club_calendar.subscribe", token=token)) if token else None,
    )
