"""The clubs of an account, and creating one."""

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from trexscore.commands.clubs.create_club import create_club
from trexscore.db.clubs.clubs import list_account_clubs, read_club_record
from trexscore.db.clubs.name_requests import list_requested_clubs
from trexscore.db.models import db
from trexscore.web.accounts.session import current_account, require_signed_in_account
from trexscore.web.clubs.front.forms import NewClubForm
from trexscore.web.clubs.members.presenter import member_name
from trexscore.web.disk_space import enforce_new_game_limits

pages = Blueprint("clubs", __name__)


@pages.get("/clubs")
def index() -> str:
    """The account's clubs, including those it left if they show anything, and requests to join."""
    account = current_account()
    memberships = () if account is None else list_account_clubs(account.id)
    clubs_joined = [(club.uid, read_club_record(club), number) for club, number in memberships]
    own_members = [(uid, record.settings, record.surviving_member(number)) for uid, record, number in clubs_joined]
    clubs = [
        (uid, settings.name, member.role if member.is_active else None)
        for uid, settings, member in own_members
        if member.is_active or settings.part_visible_to_non_members != "nothing"
    ]
    requested_clubs = [] if account is None else list_requested_clubs(db.session(), account.id)
    records = [(read_club_record(club), number) for club, number in requested_clubs]
    awaited = [(record.settings.name, member_name(record, number)) for record, number in records]
    return render_template("clubs/front/list.html", account=account, clubs=clubs, awaited=awaited)


@pages.get("/clubs/new")
def new() -> str:
    """The form for a new club."""
    account = require_signed_in_account()
    form = NewClubForm(blank=True)
    form.set_choices()
    form.my_name.data = account.name
    return render_template("clubs/front/new.html", form=form)


@pages.post("/clubs")
def create() -> Response | tuple[str, int]:
    """Create a club."""
    account_id = require_signed_in_account().id
    enforce_new_game_limits()
    form = NewClubForm()
    form.set_choices()
    uid = form.unwrap_outcome(create_club(account_id, form.entry_key, form.entry_fields, form.my_name.data or ""))
    if uid is not None:
        return redirect(url_for("club.show", club_uid=uid), 303)
    return render_template("clubs/front/new.html", form=form), 422
