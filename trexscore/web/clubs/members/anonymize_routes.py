"""Erasing a person from a club: what goes and what stays is said, and confirmed once."""

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.exceptions import Forbidden
from werkzeug.wrappers import Response

from trexscore.commands.clubs.anonymize import anonymize_member, person_in
from trexscore.commands.clubs.record_entry import ClubRefused, ClubRequest, NotAllowed
from trexscore.db.clubs.clubs import club_at, member_of
from trexscore.db.models import db
from trexscore.web.accounts.session import current_account, no_store, recently_authenticated, to_sign_in
from trexscore.web.clubs.access import ClubContext, context_for_reader, require_permission
from trexscore.web.clubs.members.forms import StepForm
from trexscore.web.clubs.shared import find_member
from trexscore.web.limits import count
from trexscore.web.rendering import translate as _

pages = no_store(Blueprint("erasing", __name__))


@pages.get("/c/<uid>/members/<int:number>/erased")
def ask(uid: str, number: int) -> Response | str:
    """What goes, and what stays. Whoever finds a phone lying about unlocked is asked for the password."""
    club = _open(uid, number)
    return _page(club, number, StepForm(blank=True)) if recently_authenticated() else to_sign_in()


@pages.post("/c/<uid>/members/<int:number>/erased")
def create(uid: str, number: int) -> Response | tuple[str, int]:
    """Erase them."""
    club = _open(uid, number)
    if not recently_authenticated():
        return to_sign_in()
    me = number if club.me is None else club.me.number
    count("write", f"{uid} {me}")
    form = StepForm()
    asked = ClubRequest(form.entry_key, me, "erased", {"member": number})
    written = anonymize_member(club.club.id, asked)
    if isinstance(written, NotAllowed):
        raise Forbidden
    if isinstance(written, ClubRefused):
        form.blame(written.refusals)
        return _page(club, number, form), 422
    flash(_("The name was removed permanently. All results stay."))
    if me == number:
        return redirect(url_for("clubs.index"), 303)
    return redirect(url_for("members.index", uid=uid), 303)


def _open(uid: str, number: int) -> ClubContext:
    """For those who may erase this member. Whoever has left may still be forgotten, though they see nothing else."""
    at, account = club_at(uid), current_account()
    if at is not None and account is not None:
        scope = context_for_reader(at)
        mine = member_of(db.session(), at.id, account.id)
        is_known = mine is not None and mine in scope.record.members
        if scope.me is None and is_known and scope.record.who(mine or 0).number == number:
            return scope
    return require_permission(uid, "erased", member=number)


def _page(club: ClubContext, number: int, form: StepForm) -> str:
    member = find_member(club, number)
    games = 0 if member.erased else person_in(db.session(), club.club.id, member.number).played
    return render_template("clubs/members/erase.html", club=club, member=member, games=games, form=form)
