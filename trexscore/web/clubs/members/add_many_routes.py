"""Everybody of a club at once: a list of names is pasted, looked at, and let in."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from trexscore.club.new_members import all_coming
from trexscore.commands.clubs.add_members import AllIn, add_members
from trexscore.web.accounts.session import no_store
from trexscore.web.clubs.access import ClubContext, build_request, outcome_or_errors, require_permission
from trexscore.web.clubs.members.add_many import preview_names
from trexscore.web.clubs.members.forms import ListForm
from trexscore.web.clubs.members.presenter import roles_to_give
from trexscore.web.rendering import translate_plural as ngettext

pages = no_store(Blueprint("letting_in", __name__))


@pages.get("/c/<uid>/members/list")
def ask(uid: str) -> str:
    """Where the list is pasted."""
    club = require_permission(uid, "joined", role="member")
    form = ListForm(blank=True)
    form.offer(roles_to_give(club))
    return _page(club, form, [])


@pages.post("/c/<uid>/members/list")
def create(uid: str) -> Response | str | tuple[str, int]:
    """What would become of everybody on it; once that has been looked at, let them in."""
    form = ListForm()
    club = require_permission(uid, "joined", role=form.role.data)
    form.offer(roles_to_give(club))
    asked = build_request(club, form, "joined", {"role": form.role.data})
    names = form.read()
    if names and "let_in" in request.form:
        done = outcome_or_errors(form, add_members(club.club.id, asked, names, request.form.getlist("another")))
        if done is not None and any(done):
            _tell(done)
            return redirect(url_for("members.index", uid=uid), 303)
        club = require_permission(uid, "joined", role=form.role.data)  # others have let them in meanwhile
    page = _page(club, form, names)
    return (page, 422) if form.problems else page


def _tell(done: AllIn) -> None:
    if done.joined:
        flash(ngettext("One person has joined.", "%(num)s people have joined.", done.joined))
    if done.returned:
        flash(ngettext("One former member was reinstated.", "%(num)s former members were reinstated.", done.returned))


def _page(club: ClubContext, form: ListForm, names: list[str]) -> str:
    found = preview_names(all_coming(club.record, club.me, names)) if names and club.me is not None else None
    return render_template("clubs/members/letting_in.html", club=club, form=form, found=found)
