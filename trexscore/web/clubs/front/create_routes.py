"""The clubs of whoever is signed in, and founding one."""

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from trexscore.commands.clubs.create_club import create_club
from trexscore.db.clubs.clubs import clubs_of, record_of
from trexscore.db.clubs.name_requests import clubs_awaited
from trexscore.db.models import db
from trexscore.web.accounts.session import account_required, current_account, no_store, own_account
from trexscore.web.clubs.front.forms import FoundingForm
from trexscore.web.clubs.members.presenter import title_of
from trexscore.web.disk_space import allow_new_game

pages = no_store(Blueprint("clubs", __name__))


@pages.get("/clubs")
def index() -> str:
    """The reader's clubs, those that they have left as far as these show anything, and the way to a new one."""
    account = current_account()
    found = [] if account is None else [(club.uid, record_of(club), number) for club, number in clubs_of(account.id)]
    mine = [(uid, record.settings, record.who(number)) for uid, record, number in found]
    clubs = [
        (uid, settings.name, member.role if member.is_here else None)
        for uid, settings, member in mine
        if member.is_here or settings.shows != "nothing"
    ]
    waiting = [] if account is None else clubs_awaited(db.session(), account.id)
    awaited = [
        (one.settings.name, title_of(one.who(number))) for one, number in ((record_of(c), n) for c, n in waiting)
    ]
    return render_template("clubs/front/list.html", account=account, clubs=clubs, awaited=awaited)


@pages.get("/clubs/new")
@account_required
def new() -> str:
    """What a club has to be told."""
    form = FoundingForm(blank=True)
    form.offer()
    account = current_account()
    form.my_name.data = account.name if account else ""
    return render_template("clubs/front/new.html", form=form)


@pages.post("/clubs")
@account_required
def create() -> Response | tuple[str, int]:
    """Found it."""
    allow_new_game()
    form = FoundingForm()
    form.offer()
    founded = create_club(own_account().id, form.entry_key, form.said, form.my_name.data or "")
    if isinstance(founded, str):
        return redirect(url_for("club.show", uid=founded), 303)
    form.blame(founded.refusals)
    return render_template("clubs/front/new.html", form=form), 422
