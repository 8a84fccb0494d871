"""Who belongs to a club: the list, each member's page, and what can be changed about them."""

from collections.abc import Sequence

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest, Forbidden, NotFound
from werkzeug.wrappers import Response

from trexscore.club.members import ROLES, Member
from trexscore.commands.clubs.add_member import add_member, unlink
from trexscore.commands.clubs.record_entry import ClubRefused, ClubRequest, NotAllowed
from trexscore.commands.clubs.revoke_links import scores
from trexscore.db.clubs.clubs import claims_of
from trexscore.db.models import db
from trexscore.game.file.names import LONGEST_NAME
from trexscore.web.accounts.session import no_store
from trexscore.web.clubs.access import ClubContext, open_club, require_permission, submit
from trexscore.web.clubs.entry_form import ClubForm
from trexscore.web.clubs.members.forms import JoinForm, NameForm, RoleForm, StepForm
from trexscore.web.clubs.members.presenter import (
    listed,
    may_unlink,
    merges_into,
    roles_to_give,
    title_of,
    what_can_be_done,
)
from trexscore.web.clubs.shared import find_member
from trexscore.web.device import device
from trexscore.web.limits import count
from trexscore.web.rendering import translate as _

pages = no_store(Blueprint("members", __name__))


@pages.get("/c/<uid>/members")
def index(uid: str) -> str:
    """Everybody, those who have left at the end."""
    club = open_club(uid)
    form = None
    if club.may("joined", role="member"):
        form = JoinForm(blank=True)
        form.offer(roles_to_give(club))
    return _index(club, form)


@pages.post("/c/<uid>/members")
def create(uid: str) -> Response | tuple[str, int]:
    """Let somebody in, by name."""
    form = JoinForm()
    club = require_permission(uid, "joined", role=form.role.data)
    form.offer(roles_to_give(club))
    if club.me is None:
        raise NotFound
    count("write", f"{uid} {club.me.number}")
    name = form.name.data or ""
    resembling = club.record.resembling(name) if request.form.get("another") != name else ()
    if resembling:
        return _index(club, form, resembling), 422
    asked = ClubRequest(form.entry_key, club.me.number, "joined", {"role": form.role.data}, None, device())
    joined = add_member(club.club.id, asked, name)
    if isinstance(joined, NotAllowed):
        raise Forbidden
    if isinstance(joined, ClubRefused):
        form.blame(joined.refusals)
        return _index(club, form), 422
    flash(_("%(name)s has joined.", name=title_of(joined.record.members[joined.seq])))
    return redirect(url_for("members.index", uid=uid, more=1), 303)


@pages.get("/c/<uid>/members/<int:number>")
def show(uid: str, number: int) -> Response | str:
    """A member, and what the reader can do about them."""
    club = open_club(uid)
    member = find_member(club, number)
    if member.number != number:
        return redirect(url_for("members.show", uid=uid, number=member.number))
    return _show(club, member)


@pages.post("/c/<uid>/members/<int:number>/name")
def rename(uid: str, number: int) -> Response | tuple[str, int]:
    """Call a member something else."""
    club = require_permission(uid, "named", member=number)
    form = NameForm()
    said = {"member": number, "name": form.name.data or ""}
    return _answer(club, number, form, submit(club, form, "named", said))


@pages.post("/c/<uid>/members/<int:number>/role")
def give_role(uid: str, number: int) -> Response | tuple[str, int]:
    """Let a member do more, or less."""
    form = RoleForm()
    club = require_permission(uid, "role", member=number, role=form.role.data)
    if form.role.data == "owner":
        raise BadRequest
    return _answer(club, number, form, submit(club, form, "role", {"member": number, "role": form.role.data}))


@pages.post("/c/<uid>/members/<int:number>/left")
def leave(uid: str, number: int) -> Response | tuple[str, int]:
    """A member leaves; what they have played stays."""
    club = require_permission(uid, "left", member=number)
    form = StepForm()
    written = submit(club, form, "left", {"member": number})
    if written is not None and club.me is not None and club.me.number == number:
        flash(_("You have left %(club)s.", club=club.name))
        return redirect(url_for("clubs.index"), 303)
    return _answer(club, number, form, written)


@pages.post("/c/<uid>/members/<int:number>/returned")
def come_back(uid: str, number: int) -> Response | tuple[str, int]:
    """Somebody who had left is a member again."""
    club = require_permission(uid, "returned", member=number)
    form = StepForm()
    return _answer(club, number, form, submit(club, form, "returned", {"member": number}))


@pages.post("/c/<uid>/members/<int:number>/account/removed")
def unclaim(uid: str, number: int) -> Response:
    """No account is this member any more: somebody had taken the wrong name, or has lost theirs for good."""
    club = require_permission(uid, "left", member=number)
    member = find_member(club, number)
    if not may_unlink(club, member):
        raise Forbidden
    count("write", f"{uid} links")
    unlink(club.club.id, member.number)
    flash(_("The account is no longer linked to %(name)s.", name=title_of(member)))
    return redirect(url_for("members.show", uid=uid, number=member.number), 303)


def _answer(club: ClubContext, number: int, form: ClubForm, written: int | None) -> Response | tuple[str, int]:
    """Back to the member's page: what was written stands there, or why it could not be."""
    if written is not None:
        flash(_("Saved."))
        return redirect(url_for("members.show", uid=club.uid, number=number), 303)
    return _show(club, find_member(club, number), form), 422


def _index(club: ClubContext, form: JoinForm | None, resembling: Sequence[Member] = ()) -> str:
    asked = request.args.get("q", "")[:LONGEST_NAME]
    people = listed(club, claims_of(db.session(), club.club.id), asked)
    more = "more" in request.args  # the next one is typed where the last one was
    return render_template(
        "clubs/members/members.html",
        club=club,
        people=people,
        asked=asked,
        form=form,
        roles=ROLES,
        more=more,
        resembling=resembling,
    )


def _show(club: ClubContext, member: Member, failed: ClubForm | None = None) -> str:
    account = claims_of(db.session(), club.club.id).keys() & club.record.numbers_of(member.number)
    return render_template(
        "clubs/members/member.html",
        club=club,
        member=member,
        keeps_score=scores(member),
        what=what_can_be_done(club, member, has_account=bool(account)),
        forms=_forms(club, member, failed),
        form=failed,
        merged=merges_into(club, member) if club.may("merged", member=member.number) else [],
        parts=(),
    )


def _forms(club: ClubContext, member: Member, failed: ClubForm | None) -> dict[str, ClubForm]:
    """What the reader can fill in about a member; the one that could not be written as it was sent."""
    number = member.number
    forms: dict[str, ClubForm] = {"step": StepForm(blank=True)}
    if not member.erased and club.may("named", member=number):
        name = NameForm(blank=True)
        name.name.data = member.name
        forms["name"] = failed if isinstance(failed, NameForm) else name
    roles = [role for role in roles_to_give(club) if club.may("role", member=number, role=role)]
    if member.is_here and member.role != "owner" and roles:
        role = RoleForm(blank=True)
        role.offer(roles, member.role)
        forms["role"] = role
    return forms
