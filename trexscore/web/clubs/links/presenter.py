"""A club's links as pages show them."""

from datetime import tzinfo
from typing import NamedTuple

from flask import url_for
from markupsafe import Markup

from trexscore.commands.clock import timestamp_to_local_time
from trexscore.db.clubs.clubs import SharedLink
from trexscore.db.clubs.models import OPEN_END
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.members.presenter import member_name
from trexscore.web.rendering import format_day
from trexscore.web.rendering import translate as _
from trexscore.web.urls import absolute_url, qr_code_svg


class ClubLinkView(NamedTuple):
    """A link to share."""

    token: str
    title: str
    notes: list[str]
    url: str
    qr_code: Markup


def link_view(club: ClubContext, link: SharedLink) -> ClubLinkView:
    """A link in words, with its QR code."""
    title, note = _title_and_note(club, link.permission, link.member)
    url = absolute_url(_link_path(link.permission, link.token))
    notes = [note]
    if link.expires_at != OPEN_END:
        notes.append(_("Valid until %(day)s.", day=_day_text(link.expires_at, club.zone)))
    if link.created_at is not None and link.created_by_member_number is not None:  # old links do not store it
        name = member_name(club.record, link.created_by_member_number)
        day = _day_text(link.created_at, club.zone)
        notes.append(_("Created by %(name)s on %(day)s.", name=name, day=day))
    return ClubLinkView(link.token, title, notes, url, qr_code_svg(url))


def _day_text(timestamp: str, zone: tzinfo | None) -> str:
    return format_day(timestamp_to_local_time(timestamp, zone).date())


def _title_and_note(club: ClubContext, permission: str, member_number: int | None) -> tuple[str, str]:
    if permission == "join" and member_number is not None:
        name = member_name(club.record, member_number)
        return _("Invitation for %(name)s", name=name), _("The first person to open it becomes %(name)s.", name=name)
    return {
        "join": (
            _("Invitation for everyone"),
            _("Anyone with this link can pick their name from the list, or join under a new one."),
        ),
        "screen": (_("For the live board"), _("Shows the game night’s tables live. It can’t change anything.")),
        "calendar": (_("For calendars"), _("Phones use it to follow the club’s game nights. It shows nothing else.")),
        "read": (_("For the club’s website"), _("Programs use it to read standings, games, members and ratings.")),
    }[permission]


def _link_path(permission: str, token: str) -> str:
    if permission == "join":
        return url_for("club_links.show_invitation", token=token)
    if permission == "calendar":
        return url_for("club_calendar.subscribe", token=token)
    return url_for("live_board.show_by_link", token=token) if permission == "screen" else f"/api/clubs/{token}"
