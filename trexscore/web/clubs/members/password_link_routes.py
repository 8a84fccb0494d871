"""A link to a new password, for a member who has forgotten theirs."""

from flask import Blueprint, render_template
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from trexscore.club.events.members import MembershipEnded
from trexscore.commands.clubs.password_link import PasswordLinkRefused, create_password_link
from trexscore.web.accounts.links import link_address
from trexscore.web.accounts.session import no_store, recently_authenticated, to_sign_in
from trexscore.web.clubs.access import ClubContext, find_member, require_permission
from trexscore.web.clubs.members.forms import StepForm
from trexscore.web.clubs.members.presenter import may_reset_password
from trexscore.web.limits import count
from trexscore.web.urls import qr_code_of

pages = no_store(Blueprint("password_links", __name__))


@pages.get("/c/<uid>/members/<int:number>/password")
def ask(uid: str, number: int) -> Response | str:
    """Explain the link before it is created."""
    club = require_permission(uid, MembershipEnded, member=number)
    if not recently_authenticated():
        return to_sign_in()
    if not may_reset_password(club, find_member(club, number)):
        raise NotFound
    return _page(club, number)


@pages.post("/c/<uid>/members/<int:number>/password")
def create(uid: str, number: int) -> Response | str:
    """Create the link. It is shown only once."""
    club = require_permission(uid, MembershipEnded, member=number)
    if not recently_authenticated():
        return to_sign_in()
    if club.me is None:
        raise NotFound
    count("write", f"{uid} links")
    try:
        token = create_password_link(club.club.id, club.me.number, find_member(club, number).number)
    except PasswordLinkRefused as fault:
        raise NotFound from fault
    return _page(club, number, link_address(token))


def _page(club: ClubContext, number: int, url: str | None = None) -> str:
    return render_template(
        "clubs/members/way_back.html",
        club=club,
        member=find_member(club, number),
        form=StepForm(blank=True),
        url=url,
        qr=None if url is None else qr_code_of(url),
    )
