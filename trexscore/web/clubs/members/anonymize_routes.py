"""Remove a member's name permanently: a page with what goes and what stays, and one confirmation."""

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.wrappers import Response

from trexscore.club.events.members import MemberAnonymized
from trexscore.commands.clubs.anonymize import anonymize_member, trace_person
from trexscore.commands.recording import Command
from trexscore.db.clubs.clubs import find_club_head, find_member_number
from trexscore.db.models import db
from trexscore.web.accounts.session import current_account, require_recent_sign_in
from trexscore.web.clubs.access import ClubContext, context_for_reader, require_permission, require_surviving_member
from trexscore.web.clubs.entry_form import FieldlessForm
from trexscore.web.limits import enforce_limit
from trexscore.web.rendering import translate as _

pages = Blueprint("anonymize_member", __name__)


@pages.get("/c/<club_uid>/members/<int:member_number>/anonymize")
def ask(club_uid: str, member_number: int) -> str:
    """What is deleted and what stays. Asks for the password first, as the phone may be unlocked and unattended."""
    club = _require_right_to_anonymize(club_uid, member_number)
    require_recent_sign_in()
    return _anonymize_page(club, member_number, FieldlessForm(blank=True))


@pages.post("/c/<club_uid>/members/<int:member_number>/anonymize")
def anonymize(club_uid: str, member_number: int) -> Response | tuple[str, int]:
    """Remove the name."""
    club = _require_right_to_anonymize(club_uid, member_number)
    require_recent_sign_in()
    me = member_number if club.me is None else club.me.number
    enforce_limit("write", f"{club_uid} {me}")
    form = FieldlessForm()
    command = Command.of_member(form.entry_key, me, MemberAnonymized.body_of({"member": member_number}))
    if form.unwrap_outcome(anonymize_member(club.id, command)) is None:
        return _anonymize_page(club, member_number, form), 422
    flash(_("The name was removed permanently. All results stay."))
    if me == member_number:
        return redirect(url_for("clubs.index"), 303)
    return redirect(url_for("members.index", club_uid=club_uid), 303)


def _require_right_to_anonymize(club_uid: str, number: int) -> ClubContext:
    """The club, for readers who may remove this name.

    Former members may remove their own, although they see nothing else of the club.
    """
    stored_club, account = find_club_head(club_uid), current_account()
    if stored_club is not None and account is not None:
        context = context_for_reader(stored_club)
        own_number = find_member_number(db.session(), stored_club.id, account.id)
        is_known = own_number is not None and own_number in context.record.members
        if context.me is None and is_known and context.record.surviving_member(own_number or 0).number == number:
            return context
    return require_permission(club_uid, MemberAnonymized, member=number)


def _anonymize_page(club: ClubContext, member_number: int, form: FieldlessForm) -> str:
    member = require_surviving_member(club, member_number)
    games = 0 if member.anonymized else trace_person(db.session(), club.id, member.number).game_count
    return render_template("clubs/members/anonymize.html", club=club, member=member, games=games, form=form)
