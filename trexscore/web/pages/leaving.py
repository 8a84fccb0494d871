"""Deleting an account; and, where its owner wants it, being erased from its clubs as well."""

import uuid
from typing import NamedTuple

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from trexscore.actions.accounts import erase_account
from trexscore.actions.clubs.erase import erase_member
from trexscore.actions.clubs.write import ClubRequest
from trexscore.club.members import Member
from trexscore.storage.clubs import ClubAt, clubs_of, record_of
from trexscore.web.accounts import account_required, end_session, is_lately, never_kept, own_account, to_sign_in
from trexscore.web.forms.small import PlainForm
from trexscore.web.rendering import translate as _

pages = never_kept(Blueprint("leaving", __name__))


class _Membership(NamedTuple):
    """A club of the account, and who it is there."""

    club: ClubAt
    name: str
    member: Member


@pages.get("/account/delete")
@account_required
def ask() -> Response | str:
    """What goes with the account, and what stays."""
    if not is_lately():
        return to_sign_in()
    memberships = _memberships(own_account().id)
    owned = [one for one in memberships if one.member.role == "owner"]
    others = [one for one in memberships if one.member.role != "owner" and not one.member.erased]
    return render_template("account/delete.html", form=PlainForm(blank=True), owned=owned, others=others)


@pages.post("/account/delete")
@account_required
def delete() -> Response:
    """Erase it: first from the clubs that were named, each for itself, then the account."""
    if not is_lately():
        return to_sign_in()
    account_id = own_account().id
    wanted = {*request.form.getlist("erase")}
    for one in _memberships(account_id):
        if one.club.uid in wanted:
            number = one.member.number
            erase_member(one.club.id, ClubRequest(str(uuid.uuid4()), number, "erased", {"member": number}))
    end_session()
    erase_account(account_id)
    flash(_("Your account is deleted."))
    return redirect(url_for("home.show"), 303)


def _memberships(account_id: int) -> list[_Membership]:
    found = [(club, record_of(club), number) for club, number in clubs_of(account_id)]
    return [_Membership(club, record.settings.name, record.who(number)) for club, record, number in found]
