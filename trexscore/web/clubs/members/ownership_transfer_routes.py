"""Transfer ownership of a club to a member with an account."""

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from trexscore.club.events.members import RoleChanged
from trexscore.commands.clubs.transfer_ownership import NewOwnerHasNoAccount, transfer_ownership_to_member
from trexscore.db.clubs.clubs import read_member_numbers_with_account
from trexscore.db.models import db
from trexscore.web.accounts.session import require_recent_sign_in
from trexscore.web.clubs.access import ClubContext, command_from_form, require_permission, require_surviving_member
from trexscore.web.clubs.entry_form import FieldlessForm
from trexscore.web.clubs.members.presenter import display_name, member_actions
from trexscore.web.rendering import translate as _

pages = Blueprint("transfer_ownership", __name__)


@pages.get("/c/<club_uid>/members/<int:member_number>/transfer")
def ask(club_uid: str, member_number: int) -> str:
    """Explain the transfer before it is made."""
    club = require_permission(club_uid, RoleChanged, member=member_number, role="owner")
    require_recent_sign_in()
    return _transfer_page(club, member_number, FieldlessForm(blank=True))


@pages.post("/c/<club_uid>/members/<int:member_number>/transfer")
def transfer(club_uid: str, member_number: int) -> Response | tuple[str, int]:
    """Transfer the club. The former owner becomes an admin."""
    form = FieldlessForm()
    club = require_permission(club_uid, RoleChanged, member=member_number, role="owner")
    require_recent_sign_in()
    page = _transfer_page(club, member_number, form)
    command = command_from_form(club, form, RoleChanged.body_of({"member": member_number, "role": "owner"}))
    try:
        outcome = form.unwrap_outcome(transfer_ownership_to_member(club.id, member_number, command))
    except NewOwnerHasNoAccount as fault:
        raise NotFound from fault
    if outcome is None:
        return page, 422
    flash(_("%(name)s now owns the club.", name=display_name(require_surviving_member(club, member_number))))
    return redirect(url_for("members.show", club_uid=club_uid, member_number=member_number), 303)


def _transfer_page(club: ClubContext, member_number: int, form: FieldlessForm) -> str:
    """Only members with an account can become the owner, so that the club always has one."""
    member = require_surviving_member(club, member_number)
    has_account = member.number in read_member_numbers_with_account(db.session(), club.id, club.record)
    if not member_actions(club, member, has_account=has_account).may_transfer_ownership:
        raise NotFound
    return render_template("clubs/members/transfer_ownership.html", club=club, member=member, form=form)
