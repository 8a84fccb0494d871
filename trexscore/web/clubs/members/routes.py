"""Members of a club: the list, each member's page, and changes to them."""

from collections.abc import Sequence

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest
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
from trexscore.commands.clubs.add_member import add_member, unlink_member_from_account
from trexscore.commands.clubs.replace_game_links import may_score_any_game
from trexscore.db.clubs.clubs import read_member_numbers_with_account
from trexscore.db.models import db
from trexscore.game.file.names import MAX_NAME_LENGTH
from trexscore.web.clubs.access import (
    ClubContext,
    command_from_form,
    open_club,
    record_form_entry,
    redirect_if_merged,
    require_permission,
    require_surviving_member,
)
from trexscore.web.clubs.entry_form import ClubForm, FieldlessForm
from trexscore.web.clubs.members.forms import AddMemberForm, NameForm, RoleForm
from trexscore.web.clubs.members.presenter import (
    assignable_roles,
    display_name,
    list_members,
    may_unlink_account,
    member_actions,
    merged_members,
)
from trexscore.web.limits import enforce_limit
from trexscore.web.rendering import translate as _

pages = Blueprint("members", __name__)


@pages.get("/c/<club_uid>/members")
def index(club_uid: str) -> str:
    """All members, former ones last."""
    club = open_club(club_uid)
    form = None
    if club.may_record(MemberJoined, role="member"):
        form = AddMemberForm(blank=True)
        form.set_choices(assignable_roles(club))
    return _list_page(club, form)


@pages.post("/c/<club_uid>/members")
def create(club_uid: str) -> Response | tuple[str, int]:
    """Add a member by name."""
    form = AddMemberForm()
    club = require_permission(club_uid, MemberJoined, role=form.role.data)
    form.set_choices(assignable_roles(club))
    joining = command_from_form(club, form, MemberJoined.body_of({"role": form.role.data}))
    name = form.name.data or ""
    similar_members = club.record.similar_members_without_namesake(name) if request.form.get("namesake") != name else ()
    if similar_members:
        return _list_page(club, form, similar_members), 422
    recorded_joining = form.unwrap_outcome(add_member(club.id, joining, name))
    if recorded_joining is None:
        return _list_page(club, form), 422
    flash(
        _(
            "%(name)s has joined.",
            name=display_name(require_surviving_member(open_club(club_uid), recorded_joining.seq)),
        )
    )
    return redirect(url_for("members.index", club_uid=club_uid, more=1), 303)


@pages.get("/c/<club_uid>/members/<int:member_number>")
def show(club_uid: str, member_number: int) -> str:
    """A member, and what the reader can do about them."""
    club = open_club(club_uid)
    member = require_surviving_member(club, member_number)
    redirect_if_merged(member_number=member.number)
    return _member_page(club, member)


@pages.post("/c/<club_uid>/members/<int:member_number>/name")
def rename(club_uid: str, member_number: int) -> Response | tuple[str, int]:
    """Change a member's name."""
    club = require_permission(club_uid, MemberNamed, member=member_number)
    form = NameForm()
    body = MemberNamed.body_of({"member": member_number, "name": form.name.data or ""})
    return _redirect_or_member_page(club, member_number, form, record_form_entry(club, form, body))


@pages.post("/c/<club_uid>/members/<int:member_number>/role")
def give_role(club_uid: str, member_number: int) -> Response | tuple[str, int]:
    """Change a member's role."""
    form = RoleForm()
    club = require_permission(club_uid, RoleChanged, member=member_number, role=form.role.data)
    if form.role.data == "owner":
        raise BadRequest
    body = RoleChanged.body_of({"member": member_number, "role": form.role.data})
    return _redirect_or_member_page(club, member_number, form, record_form_entry(club, form, body))


@pages.post("/c/<club_uid>/members/<int:member_number>/leave")
def end_membership(club_uid: str, member_number: int) -> Response | tuple[str, int]:
    """A member leaves or is removed. Their games stay."""
    club = require_permission(club_uid, MembershipEnded, member=member_number)
    form = FieldlessForm()
    recorded_entry = record_form_entry(club, form, MembershipEnded.body_of({"member": member_number}))
    if recorded_entry is not None and club.me is not None and club.me.number == member_number:
        flash(_("You have left %(club)s.", club=club.name))
        return redirect(url_for("clubs.index"), 303)
    return _redirect_or_member_page(club, member_number, form, recorded_entry)


@pages.post("/c/<club_uid>/members/<int:member_number>/reinstate")
def reinstate(club_uid: str, member_number: int) -> Response | tuple[str, int]:
    """Reinstate a former member."""
    club = require_permission(club_uid, MemberReinstated, member=member_number)
    form = FieldlessForm()
    return _redirect_or_member_page(
        club, member_number, form, record_form_entry(club, form, MemberReinstated.body_of({"member": member_number}))
    )


@pages.post("/c/<club_uid>/members/<int:member_number>/account/remove")
def unlink_account(club_uid: str, member_number: int) -> Response:
    """Unlink an account: for a wrong name, or a lost account."""
    club = require_permission(club_uid, MembershipEnded, member=member_number)
    member = require_surviving_member(club, member_number)
    club.abort_unless(may_unlink_account(club, member))
    enforce_limit("write", f"{club_uid} links")
    unlink_member_from_account(club.id, member.number)
    flash(_("The account is no longer linked to %(name)s.", name=display_name(member)))
    return redirect(url_for("members.show", club_uid=club_uid, member_number=member.number), 303)


def _redirect_or_member_page(
    club: ClubContext, number: int, form: ClubForm, recorded_seq: int | None
) -> Response | tuple[str, int]:
    """Redirect to the member's page if the entry was recorded, else show why not."""
    if recorded_seq is not None:
        flash(_("Saved."))
        return redirect(url_for("members.show", club_uid=club.uid, member_number=number), 303)
    return _member_page(club, require_surviving_member(club, number), form), 422


def _list_page(club: ClubContext, form: AddMemberForm | None, similar_members: Sequence[Member] = ()) -> str:
    query = request.args.get("q", "")[:MAX_NAME_LENGTH]
    people = list_members(club, query)
    more = "more" in request.args  # keeps the form open for the next name
    return render_template(
        "clubs/members/members.html",
        club=club,
        people=people,
        query=query,
        form=form,
        roles=ROLES,
        more=more,
        resembling=similar_members,
    )


def _member_page(club: ClubContext, member: Member, refused_form: ClubForm | None = None) -> str:
    numbers_with_account = read_member_numbers_with_account(db.session(), club.id, club.record)
    return render_template(
        "clubs/members/member.html",
        club=club,
        member=member,
        keeps_score=may_score_any_game(member),
        actions=member_actions(club, member, has_account=member.number in numbers_with_account),
        forms=_member_forms(club, member, refused_form),
        form=refused_form,
        merged=merged_members(club, member) if club.may_record(MembersMerged, member=member.number) else [],
    )


def _member_forms(club: ClubContext, member: Member, refused_form: ClubForm | None) -> dict[str, ClubForm]:
    """The forms on a member's page; a refused one as it was sent."""
    member_number = member.number
    forms: dict[str, ClubForm] = {"step": FieldlessForm(blank=True)}
    if not member.anonymized and club.may_record(MemberNamed, member=member_number):
        name = NameForm(blank=True)
        name.name.data = member.name
        forms["name"] = refused_form if isinstance(refused_form, NameForm) else name
    roles = [role for role in assignable_roles(club) if club.may_record(RoleChanged, member=member_number, role=role)]
    if member.is_active and member.role != "owner" and roles:
        role = RoleForm(blank=True)
        role.set_choices(roles, member.role)
        forms["role"] = role
    return forms
