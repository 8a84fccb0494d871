"""Deleting an account; and, where its owner wants it, being erased from its clubs as well."""

import uuid
from contextlib import suppress
from typing import NamedTuple

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from trexscore.club.members import Member
from trexscore.commands.accounts import StillOwned, erase_account
from trexscore.commands.clubs.anonymize import anonymize_member
from trexscore.commands.clubs.record_entry import ClubRequest
from trexscore.db.clubs.clubs import ClubAt, clubs_of, heirs, record_of
from trexscore.db.journals import Gone
from trexscore.db.models import db
from trexscore.web.accounts.session import (
    account_required,
    end_session,
    no_store,
    own_account,
    recently_authenticated,
    to_sign_in,
)
from trexscore.web.games.small_forms import PlainForm
from trexscore.web.rendering import translate as _

pages = no_store(Blueprint("leaving", __name__))


class _Membership(NamedTuple):
    """A club of the account, and who it is there."""

    club: ClubAt
    name: str
    member: Member
    has_heirs: bool
    """Whether somebody else could own it; asked of an owner only."""


@pages.get("/account/delete")
@account_required
def ask() -> Response | str:
    """What goes with the account, and what stays."""
    if not recently_authenticated():
        return to_sign_in()
    return _page(_memberships(own_account().id))


@pages.post("/account/delete")
@account_required
def delete() -> Response | tuple[str, int]:
    """Erase it: first from the clubs that were named, each for itself, then the account."""
    if not recently_authenticated():
        return to_sign_in()
    account_id = own_account().id
    memberships = _memberships(account_id)
    if any(one.has_heirs for one in memberships):
        return _page(memberships), 422
    wanted = {*request.form.getlist("erase")}
    for one in memberships:
        if one.club.uid in wanted:
            number = one.member.number
            with suppress(Gone):  # the club has been dissolved since we looked
                anonymize_member(one.club.id, ClubRequest(str(uuid.uuid4()), number, "erased", {"member": number}))
    end_session()
    try:
        erase_account(account_id)
    except StillOwned:  # somebody handed it a club, or came into one of its own, since we looked
        return redirect(url_for("leaving.ask"), 303)
    flash(_("Your account is deleted."))
    return redirect(url_for("home.show"), 303)


def _page(memberships: list[_Membership]) -> str:
    owned = [one for one in memberships if one.member.role == "owner"]
    others = [one for one in memberships if one.member.role != "owner" and not one.member.erased]
    return render_template("accounts/delete.html", form=PlainForm(blank=True), owned=owned, others=others)


def _memberships(account_id: int) -> list[_Membership]:
    return [_membership(club, number) for club, number in clubs_of(account_id)]


def _membership(club: ClubAt, number: int) -> _Membership:
    record = record_of(club)
    member = record.who(number)
    has_heirs = member is record.owner and bool(heirs(db.session(), club.id, record))
    return _Membership(club, record.settings.name, member, has_heirs)
