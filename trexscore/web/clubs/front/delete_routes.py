"""Delete a club: a page with what goes and what stays; its name must be typed."""

from flask import Blueprint, flash, redirect, render_template, request, session, url_for
from werkzeug.exceptions import Forbidden
from werkzeug.wrappers import Response

from trexscore.commands.clubs.delete_club import HasPossibleHeirs, NotTheOwner, delete_club
from trexscore.db.clubs.clubs import find_club_head, list_possible_owners
from trexscore.db.clubs.game_tokens import count_games_held_only_by_club
from trexscore.db.journals import JournalGone
from trexscore.db.models import db
from trexscore.web.accounts.session import require_recent_sign_in
from trexscore.web.clubs.access import ClubContext, open_club
from trexscore.web.clubs.front.forms import DeleteClubForm
from trexscore.web.limits import enforce_limit
from trexscore.web.rendering import translate as _
from trexscore.web.urls import safe_redirect_path

pages = Blueprint("delete_club", __name__)
_CLUB_TO_DELETE_SESSION_KEY = "dissolving"
"""Key in the owner's session. It stores the club's id, so that sending the form twice gives the same response twice."""


@pages.get("/c/<club_uid>/delete")
def ask(club_uid: str) -> str:
    """What goes and what stays; or why the club cannot be deleted yet."""
    club = _require_owner(club_uid)
    require_recent_sign_in()
    session[_CLUB_TO_DELETE_SESSION_KEY] = club_uid
    form = DeleteClubForm(blank=True)
    form.next.data = request.args.get("next", "")
    return _delete_page(club, form)


@pages.post("/c/<club_uid>/delete")
def delete(club_uid: str) -> Response | tuple[str, int]:
    """Delete the club."""
    form = DeleteClubForm()
    if find_club_head(club_uid) is None and session.get(_CLUB_TO_DELETE_SESSION_KEY) == club_uid:
        return _deleted_response(form)
    club = _require_owner(club_uid)
    account_id = require_recent_sign_in().id
    enforce_limit("write", f"{club_uid} dissolved")
    if not form.check_club_name(club.name):
        return _delete_page(club, form), 422
    try:
        delete_club(club.id, account_id, form.entry_key, removes_owner_name=bool(form.erase.data))
    except NotTheOwner as fault:
        raise Forbidden from fault
    except HasPossibleHeirs:
        return _delete_page(club, form), 422
    except JournalGone:  # the same form was sent twice
        pass
    return _deleted_response(form)


def _require_owner(club_uid: str) -> ClubContext:
    club = open_club(club_uid)
    club.abort_unless(club.role == "owner")
    return club


def _deleted_response(form: DeleteClubForm) -> Response:
    flash(_("The club is deleted."))
    return redirect(safe_redirect_path(form.next.data or "") or url_for("clubs.index"), 303)


def _delete_page(club: ClubContext, form: DeleteClubForm) -> str:
    possible_owners = list_possible_owners(db.session(), club.id, club.record)
    exclusive = count_games_held_only_by_club(db.session(), club.id)
    return render_template("clubs/front/delete.html", club=club, form=form, others=possible_owners, exclusive=exclusive)
