"""Confirm names that people picked through the club's invitation."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from trexscore.commands.clubs.name_requests import confirm_name_request, confirmable_name_requests, refuse_name_request
from trexscore.db.models import db
from trexscore.i18n.marking import N_
from trexscore.web.clubs.access import require_owner_or_admin
from trexscore.web.clubs.members.presenter import display_name, member_name
from trexscore.web.limits import enforce_limit
from trexscore.web.number_parsing import parse_ascii_number
from trexscore.web.rendering import translate as _

pages = Blueprint("name_requests", __name__)
_NOT_OPEN_TEXT = N_("This request is no longer open. It was answered or withdrawn.")


@pages.get("/c/<club_uid>/requests")
def index(club_uid: str) -> str:
    """Requests that wait for confirmation."""
    club = require_owner_or_admin(club_uid)
    confirmable_requests = confirmable_name_requests(db.session(), club.id, club.record)
    request_rows = [
        (item.id, item.account_name, member_name(club.record, item.member_number)) for item in confirmable_requests
    ]
    return render_template("clubs/members/name_requests.html", club=club, picked=request_rows)


@pages.post("/c/<club_uid>/requests")
def confirm_or_refuse(club_uid: str) -> Response:
    """Confirm or refuse a request."""
    club = require_owner_or_admin(club_uid)
    enforce_limit("write", f"{club_uid} links")
    confirmed, refused = (parse_ascii_number(request.form.get(name, "")) for name in ("confirm", "refuse"))
    if confirmed is not None:
        member = confirm_name_request(club.id, confirmed)
        flash(_("Confirmed: %(name)s.", name=display_name(member)) if member else _(_NOT_OPEN_TEXT))
    elif refused is not None:
        flash(_("Refused.") if refuse_name_request(club.id, refused) else _(_NOT_OPEN_TEXT))
    else:
        raise BadRequest
    return redirect(url_for("name_requests.index", club_uid=club_uid), 303)
