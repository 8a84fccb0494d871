"""Add many members at once: paste a list of names, preview it, add them."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from trexscore.club.events.members import MemberJoined
from trexscore.club.new_members import name_outcomes
from trexscore.commands.clubs.add_members import AddedMemberCounts, add_new_members
from trexscore.web.clubs.access import ClubContext, command_from_form, require_permission
from trexscore.web.clubs.members.forms import NameListForm
from trexscore.web.clubs.members.name_list_preview import name_list_preview
from trexscore.web.clubs.members.presenter import assignable_roles
from trexscore.web.rendering import translate_plural as ngettext

pages = Blueprint("add_members", __name__)


@pages.get("/c/<club_uid>/members/list")
def ask(club_uid: str) -> str:
    """The form for the list."""
    club = require_permission(club_uid, MemberJoined, role="member")
    form = NameListForm(blank=True)
    form.set_choices(assignable_roles(club))
    return _add_many_page(club, form, [])


@pages.post("/c/<club_uid>/members/list")
def preview_or_add(club_uid: str) -> Response | str | tuple[str, int]:
    """Preview the list; once previewed, add its members."""
    form = NameListForm()
    club = require_permission(club_uid, MemberJoined, role=form.role.data)
    form.set_choices(assignable_roles(club))
    joining = command_from_form(club, form, MemberJoined.body_of({"role": form.role.data}))
    names = form.parse_names()
    if names and "confirmed" in request.form:
        added_members = form.unwrap_outcome(add_new_members(club.id, joining, names, request.form.getlist("namesake")))
        if added_members is not None and any(added_members):
            _flash_added_counts(added_members)
            return redirect(url_for("members.index", club_uid=club_uid), 303)
        club = require_permission(
            club_uid, MemberJoined, role=form.role.data
        )  # someone else has added them in the meantime
    page = _add_many_page(club, form, names)
    return (page, 422) if form.problems else page


def _flash_added_counts(added_counts: AddedMemberCounts) -> None:
    if added_counts.joined_count:
        flash(ngettext("One person has joined.", "%(num)s people have joined.", added_counts.joined_count))
    if added_counts.reinstated_count:
        flash(
            ngettext(
                "One former member was reinstated.",
                "%(num)s former members were reinstated.",
                added_counts.reinstated_count,
            )
        )


def _add_many_page(club: ClubContext, form: NameListForm, names: list[str]) -> str:
    preview = name_list_preview(name_outcomes(club.record, club.me, names)) if names and club.me is not None else None
    return render_template("clubs/members/add_members.html", club=club, form=form, preview=preview)
