"""A link to choose a new password, for a member who has forgotten theirs."""

from flask import Blueprint, render_template
from werkzeug.exceptions import NotFound

from trexscore.club.events.members import MembershipEnded
from trexscore.commands.clubs.password_link import PasswordLinkRefused, create_member_password_token
from trexscore.web.accounts.session import require_recent_sign_in
from trexscore.web.clubs.access import ClubContext, require_permission, require_surviving_member
from trexscore.web.clubs.entry_form import FieldlessForm
from trexscore.web.clubs.members.presenter import may_create_password_link
from trexscore.web.limits import enforce_limit
from trexscore.web.urls import account_link_url, qr_code_svg

pages = Blueprint("password_links", __name__)


@pages.get("/c/<club_uid>/members/<int:member_number>/password")
def ask(club_uid: str, member_number: int) -> str:
    """Explain the link before it is created."""
    club = require_permission(club_uid, MembershipEnded, member=member_number)
    require_recent_sign_in()
    if not may_create_password_link(club, require_surviving_member(club, member_number)):
        raise NotFound
    return _password_link_page(club, member_number)


@pages.post("/c/<club_uid>/members/<int:member_number>/password")
def create(club_uid: str, member_number: int) -> str:
    """Create the link. It is shown only once."""
    club = require_permission(club_uid, MembershipEnded, member=member_number)
    require_recent_sign_in()
    if club.me is None:
        raise NotFound
    enforce_limit("write", f"{club_uid} links")
    try:
        token = create_member_password_token(
            club.id, club.me.number, require_surviving_member(club, member_number).number
        )
    except PasswordLinkRefused as fault:
        raise NotFound from fault
    return _password_link_page(club, member_number, account_link_url(token))


def _password_link_page(club: ClubContext, member_number: int, url: str | None = None) -> str:
    return render_template(
        "clubs/members/password_link.html",
        club=club,
        member=require_surviving_member(club, member_number),
        form=FieldlessForm(blank=True),
        url=url,
        qr=None if url is None else qr_code_svg(url),
    )
