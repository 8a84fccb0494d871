"""Delete an account and, if requested, remove its name from clubs."""

import uuid
from contextlib import suppress
from typing import NamedTuple

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from trexscore.club.events.members import MemberAnonymized
from trexscore.club.members import Member
from trexscore.commands.accounts import OwnsClubWithHeirs, delete_account
from trexscore.commands.clubs.anonymize import anonymize_member
from trexscore.commands.recording import Command
from trexscore.db.clubs.clubs import ClubHead, list_account_clubs, list_possible_owners, read_club_record
from trexscore.db.journals import JournalGone
from trexscore.db.models import db
from trexscore.web.accounts.session import end_session, require_recent_sign_in
from trexscore.web.rendering import translate as _

pages = Blueprint("delete_account", __name__)


class _Membership(NamedTuple):
    """A club of the account, and its member there."""

    club_head: ClubHead
    club_name: str
    member: Member
    owns_club_with_heirs: bool
    """Whether another member could become the owner; False unless they own the club."""


@pages.get("/account/delete")
def ask() -> str:
    """What is deleted and what stays."""
    return _deletion_page(_load_memberships(require_recent_sign_in().id))


@pages.post("/account/delete")
def delete() -> Response | tuple[str, int]:
    """Remove the name from each selected club, then delete the account."""
    account_id = require_recent_sign_in().id
    memberships = _load_memberships(account_id)
    if any(membership.owns_club_with_heirs for membership in memberships):
        return _deletion_page(memberships), 422
    selected = {*request.form.getlist("erase")}
    for membership in memberships:
        if membership.club_head.uid in selected:
            member_number = membership.member.number
            removal = MemberAnonymized.body_of({"member": member_number})
            with suppress(JournalGone):  # the club was deleted since
                anonymize_member(membership.club_head.id, Command.of_member(str(uuid.uuid4()), member_number, removal))
    end_session()
    try:
        delete_account(account_id)
    except OwnsClubWithHeirs:  # it now owns a club with heirs
        return redirect(url_for("delete_account.ask"), 303)
    flash(_("Your account is deleted."))
    return redirect(url_for("home.show"), 303)


def _deletion_page(memberships: list[_Membership]) -> str:
    owned = [membership for membership in memberships if membership.member.role == "owner"]
    other_memberships = [
        membership
        for membership in memberships
        if membership.member.role != "owner" and not membership.member.anonymized
    ]
    return render_template("accounts/delete.html", owned=owned, others=other_memberships)


def _load_memberships(account_id: int) -> list[_Membership]:
    return [_load_membership(club, number) for club, number in list_account_clubs(account_id)]


def _load_membership(club_head: ClubHead, member_number: int) -> _Membership:
    record = read_club_record(club_head)
    member = record.surviving_member(member_number)
    owns_club_with_heirs = member is record.owner and bool(list_possible_owners(db.session(), club_head.id, record))
    return _Membership(club_head, record.settings.name, member, owns_club_with_heirs)
