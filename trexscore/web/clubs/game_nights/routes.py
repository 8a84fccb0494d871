"""Game nights of a club: planning, changing, cancelling, and attendance."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from trexscore.club.events.game_night import GameNightPlanned, MembersCheckedIn, MembersCheckedOut
from trexscore.club.events.members import MemberJoined
from trexscore.club.events.undo import ClubEntryUndone
from trexscore.club.game_night import GameNight
from trexscore.commands.clock import current_night_date
from trexscore.commands.clubs.add_member import add_member
from trexscore.commands.game_nights.attendance import record_attendance
from trexscore.commands.game_nights.plan_weekly import plan_weekly_nights
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.models import db
from trexscore.web.clubs.access import (
    ClubContext,
    command_from_form,
    open_club,
    record_form_entry,
    require_game_night,
    require_permission,
    was_sent_before,
)
from trexscore.web.clubs.entry_form import FieldlessForm
from trexscore.web.clubs.game_nights.forms import GameNightForm
from trexscore.web.clubs.game_nights.pages import attendance_page, tables_page
from trexscore.web.clubs.game_nights.presenter import (
    MAX_PAST_NIGHTS_SHOWN,
    calendar_subscription_url,
    tonight_upcoming_and_past,
    weekday_and_date,
    when_and_where,
)
from trexscore.web.clubs.game_nights.tables import checkout_blocker
from trexscore.web.clubs.members.forms import NameForm
from trexscore.web.clubs.shared import wants_json
from trexscore.web.number_parsing import parse_ascii_number
from trexscore.web.rendering import format_day
from trexscore.web.rendering import translate as _
from trexscore.web.rendering import translate_plural as ngettext

pages = Blueprint("game_nights", __name__)


@pages.get("/c/<club_uid>/game-nights")
def index(club_uid: str) -> str:
    """Today's, upcoming and past game nights."""
    club = open_club(club_uid)
    tonight, upcoming, past = tonight_upcoming_and_past(club)
    shown_past = past if "all" in request.args else past[:MAX_PAST_NIGHTS_SHOWN]
    return render_template(
        "clubs/game_nights/schedule.html",
        club=club,
        tonight=tonight,
        upcoming=upcoming,
        past=shown_past,
        has_more=len(shown_past) < len(past),
        subscription=calendar_subscription_url(club),
        weekday_and_date=weekday_and_date,
        when_and_where=when_and_where,
    )


@pages.get("/c/<club_uid>/game-nights/new")
def new(club_uid: str) -> str:
    """The form to plan a game night."""
    club = require_permission(club_uid, GameNightPlanned)
    form = GameNightForm(blank=True)
    form.on.data = current_night_date(club.zone).isoformat()
    return render_template("clubs/game_nights/game_night_form.html", club=club, form=form, game_night=None)


@pages.post("/c/<club_uid>/game-nights")
def create(club_uid: str) -> Response | tuple[str, int]:
    """Plan a game night, or a weekly series."""
    club = require_permission(club_uid, GameNightPlanned)
    form = GameNightForm()
    requested_days = form.requested_days()
    sender = command_from_form(club, form)
    planned = None
    if not form.problems:
        planned = form.unwrap_outcome(plan_weekly_nights(club.id, sender, form.entry_fields(), requested_days))
    if planned is not None and len(requested_days) > 1:
        flash(ngettext("One game night planned.", "%(num)s game nights planned.", len(requested_days)))
        return redirect(url_for("game_nights.index", club_uid=club_uid), 303)
    if planned is not None:
        return redirect(url_for("game_nights.show", club_uid=club_uid, night_number=planned.seq), 303)
    return render_template("clubs/game_nights/game_night_form.html", club=club, form=form, game_night=None), 422


@pages.get("/c/<club_uid>/game-nights/<int:night_number>")
def show(club_uid: str, night_number: int) -> str:
    """The tables; before the first draw, attendance."""
    club = open_club(club_uid)
    game_night = require_game_night(club, night_number)
    return tables_page(club, game_night) if game_night.draws else attendance_page(club, game_night)


@pages.get("/c/<club_uid>/game-nights/<int:night_number>/edit")
def edit(club_uid: str, night_number: int) -> str:
    """The form to change date and place."""
    club = require_permission(club_uid, GameNightPlanned)
    game_night = require_game_night(club, night_number)
    form = GameNightForm(blank=True)
    form.fill_in(game_night)
    return _edit_page(club, game_night, form)


@pages.post("/c/<club_uid>/game-nights/<int:night_number>/edit")
def update(club_uid: str, night_number: int) -> Response | tuple[str, int]:
    """Change date and place."""
    club = require_permission(club_uid, GameNightPlanned)
    game_night = require_game_night(club, night_number)
    form = GameNightForm()
    body = GameNightPlanned.body_of(form.entry_fields(instead=night_number, **form.seen_entry_body_field))
    if record_form_entry(club, form, body) is not None:
        flash(_("Saved."))
        _flash_games_on_other_days(open_club(club_uid), night_number)
        return redirect(url_for("game_nights.show", club_uid=club_uid, night_number=night_number), 303)
    form.mark_seen(game_night.last_plan_seq)
    return _edit_page(club, game_night, form), 422


@pages.post("/c/<club_uid>/game-nights/<int:night_number>/cancel")
def cancel(club_uid: str, night_number: int) -> Response | tuple[str, int]:
    """Cancel a game night. Refused while counted games belong to it."""
    club = require_permission(club_uid, GameNightPlanned)
    form = FieldlessForm()
    if not was_sent_before(club, form):
        require_game_night(club, night_number)
    if record_form_entry(club, form, ClubEntryUndone.flat_body_of(night_number)) is not None:
        flash(_("The game night is cancelled. Calendars that follow the club are updated."))
        return redirect(url_for("game_nights.index", club_uid=club_uid), 303)
    game_night = require_game_night(club, night_number)
    edit_form = GameNightForm(blank=True)
    edit_form.fill_in(game_night)
    edit_form.problems = form.problems
    return _edit_page(club, game_night, edit_form), 422


@pages.get("/c/<club_uid>/game-nights/<int:night_number>/check-in")
def show_attendance(club_uid: str, night_number: int) -> str:
    """Attendance."""
    club = open_club(club_uid)
    return attendance_page(club, require_game_night(club, night_number))


@pages.post("/c/<club_uid>/game-nights/<int:night_number>/check-in")
def check_in_or_out(club_uid: str, night_number: int) -> ResponseReturnValue:
    """Check a member in or out. Repeating the current state is not an error."""
    open_club(club_uid)
    event = MembersCheckedIn if MembersCheckedIn.stored_kind in request.form else MembersCheckedOut
    member = parse_ascii_number(request.form.get(event.stored_kind, ""))
    if member is None:
        raise BadRequest
    club = require_permission(club_uid, event, members=[member])
    require_game_night(club, night_number)
    form = FieldlessForm()
    outcome = record_attendance(club.club_head, command_from_form(club, form), event, night_number, member)
    accepted = form.unwrap_outcome(outcome)
    club = open_club(club_uid)
    game_night = require_game_night(club, night_number)
    present = list(game_night.present_member_numbers)
    if accepted is None and (member in present) != (event is MembersCheckedIn):
        blocker = checkout_blocker(club, game_night, member) if event is MembersCheckedOut else None
        if blocker is not None:
            form.problems = [blocker.problem]
        if wants_json():
            way = blocker and blocker._asdict()
            return {"problem": form.problems[0], "here": present, "way": way}, 422
        return attendance_page(club, game_night, form, blocker=blocker), 422
    if wants_json():
        return {"here": present}, 200
    return redirect(
        url_for(
            "game_nights.show_attendance", club_uid=club_uid, night_number=night_number, _anchor=f"member-{member}"
        ),
        303,
    )


@pages.post("/c/<club_uid>/game-nights/<int:night_number>/guests")
def add_guest(club_uid: str, night_number: int) -> Response | tuple[str, int]:
    """Add a guest to the club and check them in."""
    club = require_permission(club_uid, MemberJoined, role="guest")
    game_night = require_game_night(club, night_number)
    form = NameForm()
    joining = command_from_form(club, form, MemberJoined.body_of({"role": "guest"}))
    recorded_guest = form.unwrap_outcome(add_member(club.id, joining, form.name.data or ""))
    if recorded_guest is None:
        return attendance_page(club, game_night, guest_form=form), 422
    step, arriving = FieldlessForm(blank=True), joining.derived_command(MembersCheckedIn.stored_kind)
    if (
        step.unwrap_outcome(
            record_attendance(club.club_head, arriving, MembersCheckedIn, night_number, recorded_guest.seq)
        )
        is None
    ):
        form.problems = step.problems
        return attendance_page(open_club(club_uid), game_night, guest_form=form), 422
    return redirect(
        url_for(
            "game_nights.show_attendance",
            club_uid=club_uid,
            night_number=night_number,
            _anchor=f"member-{recorded_guest.seq}",
        ),
        303,
    )


def _flash_games_on_other_days(club: ClubContext, night_number: int) -> None:
    """Games keep the day for which they were counted, as it decides their season: name those on another day."""
    rows = game_rows.list_game_rows_of_night(db.session(), club.id, night_number)
    night_day = require_game_night(club, night_number).day
    days = sorted(
        {row.counted_game.day for row in rows if row.counted_game is not None and row.counted_game.day != night_day}
    )
    for day in days:
        games = sum(row.counted_game is not None and row.counted_game.day == day for row in rows)
        flash(
            ngettext(
                "The game of this game night keeps its day: %(day)s. If that is wrong, correct it on the game’s page.",
                "%(num)s games of this game night keep their day: %(day)s. If that is wrong, correct it "
                "on each game’s page.",
                games,
                day=format_day(day),
            )
        )


def _edit_page(club: ClubContext, game_night: GameNight, form: GameNightForm) -> str:
    return render_template("clubs/game_nights/game_night_form.html", club=club, form=form, game_night=game_night)
