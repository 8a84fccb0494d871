"""A club's links: list, create, cancel; and join the club by an invitation."""

from flask import Blueprint, abort, current_app, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from trexscore.club.members import Member
from trexscore.commands.account_links import create_account_link_token
from trexscore.commands.clock import current_timestamp
from trexscore.commands.clubs.add_member import (
    AlreadyMember,
    InvitationExpired,
    claim_member_by_invitation,
    find_valid_invitation,
    invited_member_if_claimable,
    join_by_invitation,
)
from trexscore.commands.clubs.links import CLUB_LINK_PERMISSIONS, cancel_club_link, create_club_link
from trexscore.commands.clubs.name_requests import (
    MemberNotClaimable,
    claimable_members,
    request_member_name,
    withdraw_name_request,
)
from trexscore.db.clubs.clubs import (
    USED_INVITATION_PERMISSION,
    LinkAccess,
    SharedLink,
    find_club_head,
    find_member_number,
    list_valid_shared_links,
    read_club_record,
    read_link_access,
    read_member_numbers_with_account,
)
from trexscore.db.clubs.name_requests import find_name_request
from trexscore.db.models import db
from trexscore.game.file.names import name_key
from trexscore.i18n.marking import N_
from trexscore.web.accounts.session import current_account
from trexscore.web.clubs.access import ClubContext, require_owner_or_admin
from trexscore.web.clubs.links.presenter import link_view
from trexscore.web.clubs.members.forms import NameForm
from trexscore.web.clubs.members.presenter import display_name, member_name, sorted_by_name
from trexscore.web.disk_space import enforce_new_game_limits
from trexscore.web.error_pages import error_page
from trexscore.web.limits import client_address_or_network, enforce_limit
from trexscore.web.number_parsing import parse_ascii_number
from trexscore.web.rendering import translate as _

pages = Blueprint("club_links", __name__)
_INVALID_INVITATION_PARAGRAPHS = (
    N_("This invitation is no longer valid."),
    N_("It was used or cancelled, or its two weeks are over."),
    N_("Ask the club for a new one."),
)


@pages.get("/c/<club_uid>/links")
def index(club_uid: str) -> str:
    """The valid links, and forms for new ones."""
    club = require_owner_or_admin(club_uid)
    links = [
        link
        for link in list_valid_shared_links(db.session(), club.id, current_timestamp())
        if _may_see_link(club, link)
    ]
    names = [(member.number, display_name(member)) for member in _invitable_members(club)]
    requested_member = parse_ascii_number(request.args.get("member", ""))
    return render_template(
        "clubs/links/links.html",
        club=club,
        links=[link_view(club, link) for link in links],
        names=names,
        requested_member=requested_member,
    )


@pages.post("/c/<club_uid>/links")
def create(club_uid: str) -> Response:
    """Create a link."""
    club = require_owner_or_admin(club_uid)
    enforce_limit("write", f"{club_uid} links")
    permission = next((kind for kind in CLUB_LINK_PERMISSIONS if kind == request.form.get("permission")), None)
    requested_member = request.form.get("member", "")
    invited_number = parse_ascii_number(requested_member)
    can_invite = permission == "join" and invited_number in {member.number for member in _invitable_members(club)}
    if permission is None or (requested_member and not can_invite):
        raise BadRequest
    token = create_club_link(club.id, permission, invited_number, None if club.me is None else club.me.number)
    return redirect(url_for("club_links.index", club_uid=club_uid, _anchor=f"link-{token[:6]}"), 303)


@pages.post("/c/<club_uid>/links/cancel")
def delete(club_uid: str) -> Response:
    """Cancel a link."""
    club = require_owner_or_admin(club_uid)
    token = request.form.get("token", "")
    if any(
        link.token == token and _may_see_link(club, link)
        for link in list_valid_shared_links(db.session(), club.id, current_timestamp())
    ):
        cancel_club_link(club.id, token)
    flash(_("The link no longer works."))
    return redirect(url_for("club_links.index", club_uid=club_uid), 303)


@pages.get("/join/<token>")
def show_invitation(token: str) -> str:
    """The invitation. Opening it does not use it up: chat programs open every link that is sent."""
    link = _require_invitation(token)
    form = NameForm(blank=True)
    account = current_account()
    form.name.data = account.name if account else ""
    return _join_page(token, link, form)


@pages.post("/join/<token>")
def accept(token: str) -> Response | tuple[str, int]:
    """Join, or become the member that the invitation is for."""
    link, account = _require_invitation(token), current_account()
    if account is None:
        return _redirect_to_sign_up(token)
    enforce_limit("write", f"account {account.id}")
    member = _member_of_account(link, account.id)
    if member is not None and not member.is_active:
        return _join_page(token, link, NameForm()), 422
    if member is None:
        try:
            problem = _join_club(token, link, account.id)
        except InvitationExpired:  # someone used it a moment ago
            return _invalid_invitation_response(token)
        if problem is not None:
            return problem
    return redirect(url_for("club.show", club_uid=link.club_head.uid), 303)


def _invitable_members(club: ClubContext) -> list[Member]:
    """Members who can be invited by name: those without an account. Only the owner may invite admins."""
    members_with_account = read_member_numbers_with_account(db.session(), club.id, club.record)
    candidates = (member for member in club.record.active_members if club.role == "owner" or not member.is_leader)
    return sorted_by_name(member for member in candidates if member.number not in members_with_account)


def _may_see_link(club: ClubContext, link: SharedLink) -> bool:
    """Whether the reader may see a link. Only the owner sees invitations for admins: another could use them."""
    return club.role == "owner" or link.member is None or not club.record.surviving_member(link.member).is_leader


def _request_or_withdraw_name(token: str, link: LinkAccess, account_id: int) -> Response | tuple[str, int]:
    """Request a name of the list, or withdraw the request. Raises `InvitationExpired`, `AlreadyMember`."""
    try:
        if "withdraw" in request.form:
            withdraw_name_request(link.club_head.id, account_id)
        else:
            request_member_name(token, account_id, parse_ascii_number(request.form.get("member", "")) or 0)
    except MemberNotClaimable:
        form = NameForm(blank=True)
        form.problems.append(_("This name was taken a moment ago. Pick another, or enter yours."))
        return _join_page(token, link, form), 422
    return redirect(url_for("club_links.show_invitation", token=token), 303)


def _join_club(token: str, link: LinkAccess, account_id: int) -> Response | tuple[str, int] | None:
    """Make the account a member; None if it is one now. Raises `InvitationExpired`.

    For a listed name without an account, request it instead: an admin confirms.
    """
    form = NameForm()
    try:
        if link.invited_member_number is None and ("member" in request.form or "withdraw" in request.form):
            return _request_or_withdraw_name(token, link, account_id)
        if link.invited_member_number is not None:
            claim_member_by_invitation(token, account_id)
            flash(_("Welcome to the club."))
            return None
        claimable = claimable_members(db.session(), link.club_head.id, read_club_record(link.club_head))
        typed_name = name_key(form.name.data or "")
        named_member = next((member for member in claimable if name_key(member.name or "") == typed_name), None)
        if named_member is not None:
            request_member_name(token, account_id, named_member.number)
            return redirect(url_for("club_links.show_invitation", token=token), 303)
        outcome = join_by_invitation(token, account_id, form.entry_key, form.name.data or "")
    except (AlreadyMember, MemberNotClaimable):
        return None
    if form.unwrap_outcome(outcome) is None:
        return _join_page(token, link, form), 422
    flash(_("Welcome to the club."))
    return None


def _invalid_invitation_response(token: str) -> Response:
    """Members who open a used invitation get to the club: many use the link in a chat as their way there."""
    link, account = read_link_access(token, USED_INVITATION_PERMISSION, current_timestamp()), current_account()
    member = None if link is None or account is None else _member_of_account(link, account.id)
    if link is None or member is None or not member.is_active:
        return error_page(404, texts=_INVALID_INVITATION_PARAGRAPHS)
    return redirect(url_for("club.show", club_uid=link.club_head.uid), 303)


def _require_invitation(token: str) -> LinkAccess:
    """The invitation. Answers `_invalid_invitation_response` if it is not valid, and counts the attempt if unknown."""
    link = find_valid_invitation(db.session(), token)
    if link is None:
        enforce_limit("unknown_token", client_address_or_network())
    if link is None or (
        link.invited_member_number is not None and invited_member_if_claimable(db.session(), link) is None
    ):
        abort(_invalid_invitation_response(token))
    return link


def _redirect_to_sign_up(token: str) -> Response:
    """Redirect to sign-up. Invited people may create an account even if the server does not allow it otherwise."""
    invitation_url = url_for("club_links.show_invitation", token=token)
    if current_app.config["SIGN_UP"]:
        return redirect(url_for("new_account.show_sign_up", next=invitation_url), 303)
    enforce_new_game_limits()
    return redirect(url_for("new_account.show_link", token=create_account_link_token(""), next=invitation_url), 303)


def _member_of_account(link: LinkAccess, account_id: int) -> Member | None:
    """The account's member. The club is read afterwards, so that a new member is already in it."""
    member_number = find_member_number(db.session(), link.club_head.id, account_id)
    club = find_club_head(link.club_head.uid)
    return None if member_number is None or club is None else read_club_record(club).surviving_member(member_number)


def _join_page(token: str, link: LinkAccess, form: NameForm) -> str:
    record = read_club_record(link.club_head)
    account = current_account()
    member = None if account is None else _member_of_account(link, account.id)
    may_pick = account is not None and member is None and link.invited_member_number is None
    claimable = sorted_by_name(claimable_members(db.session(), link.club_head.id, record)) if may_pick else []
    name_request = (
        find_name_request(db.session(), link.club_head.id, account.id) if may_pick and account is not None else None
    )
    offered_member_numbers = {candidate.number for candidate in claimable}
    is_waiting = (
        name_request is not None
        and not name_request.refused
        and record.surviving_number(name_request.member_number) in offered_member_numbers
    )
    return render_template(
        "clubs/links/join.html",
        offered=[(candidate.number, display_name(candidate)) for candidate in claimable],
        picked=None if name_request is None else member_name(record, name_request.member_number),
        waits=is_waiting,
        token=token,
        club_name=record.settings.name,
        club_url=url_for("club.show", club_uid=link.club_head.uid) if member is not None and member.is_active else None,
        left_as=display_name(member) if member is not None and not member.is_active else None,
        account=account,
        invited_as=None if link.invited_member_number is None else member_name(record, link.invited_member_number),
        form=form,
    )
