"""Erasing a person from a club: what goes and what stays is said, and confirmed once."""

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.exceptions import Forbidden
from werkzeug.wrappers import Response

from trexscore.actions.clubs.erase import erase_member, person_in
from trexscore.actions.clubs.write import ClubRefused, ClubRequest, NotAllowed
from trexscore.storage.models import db
from trexscore.web.accounts import is_lately, never_kept, to_sign_in
from trexscore.web.club_scope import ClubScope, open_to_say
from trexscore.web.forms.clubs.members import StepForm
from trexscore.web.limits import count
from trexscore.web.pages.clubs.opening import member_here
from trexscore.web.rendering import translate as _

pages = never_kept(Blueprint("erasing", __name__))


@pages.get("/c/<uid>/members/<int:number>/erased")
def ask(uid: str, number: int) -> Response | str:
    """What goes, and what stays. Whoever finds a phone lying about unlocked is asked for the password."""
    club = open_to_say(uid, "erased", member=number)
    return _page(club, number, StepForm(blank=True)) if is_lately() else to_sign_in()


@pages.post("/c/<uid>/members/<int:number>/erased")
def create(uid: str, number: int) -> Response | tuple[str, int]:
    """Erase them."""
    club = open_to_say(uid, "erased", member=number)
    if club.me is None:
        raise Forbidden
    if not is_lately():
        return to_sign_in()
    count("write", f"{uid} {club.me.number}")
    form = StepForm()
    asked = ClubRequest(form.entry_key, club.me.number, "erased", {"member": number})
    written = erase_member(club.club.id, asked)
    if isinstance(written, NotAllowed):
        raise Forbidden
    if isinstance(written, ClubRefused):
        form.blame(written.refusals)
        return _page(club, number, form), 422
    flash(_("Erased. Every result stays as it was."))
    if club.me.number == number:
        return redirect(url_for("clubs.index"), 303)
    return redirect(url_for("members.index", uid=uid), 303)


def _page(club: ClubScope, number: int, form: StepForm) -> str:
    member = member_here(club, number)
    games = 0 if member.erased else person_in(db.session(), club.club.id, member.number).played
    return render_template("clubs/erase.html", club=club, member=member, games=games, form=form)
