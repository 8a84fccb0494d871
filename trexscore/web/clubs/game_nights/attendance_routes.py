"""Attendance of a game night for many people at once."""

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.exceptions import BadRequest, NotFound
from werkzeug.wrappers import Response

from trexscore.club.events.game_night import MembersCheckedIn, MembersCheckedOut
from trexscore.commands.clock import current_night_date
from trexscore.commands.game_nights.attendance import record_attendance_of_many, replace_reply
from trexscore.web.clubs.access import command_from_form, open_club, require_game_night, require_permission
from trexscore.web.clubs.entry_form import FieldlessForm
from trexscore.web.clubs.game_nights.pages import attendance_page
from trexscore.web.limits import enforce_limit
from trexscore.web.rendering import translate_plural as ngettext

pages = Blueprint("attendance", __name__)


@pages.post("/c/<club_uid>/game-nights/<int:night_number>/reply")
def save_reply(club_uid: str, night_number: int) -> Response:
    """Save a member's reply: coming or not."""
    club = open_club(club_uid)
    game_night = require_game_night(club, night_number)
    if club.me is None:
        raise NotFound
    attending = {"yes": True, "no": False}.get(request.form.get("attending", ""))
    if attending is None or game_night.is_over(current_night_date(club.zone)):
        raise BadRequest
    enforce_limit("write", f"{club_uid} {club.me.number}")
    replace_reply(club.id, night_number, club.me.number, is_attending=attending)
    return redirect(url_for("game_nights.show_attendance", club_uid=club_uid, night_number=night_number), 303)


@pages.post("/c/<club_uid>/game-nights/<int:night_number>/attendance")
def check_in_or_out_many(club_uid: str, night_number: int) -> Response | tuple[str, int]:
    """Check in the players of last time, check in everyone, or check out everyone who is not playing."""
    club = require_permission(club_uid, MembersCheckedIn, members=[])
    game_night = require_game_night(club, night_number)
    selection, form = request.form.get("selection"), FieldlessForm()
    if selection not in {"last", "everyone", "no_one"}:
        raise BadRequest
    event = MembersCheckedOut if selection == "no_one" else MembersCheckedIn
    everyone = [member.number for member in club.record.unmerged_members]
    members = club.record.previous_attendee_numbers(game_night) if selection == "last" else everyone
    outcome = record_attendance_of_many(club.club_head, command_from_form(club, form), event, night_number, members)
    if outcome is not None and form.unwrap_outcome(outcome) is None:
        return attendance_page(open_club(club_uid), game_night, form), 422
    present_member_count = len(require_game_night(open_club(club_uid), night_number).present_member_numbers)
    if selection == "no_one" and present_member_count:
        flash(
            ngettext(
                "One player is at a table and stays checked in.",
                "%(num)s players are at a table and stay checked in.",
                present_member_count,
            )
        )
    return redirect(url_for("game_nights.show_attendance", club_uid=club_uid, night_number=night_number), 303)
