"""Attendance of a game night for many people at once."""

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.exceptions import BadRequest, NotFound
from werkzeug.wrappers import Response

from trexscore.club.attendance import last_attendance
from trexscore.club.events.game_night import MembersCheckedIn, MembersCheckedOut
from trexscore.commands.clock import current_night
from trexscore.commands.game_nights.attendance import record_attendance_of_many
from trexscore.db.clubs.attendance_replies import store_reply
from trexscore.web.accounts.session import no_store
from trexscore.web.clubs.access import command_of, open_club, require_permission
from trexscore.web.clubs.game_nights.pages import evening_of, here_page
from trexscore.web.clubs.members.forms import StepForm
from trexscore.web.limits import count
from trexscore.web.rendering import translate_plural as ngettext

pages = no_store(Blueprint("attendance", __name__))


@pages.post("/c/<uid>/game-nights/<int:number>/reply")
def answer(uid: str, number: int) -> Response:
    """Save a member's reply: coming or not."""
    club = open_club(uid)
    evening = evening_of(club, number)
    if club.me is None:
        raise NotFound
    comes = {"yes": True, "no": False}.get(request.form.get("comes", ""))
    if comes is None or evening.is_over(current_night(club.zone)):
        raise BadRequest
    count("write", f"{uid} {club.me.number}")
    store_reply(club.club.id, number, club.me.number, comes=comes)
    return redirect(url_for("game_nights.here", uid=uid, number=number), 303)


@pages.post("/c/<uid>/game-nights/<int:number>/attendance")
def mark(uid: str, number: int) -> Response | tuple[str, int]:
    """Check in the players of last time, check in everyone, or check out everyone who is not playing."""
    club = require_permission(uid, MembersCheckedIn, members=[])
    evening = evening_of(club, number)
    selection, form = request.form.get("who"), StepForm()
    if selection not in {"last", "everyone", "no_one"}:
        raise BadRequest
    event = MembersCheckedOut if selection == "no_one" else MembersCheckedIn
    everyone = [member.number for member in club.record.all_members]
    members = last_attendance(club.record, evening) if selection == "last" else everyone
    outcome = record_attendance_of_many(club.club, command_of(club, form), event, number, members)
    if outcome is not None and form.accept(outcome) is None:
        return here_page(open_club(uid), evening, form), 422
    playing = len(evening_of(open_club(uid), number).present)
    if selection == "no_one" and playing:
        flash(
            ngettext(
                "One player is at a table and stays checked in.",
                "%(num)s players are at a table and stay checked in.",
                playing,
            )
        )
    return redirect(url_for("game_nights.here", uid=uid, number=number), 303)
