"""Members of a club: the list, each member's page, and changes to them."""

from collections.abc import Sequence

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest, Forbidden
from werkzeug.wrappers import Response

from trexscore.club.events.members import (
    MemberJoined,
    MemberNamed,
    MemberReinstated,
    MembershipEnded,
    MembersMerged,
    RoleChanged,
)
from trexscore.club.members import ROLES, Member
from trexscore.commands.clubs.add_member import add_member, unlink_account
from trexscore.commands.clubs.revoke_links import may_score
from trexscore.db.clubs.clubs import read_member_accounts
from trexscore.db.models import db
from trexscore.game.file.names import LONGEST_NAME
from trexscore.web.accounts.session import no_store
from trexscore.web.clubs.access import ClubContext, command_of, find_member, open_club, require_permission, submit
from trexscore.web.clubs.entry_form import ClubForm
from trexscore.web.clubs.members.forms import JoinForm, NameForm, RoleForm, StepForm
from trexscore.web.clubs.members.presenter import (
    list_members,
    may_unlink,
    member_actions,
    merges_into,
    roles_to_give,
    title_of,
)
from trexscore.web.limits import count
from trexscore.web.rendering import translate as _

pages = no_store(Blueprint("members", __name__))


@pages.get("/c/<uid>/members")
def index(uid: str) -> str:
    """All members, former ones last."""
    club = open_club(uid)
    form = None
    if club.may(MemberJoined, role="member"):
        form = JoinForm(blank=True)
        form.offer(roles_to_give(club))
    return _list_page(club, form)


@pages.post("/c/<uid>/members")
def create(uid: str) -> Response | tuple[str, int]:
    """Add a member by name."""
    form = JoinForm()
    club = require_permission(uid, MemberJoined, role=form.role.data)
    form.offer(roles_to_give(club))
    joining = command_of(club, form, MemberJoined.body({"role": form.role.data}))
    name = form.name.data or ""
    resembling = club.record.similar_members(name) if request.form.get("another") != name else ()
    if resembling:
        return _list_page(club, form, resembling), 422
    joined = form.accept(add_member(club.club.id, joining, name))
    if joined is None:
        return _list_page(club, form), 422
    flash(_("%(name)s has joined.", name=title_of(find_member(open_club(uid), joined.seq))))
    return redirect(url_for("members.index", uid=uid, more=1), 303)


@pages.get("/c/<uid>/members/<int:number>")
def show(uid: str, number: int) -> Response | str:
    """A member, and what the reader can do about them."""
    club = open_club(uid)
    member = find_member(club, number)
    if member.number != number:
        return redirect(url_for("members.show", uid=uid, number=member.number))
    return _member_page(club, member)


@pages.post("/c/<uid>/members/<int:number>/name")
def rename(uid: str, number: int) -> Response | tuple[str, int]:
    """Change a member's name."""
    club = require_permission(uid, MemberNamed, member=number)
    form = NameForm()
    body = MemberNamed.body({"member": number, "name": form.name.data or ""})
    return _back_to_member(club, number, form, submit(club, form, body))


@pages.post("/c/<uid>/members/<int:number>/role")
def give_role(uid: str, number: int) -> Response | tuple[str, int]:
    """Change a member's role."""
    form = RoleForm()
    club = require_permission(uid, RoleChanged, member=number, role=form.role.data)
    if form.role.data == "owner":
        raise BadRequest
    body = RoleChanged.body({"member": number, "role": form.role.data})
    return _back_to_member(club, number, form, submit(club, form, body))


@pages.post("/c/<uid>/members/<int:number>/leave")
def leave(uid: str, number: int) -> Response | tuple[str, int]:
    """A member leaves or is removed. Their games stay."""
    club = require_permission(uid, MembershipEnded, member=number)
    form = StepForm()
    recorded = submit(club, form, MembershipEnded.body({"member": number}))
    if recorded is not None and club.me is not None and club.me.number == number:
        flash(_("You have left %(club)s.", club=club.name))
        return redirect(url_for("clubs.index"), 303)
    return _back_to_member(club, number, form, recorded)


@pages.post("/c/<uid>/members/<int:number>/reinstate")
def come_back(uid: str, number: int) -> Response | tuple[str, int]:
    """Reinstate a former member."""
    club = require_permission(uid, MemberReinstated, member=number)
    form = StepForm()
    return _back_to_member(club, number, form, submit(club, form, MemberReinstated.body({"member": number})))


@pages.post("/c/<uid>/members/<int:number>/account/remove")
def unclaim(uid: str, number: int) -> Response:
    """Unlink an account: for a wrong name, or a lost account."""
    club = require_permission(uid, MembershipEnded, member=number)
    member = find_member(club, number)
    if not may_unlink(club, member):
        raise Forbidden
    count("write", f"{uid} links")
    unlink_account(club.club.id, member.number)
    flash(_("The account is no longer linked to %(name)s.", name=title_of(member)))
    return redirect(url_for("members.show", uid=uid, number=member.number), 303)


def _back_to_member(club: ClubContext, number: int, form: ClubForm, recorded: int | None) -> Response | tuple[str, int]:
    """Redirect to the member's page if the entry was recorded, else show why not."""
    if recorded is not None:
        flash(_("Saved."))
        return redirect(url_for("members.show", uid=club.uid, number=number), 303)
    return _member_page(club, find_member(club, number), form), 422


def _list_page(club: ClubContext, form: JoinForm | None, resembling: Sequence[Member] = ()) -> str:
    query = request.args.get("q", "")[:LONGEST_NAME]
    people = list_members(club, read_member_accounts(db.session(), club.club.id), query)
    more = "more" in request.args  # keeps the form open for the next name
    return render_template(
        "clubs/members/members.html",
        club=club,
        people=people,
        query=query,
        form=form,
        roles=ROLES,
        more=more,
        resembling=resembling,
    )


def _member_page(club: ClubContext, member: Member, failed: ClubForm | None = None) -> str:
    account = read_member_accounts(db.session(), club.club.id).keys() & club.record.all_numbers_of(member.number)
    return render_template(
        "clubs/members/member.html",
        club=club,
        member=member,
        keeps_score=may_score(member),
        actions=member_actions(club, member, has_account=bool(account)),
        forms=_forms(club, member, failed),
        form=failed,
        merged=merges_into(club, member) if club.may(MembersMerged, member=member.number) else [],
    )


def _forms(club: ClubContext, member: Member, failed: ClubForm | None) -> dict[str, ClubForm]:
    """The forms on a member's page; a refused one as it was sent."""
    number = member.number
    forms: dict[str, ClubForm] = {"step": StepForm(blank=True)}
    if not member.anonymized and club.may(MemberNamed, member=number):
        name = NameForm(blank=True)
        name.name.data = member.name
        forms["name"] = failed if isinstance(failed, NameForm) else name
    roles = [role for role in roles_to_give(club) if club.may(RoleChanged, member=number, role=role)]
    if member.is_active and member.role != "owner" and roles:
        role = RoleForm(blank=True)
        role.offer(roles, member.role)
        forms["role"] = role
    return forms
