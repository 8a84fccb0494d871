"""Dissolving a club: what goes and what stays is said, its name is typed, and all of it goes at once."""

from flask import Blueprint, flash, redirect, render_template, request, session, url_for
from werkzeug.exceptions import Forbidden, NotFound
from werkzeug.wrappers import Response

from trexscore.commands.clubs.delete_club import NotTheOwner, OthersAreIn, delete_club
from trexscore.db.clubs.clubs import club_at, heirs
from trexscore.db.clubs.game_tokens import count_exclusive
from trexscore.db.journals import Gone
from trexscore.db.models import db
from trexscore.web.accounts.session import no_store, own_account, recently_authenticated, to_sign_in
from trexscore.web.clubs.access import ClubContext, open_club
from trexscore.web.clubs.front.forms import DissolvingForm
from trexscore.web.limits import count
from trexscore.web.rendering import translate as _
from trexscore.web.urls import place_here

pages = no_store(Blueprint("dissolving", __name__))
_ASKED = "dissolving"
"""In the owner's session, the address of the club: so a form that is sent twice is told the same twice, when nothing
else knows any more that there was such a club.
"""


@pages.get("/c/<uid>/dissolved")
def ask(uid: str) -> Response | str:
    """What goes and what stays; or why it cannot be yet."""
    club = _open(uid)
    if not recently_authenticated():
        return to_sign_in()
    session[_ASKED] = uid
    form = DissolvingForm(blank=True)
    form.next.data = request.args.get("next", "")
    return _page(club, form)


@pages.post("/c/<uid>/dissolved")
def create(uid: str) -> Response | tuple[str, int]:
    """Dissolve it."""
    form = DissolvingForm()
    if club_at(uid) is None and session.get(_ASKED) == uid:
        return _done(form)
    club = _open(uid)
    if not recently_authenticated():
        return to_sign_in()
    count("write", f"{uid} dissolved")
    if not form.names(club.name):
        return _page(club, form), 422
    try:
        delete_club(club.club.id, own_account().id, form.entry_key, erasing=bool(form.erase.data))
    except NotTheOwner as fault:
        raise Forbidden from fault
    except OthersAreIn:
        return _page(club, form), 422
    except Gone:  # by the same form, sent twice
        pass
    return _done(form)


def _open(uid: str) -> ClubContext:
    """The club, for its owner."""
    club = open_club(uid)
    if club.me is None:
        raise NotFound
    if club.role != "owner":
        raise Forbidden
    return club


def _done(form: DissolvingForm) -> Response:
    flash(_("The club is deleted."))
    return redirect(place_here(form.next.data or "") or url_for("clubs.index"), 303)


def _page(club: ClubContext, form: DissolvingForm) -> str:
    others = heirs(db.session(), club.club.id, club.record)
    alone = count_exclusive(db.session(), club.club.id)
    return render_template("clubs/front/dissolve.html", club=club, form=form, others=others, alone=alone)
