"""Club evenings: planned, changed, taken back; and who is there."""

import uuid

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from trexscore.club.game_night import GameNight
from trexscore.commands.clock import current_night
from trexscore.commands.clubs.add_member import add_member
from trexscore.commands.game_nights.attendance import come_or_go
from trexscore.commands.game_nights.plan_weekly import plan_weekly
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.models import db
from trexscore.web.accounts.session import no_store
from trexscore.web.clubs.access import (
    ClubContext,
    command_from,
    open_club,
    outcome_or_errors,
    require_permission,
    submit,
)
from trexscore.web.clubs.game_nights import calendar
from trexscore.web.clubs.game_nights.forms import EveningForm, GuestForm
from trexscore.web.clubs.game_nights.pages import evening_of, here_page, tables_page
from trexscore.web.clubs.game_nights.presenter import (
    LATELY,
    listed,
)
from trexscore.web.clubs.game_nights.tables import way_out
from trexscore.web.clubs.members.forms import StepForm
from trexscore.web.language import reader_language
from trexscore.web.numbers import whole
from trexscore.web.rendering import translate as _
from trexscore.web.rendering import translate_plural as ngettext

pages = no_store(Blueprint("evenings", __name__))


@pages.get("/c/<uid>/evenings")
def index(uid: str) -> str:
    """Today's, those to come, and those that are over."""
    club = open_club(uid)
    now, coming, over = listed(club)
    shown = over if "all" in request.args else over[:LATELY]
    return render_template(
        "clubs/game_nights/evenings.html",
        club=club,
        now=now,
        coming=coming,
        over=shown,
        has_more=len(shown) < len(over),
        plans=club.may("evening"),
        calendar=calendar.addresses(club),
    )


@pages.get("/c/<uid>/evenings/new")
def new(uid: str) -> str:
    """What an evening has to be told."""
    club = require_permission(uid, "evening")
    form = EveningForm(blank=True)
    form.on.data = current_night(club.zone).isoformat()
    return render_template("clubs/game_nights/evening_edit.html", club=club, form=form, evening=None)


@pages.post("/c/<uid>/evenings")
def create(uid: str) -> Response | tuple[str, int]:
    """Plan it."""
    club = require_permission(uid, "evening")
    form = EveningForm()
    days = form.days()
    asked = command_from(club, form, "evening")
    planned = None if form.problems else outcome_or_errors(form, plan_weekly(club.club.id, asked, form.said(), days))
    if planned is not None and len(days) > 1:
        flash(ngettext("One game night planned.", "%(num)s game nights planned.", len(days)))
        return redirect(url_for("evenings.index", uid=uid), 303)
    if planned is not None:
        return redirect(url_for("evenings.show", uid=uid, number=planned.seq), 303)
    return render_template("clubs/game_nights/evening_edit.html", club=club, form=form, evening=None), 422


@pages.get("/c/<uid>/evenings/<int:number>")
def show(uid: str, number: int) -> str:
    """The tables of an evening; before they are drawn, who is here."""
    club = open_club(uid)
    evening = evening_of(club, number)
    return tables_page(club, evening) if evening.draws else here_page(club, evening)


@pages.get("/c/<uid>/evenings/<int:number>/edit")
def edit(uid: str, number: int) -> str:
    """When and where it is."""
    club = require_permission(uid, "evening")
    evening = evening_of(club, number)
    form = EveningForm(blank=True)
    form.fill_in(evening)
    return _edit_page(club, evening, form)


@pages.post("/c/<uid>/evenings/<int:number>/edit")
def update(uid: str, number: int) -> Response | tuple[str, int]:
    """Change it."""
    club = require_permission(uid, "evening")
    evening = evening_of(club, number)
    form = EveningForm()
    if submit(club, form, "evening", form.said(instead=number, **form.seen)) is not None:
        flash(_("Saved."))
        _tell_of_days(open_club(uid), number)
        return redirect(url_for("evenings.show", uid=uid, number=number), 303)
    form.has_seen(evening.last_entry)
    return _edit_page(club, evening, form), 422


@pages.post("/c/<uid>/evenings/<int:number>/cancelled")
def cancel(uid: str, number: int) -> Response | tuple[str, int]:
    """It does not take place. Games that count are not left without their evening."""
    club = require_permission(uid, "evening")
    evening = evening_of(club, number)
    form = StepForm()
    if submit(club, form, "take_back", number) is not None:
        flash(_("The game night is cancelled. Calendars that follow the club are updated."))
        return redirect(url_for("evenings.index", uid=uid), 303)
    edit_form = EveningForm(blank=True)
    edit_form.fill_in(evening)
    edit_form.problems = form.problems
    return _edit_page(club, evening, edit_form), 422


@pages.get("/c/<uid>/evenings/<int:number>/here")
def here(uid: str, number: int) -> str:
    """Who is there."""
    club = open_club(uid)
    return here_page(club, evening_of(club, number))


@pages.post("/c/<uid>/evenings/<int:number>/here")
def mark(uid: str, number: int) -> ResponseReturnValue:
    """Somebody has come, or gone home. Whoever taps what is so already has what they wanted."""
    open_club(uid)
    kind = "arrived" if "arrived" in request.form else "went"
    member = whole(request.form.get(kind, ""))
    if member is None:
        raise BadRequest
    club = require_permission(uid, kind, members=[member])
    evening_of(club, number)
    form = StepForm()
    written = come_or_go(club.club, command_from(club, form, kind), number, member)
    if outcome_or_errors(form, written) is None and not _is_so(uid, number, kind, member):
        way = way_out(open_club(uid), evening_of(open_club(uid), number), member) if kind == "went" else None
        if way is not None:
            form.problems = [way.problem]
        if _by_script():
            return {"problem": form.problems[0], "here": _present(uid, number), "way": way and way._asdict()}, 422
        return here_page(open_club(uid), evening_of(open_club(uid), number), form, way=way), 422
    if _by_script():
        return {"here": _present(uid, number)}, 200
    return redirect(url_for("evenings.here", uid=uid, number=number, _anchor=f"member-{member}"), 303)


@pages.post("/c/<uid>/evenings/<int:number>/guests")
def let_guest_in(uid: str, number: int) -> Response | tuple[str, int]:
    """Somebody comes in whom the club does not know yet: from now on a guest, and here."""
    club = require_permission(uid, "joined", role="guest")
    evening = evening_of(club, number)
    form = GuestForm()
    asked = command_from(club, form, "joined", {"role": "guest"})
    joined = outcome_or_errors(form, add_member(club.club.id, asked, form.name.data or ""))
    if joined is None:
        return here_page(club, evening, guest=form), 422
    arrived = asked._replace(key=str(uuid.uuid5(uuid.UUID(asked.key), "arrived")), kind="arrived")
    step = StepForm(blank=True)
    if outcome_or_errors(step, come_or_go(club.club, arrived, number, joined.seq)) is None and step.problems:
        form.problems = step.problems
        return here_page(open_club(uid), evening, guest=form), 422
    return redirect(url_for("evenings.here", uid=uid, number=number, _anchor=f"member-{joined.seq}"), 303)


def _tell_of_days(club: ClubContext, number: int) -> None:
    """Games keep the day for which they were counted; which season they are of hangs on it."""
    rows = game_rows.games_of_night(db.session(), club.club.id, number)
    on = evening_of(club, number).on
    days = sorted({row.counted.on for row in rows if row.counted is not None and row.counted.on != on})
    language = reader_language()
    for day in days:
        games = sum(row.counted is not None and row.counted.on == day for row in rows)
        flash(
            ngettext(
                "The game of this game night keeps its day: %(day)s. If that is wrong, correct it on the game’s page.",
                "%(num)s games of this game night keep their day: %(day)s. If that is wrong, correct it "
                "on each game’s page.",
                games,
                day=language.day(day),
            )
        )


def _edit_page(club: ClubContext, evening: GameNight, form: EveningForm) -> str:
    return render_template("clubs/game_nights/evening_edit.html", club=club, form=form, evening=evening)


def _is_so(uid: str, number: int, kind: str, member: int) -> bool:
    """Whether somebody is here, or gone, as was to be written."""
    return (member in _present(uid, number)) == (kind == "arrived")


def _present(uid: str, number: int) -> list[int]:
    return list(evening_of(open_club(uid), number).present)


def _by_script() -> bool:
    """Whether a script asks, which goes on with the page that it has."""
    return request.accept_mimetypes.best == "application/json"
