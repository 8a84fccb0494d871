"""Add many members at once: paste a list of names, preview it, add them."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from trexscore.club.events.members import MemberJoined
from trexscore.club.new_members import NameOutcome, NameOutcomeCode, name_outcomes
from trexscore.commands.clubs.add_members import AddedMemberCounts, add_new_members
from trexscore.i18n.marking import N_
from trexscore.rules.refusals import refuse
from trexscore.web.clubs.access import ClubContext, command_from_form, require_permission
from trexscore.web.clubs.members.forms import NameListForm
from trexscore.web.clubs.members.presenter import assignable_roles, display_name
from trexscore.web.forms import render_refusal
from trexscore.web.rendering import translate as _
from trexscore.web.rendering import translate_plural as ngettext

pages = Blueprint("add_members", __name__)
_MAX_SHOWN_NAME_LENGTH = 80
_OUTCOME_TEXTS: dict[NameOutcomeCode, str] = {
    "gone": N_("Former member. A club admin can reinstate them on their member page."),
    "alike": N_("A very similar name is already on the list."),
    "twice": N_("Listed twice; once is enough."),
}
_PREVIEW_GROUPS: dict[NameOutcomeCode, str] = {
    "new": "new",
    "returns": "reinstated",
    "alike": "similar",
    "gone": "not_added",
    "no_name": "not_added",
    "here": "skipped",
    "twice": "skipped",
}


class NameListLine(NamedTuple):
    """A name, its number on the list, and a note."""

    number: int
    name: str
    note: str


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
        added = form.unwrap_outcome(add_new_members(club.id, joining, names, request.form.getlist("namesake")))
        if added is not None and any(added):
            _flash_added_counts(added)
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
    preview = _preview_names(name_outcomes(club.record, club.me, names)) if names and club.me is not None else None
    return render_template("clubs/members/add_members.html", club=club, form=form, preview=preview)


def _preview_names(outcomes: Sequence[NameOutcome]) -> dict[str, list[NameListLine]]:
    """The names by what happens to them. Each is shown once, in the order of the list."""
    preview: dict[str, list[NameListLine]] = {group: [] for group in _PREVIEW_GROUPS.values()}
    for number, outcome in enumerate(outcomes, 1):
        is_short = len(outcome.name) <= _MAX_SHOWN_NAME_LENGTH
        shown = outcome.name if is_short else f"{outcome.name[:_MAX_SHOWN_NAME_LENGTH]}…"
        preview[_PREVIEW_GROUPS[outcome.code]].append(NameListLine(number, shown, _outcome_note(outcome)))
    return preview


def _outcome_note(name_outcome: NameOutcome) -> str:
    if name_outcome.code == "no_name":
        return render_refusal(refuse("bad_players", "name", reason="not_a_name"))
    if name_outcome.code == "alike" and name_outcome.existing_member is not None:
        return _("Is this %(name)s?", name=display_name(name_outcome.existing_member))
    if name_outcome.code in _OUTCOME_TEXTS:
        return _(_OUTCOME_TEXTS[name_outcome.code])
    if name_outcome.code == "here" and name_outcome.existing_member is not None:
        name = display_name(name_outcome.existing_member)
        if name == name_outcome.name:
            return _("Already in the club.")
        return _("Already in the club, as %(name)s.", name=name)
    return ""
