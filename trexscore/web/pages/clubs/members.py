"""Who belongs to a club: the list, each member's page, and what can be changed about them."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import Forbidden, NotFound
from werkzeug.wrappers import Response

from trexscore.actions.clubs.join import let_in
from trexscore.actions.clubs.write import ClubRefused, ClubRequest, NotAllowed
from trexscore.club.members import ROLES, Member, Role
from trexscore.storage.clubs import claims_of
from trexscore.storage.models import db
from trexscore.web.accounts import never_kept
from trexscore.web.club_scope import ClubScope, open_club, open_to_say, say
from trexscore.web.device import device
from trexscore.web.forms.clubs.entry import ClubForm
from trexscore.web.forms.clubs.members import JoinForm, MergeForm, NameForm, RoleForm, StepForm
from trexscore.web.limits import count
from trexscore.web.rendering import translate as _
from trexscore.web.views.clubs.members import listed, merges_into, title_of

pages = never_kept(Blueprint("members", __name__))


@pages.get("/c/<uid>/members")
def index(uid: str) -> str:
    """Everybody, those who have left at the end."""
    club = open_club(uid)
    form = None
    if club.may("joined", role="member"):
        form = JoinForm(blank=True)
        form.offer(_roles_to_give(club))
    return _index(club, form)


@pages.post("/c/<uid>/members")
def create(uid: str) -> Response | tuple[str, int]:
    """Let somebody in, by name."""
    form = JoinForm()
    club = open_to_say(uid, "joined", role=form.role.data)
    form.offer(_roles_to_give(club))
    if club.me is None:
        raise NotFound
    count("write", f"{uid} {club.me.number}")
    asked = ClubRequest(form.entry_key, club.me.number, "joined", {"role": form.role.data}, None, device())
    joined = let_in(club.club.id, asked, form.name.data or "")
    if isinstance(joined, NotAllowed):
        raise Forbidden
    if isinstance(joined, ClubRefused):
        form.blame(joined.refusals)
        return _index(club, form), 422
    flash(_("%(name)s has joined.", name=title_of(joined.record.members[joined.seq])))
    return redirect(url_for("members.index", uid=uid, _anchor="new"), 303)


@pages.get("/c/<uid>/members/<int:number>")
def show(uid: str, number: int) -> Response | str:
    """A member, and what the reader can do about them."""
    club = open_club(uid)
    member = _member(club, number)
    if member.number != number:
        return redirect(url_for("members.show", uid=uid, number=member.number))
    return _show(club, member)


@pages.post("/c/<uid>/members/<int:number>/name")
def rename(uid: str, number: int) -> Response | tuple[str, int]:
    """Call a member something else."""
    club = open_to_say(uid, "named", member=number)
    form = NameForm()
    said = {"member": number, "name": form.name.data or ""}
    return _answer(club, number, form, say(club, form, "named", said))


@pages.post("/c/<uid>/members/<int:number>/role")
def give_role(uid: str, number: int) -> Response | tuple[str, int]:
    """Let a member do more, or less; with the owner's role, the club is handed over."""
    form = RoleForm()
    club = open_to_say(uid, "role", member=number, role=form.role.data)
    return _answer(club, number, form, say(club, form, "role", {"member": number, "role": form.role.data}))


@pages.post("/c/<uid>/members/<int:number>/left")
def leave(uid: str, number: int) -> Response | tuple[str, int]:
    """A member leaves; what they have played stays."""
    club = open_to_say(uid, "left", member=number)
    form = StepForm()
    written = say(club, form, "left", {"member": number})
    if written is not None and club.me is not None and club.me.number == number:
        return redirect(url_for("clubs.index"), 303)
    return _answer(club, number, form, written)


@pages.post("/c/<uid>/members/<int:number>/returned")
def come_back(uid: str, number: int) -> Response | tuple[str, int]:
    """Somebody who had left is a member again."""
    club = open_to_say(uid, "returned", member=number)
    form = StepForm()
    return _answer(club, number, form, say(club, form, "returned", {"member": number}))


@pages.post("/c/<uid>/members/<int:number>/merged")
def merge(uid: str, number: int) -> Response | tuple[str, int]:
    """Two names were one person: what this one has played is the other's."""
    club = open_to_say(uid, "merged", member=number)
    form = MergeForm()
    said = form.said(number)
    written = say(club, form, "merged", said)
    return _answer(club, said["into"] if written is not None else number, form, written)


@pages.post("/c/<uid>/members/<int:number>/apart")
def part(uid: str, number: int) -> Response | tuple[str, int]:
    """They were two people after all."""
    form = StepForm()
    entry = request.form.get("entry", "")
    club = open_to_say(uid, "merged", member=number)
    seq = int(entry) if entry.isascii() and entry.isdecimal() else 0
    if seq not in club.record.merges:
        raise NotFound
    return _answer(club, number, form, say(club, form, "take_back", seq))


def _member(club: ClubScope, number: int) -> Member:
    if number not in club.record.members:
        raise NotFound
    return club.record.who(number)


def _answer(club: ClubScope, number: int, form: ClubForm, written: int | None) -> Response | tuple[str, int]:
    """Back to the member's page: what was written stands there, or why it could not be."""
    if written is not None:
        flash(_("Saved."))
        return redirect(url_for("members.show", uid=club.uid, number=number), 303)
    return _show(club, _member(club, number), form), 422


def _index(club: ClubScope, form: JoinForm | None) -> str:
    claims = claims_of(db.session(), club.club.id)
    here, gone = listed(club, claims)
    return render_template("clubs/members.html", club=club, here=here, gone=gone, form=form)


def _show(club: ClubScope, member: Member, failed: ClubForm | None = None) -> str:
    number = member.number
    forms: dict[str, object] = {}
    if not member.erased and club.may("named", member=number):
        forms["name"] = NameForm(blank=True)
        forms["name"].name.data = member.name  # type: ignore[attr-defined]  # the form of the line above
    roles = [role for role in _roles_to_give(club) if club.may("role", member=number, role=role)]
    if member.is_here and member.role != "owner" and roles:
        role_form = RoleForm(blank=True)
        role_form.offer(roles, member.role)
        forms["role"] = role_form
    if member.role != "owner" and not member.erased:
        if member.left and club.may("returned", member=number):
            forms["return"] = StepForm(blank=True)
        elif member.is_here and club.may("left", member=number):
            forms["leave"] = StepForm(blank=True)
        if club.may("merged", member=number):
            merge_form = MergeForm(blank=True)
            merge_form.offer(one for one in club.record.people if one.number != number and one.name is not None)
            forms["merge"] = merge_form if merge_form.into.choices else None
    kinds: dict[type[ClubForm], str] = {NameForm: "name", MergeForm: "merge"}
    if failed is not None and type(failed) in kinds:
        forms[kinds[type(failed)]] = failed
    merged = merges_into(club, member) if club.may("merged", member=number) else []
    apart = StepForm(blank=True) if merged else None
    return render_template(
        "clubs/member.html", club=club, member=member, forms=forms, form=failed, merged=merged, apart=apart
    )


def _roles_to_give(club: ClubScope) -> list[Role]:
    return [role for role in ROLES if club.may("joined", role=role)]
