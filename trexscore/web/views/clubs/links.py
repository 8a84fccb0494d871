"""A club's links as its page shows them."""

from datetime import date
from typing import NamedTuple

from flask import url_for
from markupsafe import Markup

from trexscore.storage.club_models import STILL
from trexscore.web.club_scope import ClubScope
from trexscore.web.language import reader_language
from trexscore.web.places import whole_address
from trexscore.web.rendering import translate as _
from trexscore.web.views.clubs.members import title_of
from trexscore.web.views.codes import code_of


class ClubLinkView(NamedTuple):
    """A link that can be given on."""

    token: str
    title: str
    note: str
    url: str
    qr: Markup
    until: str


def shown(club: ClubScope, token: str, may: str, member: int | None, until: str) -> ClubLinkView:
    """A link in words, with its code."""
    title, note = _words(club, may, member)
    url = whole_address(_path(may, token))
    ends = (
        ""
        if until == STILL
        else _("It holds until %(day)s.", day=reader_language().day(date.fromisoformat(until[:10])))
    )
    return ClubLinkView(token, title, note, url, code_of(url), ends)


def _words(club: ClubScope, may: str, member: int | None) -> tuple[str, str]:
    if may == "join" and member is not None:
        name = title_of(club.record.who(member))
        return _("Invitation for %(name)s", name=name), _("Whoever opens it first is %(name)s from then on.", name=name)
    return {
        "join": (_("Invitation for everybody"), _("Whoever opens it joins the club under their own name.")),
        "screen": (_("For the screen"), _("Shows this evening’s tables live, and can change nothing.")),
        "calendar": (_("For calendars"), _("Phones follow the club’s evenings by it; it shows nothing else.")),
        "read": (_("For the club’s own web page"), _("Programs read standings, games, members and ratings by it.")),
    }[may]


def _path(may: str, token: str) -> str:
    if may == "join":
        return url_for("club_links.show", token=token)
    if may == "calendar":
        return url_for("club_calendar.subscribe", token=token)
    return url_for("club_screen.by_link", token=token) if may == "screen" else f"/api/clubs/{token}"
