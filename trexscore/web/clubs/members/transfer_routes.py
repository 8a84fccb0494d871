"""Transfer ownership of a club to a member with an account."""

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from trexscore.club.events.members import RoleChanged
from trexscore.commands.clubs.transfer_ownership import CannotSignIn, transfer_club
from trexscore.db.clubs.clubs import read_member_accounts
from trexscore.db.models import db
from trexscore.web.accounts.session import no_store, recently_authenticated, to_sign_in
from trexscore.web.clubs.access import (
    ClubContext,
    command_of,
    find_member,
    require_permission,
)
from trexscore.web.clubs.members.forms import StepForm
from trexscore.web.clubs.members.presenter import member_actions, title_of
from trexscore.web.rendering import translate as _

pages = no_store(Blueprint("transfer_ownership", __name__))


@pages.get("/c/<uid>/members/<int:number>/transfer")
def ask(uid: str, number: int) -> Response | str:
    """Explain the transfer before it is made."""
    club = require_permission(uid, RoleChanged, member=number, role="owner")
    if not recently_authenticated():
        return to_sign_in()
    return _page(club, number, StepForm(blank=True))


@pages.post("/c/<uid>/members/<int:number>/transfer")
def create(uid: str, number: int) -> Response | tuple[str, int]:
    """Transfer the club. The former owner becomes an admin."""
    form = StepForm()
    club = require_permission(uid, RoleChanged, member=number, role="owner")
    if not recently_authenticated():
        return to_sign_in()
    page = _page(club, number, form)
    command = command_of(club, form, RoleChanged.body({"member": number, "role": "owner"}))
    try:
        outcome = form.accept(transfer_club(club.club.id, number, command))
    except CannotSignIn as fault:
        raise NotFound from fault
    if outcome is None:
        return page, 422
    flash(_("%(name)s now owns the club.", name=title_of(find_member(club, number))))
    return redirect(url_for("members.show", uid=uid, number=number), 303)


def _page(club: ClubContext, number: int, form: StepForm) -> str:
    """Only members with an account can become the owner, so that the club always has one."""
    member = find_member(club, number)
    has_account = (
        not read_member_accounts(db.session(), club.club.id).keys().isdisjoint(club.record.all_numbers_of(number))
    )
    if not member_actions(club, member, has_account=has_account).transfer:
        raise NotFound
    return render_template("clubs/members/hand_over.html", club=club, member=member, form=form)
