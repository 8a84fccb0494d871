"""A club's links: made, shown with their codes, and cancelled; and what an invitation opens."""

from flask import Blueprint, current_app, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from trexscore.club.members import Member
from trexscore.commands.account_links import make_account_link
from trexscore.commands.clock import now
from trexscore.commands.clubs.add_member import (
    AlreadyThere,
    LinkGone,
    claim_by_link,
    invitation,
    invited,
    join_by_invitation,
    join_by_link,
)
from trexscore.commands.clubs.links import KINDS, create_link, give_link
from trexscore.commands.clubs.name_requests import NotOffered, names_offered, request_name, withdraw_request
from trexscore.commands.clubs.record_entry import ClubRefused
from trexscore.db.clubs.clubs import GivenLink, Right, claims_of, club_at, links_of, member_of, record_of
from trexscore.db.clubs.name_requests import request_of
from trexscore.db.models import db
from trexscore.game.file.names import compared
from trexscore.i18n.marking import N_
from trexscore.web.accounts.session import current_account, no_store
from trexscore.web.clubs.access import ClubContext, require_admin
from trexscore.web.clubs.links.presenter import shown
from trexscore.web.clubs.members.forms import NameForm
from trexscore.web.clubs.members.presenter import by_name, title_of
from trexscore.web.disk_space import allow_new_game
from trexscore.web.errors import answer
from trexscore.web.games.small_forms import PlainForm
from trexscore.web.limits import client_address, count
from trexscore.web.numbers import whole
from trexscore.web.rendering import translate as _

pages = no_store(Blueprint("club_links", __name__))
_GONE = (
    N_("This invitation is no longer valid."),
    N_("It was used or withdrawn, or its two weeks are over."),
    N_("Ask the club for a new one."),
)


@pages.get("/c/<uid>/links")
def index(uid: str) -> str:
    """The links that hold, and making others."""
    club = require_admin(uid)
    held = [link for link in links_of(db.session(), club.club.id, now()) if _may_hold(club, link)]
    names = [(one.number, title_of(one)) for one in _without_account(club)]
    asked_for = whole(request.args.get("member", ""))
    return render_template(
        "clubs/links/links.html",
        club=club,
        links=[shown(club, link) for link in held],
        names=names,
        asked_for=asked_for,
        form=PlainForm(blank=True),
    )


@pages.post("/c/<uid>/links")
def create(uid: str) -> Response:
    """Make a link."""
    club = require_admin(uid)
    count("write", f"{uid} links")
    may = next((kind for kind in KINDS if kind == request.form.get("may")), None)
    asked_for = request.form.get("member", "")
    member = whole(asked_for)
    can_be_meant = may == "join" and member in {one.number for one in _without_account(club)}
    if may is None or (asked_for and not can_be_meant):
        raise BadRequest
    token = give_link(club.club.id, may, member, None if club.me is None else club.me.number)
    return redirect(url_for("club_links.index", uid=uid, _anchor=f"link-{token[:6]}"), 303)


@pages.post("/c/<uid>/links/cancelled")
def delete(uid: str) -> Response:
    """Cancel a link."""
    club = require_admin(uid)
    token = request.form.get("token", "")
    if any(link.token == token and _may_hold(club, link) for link in links_of(db.session(), club.club.id, now())):
        create_link(club.club.id, token)
    flash(_("The link no longer works."))
    return redirect(url_for("club_links.index", uid=uid), 303)


@pages.get("/join/<token>")
def show(token: str) -> str | Response:
    """To what somebody is invited. Looking uses nothing up: chat programs look at every link that is sent."""
    right = _invitation(token)
    if right is None:
        return _used(token)
    form = NameForm(blank=True)
    account = current_account()
    form.name.data = account.name if account else ""
    return _page(token, right, form)


@pages.post("/join/<token>")
def accept(token: str) -> Response | tuple[str, int]:
    """Join, or be the member that the invitation is for."""
    right = _invitation(token)
    account = current_account()
    if right is None:
        return _used(token)
    if account is None:
        return _to_account(token)
    count("write", f"account {account.id}")
    me = _member(right, account.id)
    if me is not None and not me.is_here:
        return _page(token, right, NameForm()), 422
    if me is None:
        try:
            problem = _come_in(token, right, account.id)
        except LinkGone:  # somebody has used it this very moment
            return _used(token)
        if problem is not None:
            return problem
    return redirect(url_for("club.show", uid=right.club.uid), 303)


def _without_account(club: ClubContext) -> list[Member]:
    """Who can be invited by name: it takes nobody's account from them, and the owner alone makes somebody an admin."""
    claimed = {member.number for member in club.record.known(claims_of(db.session(), club.club.id))}
    here = (one for one in club.record.here if club.role == "owner" or not one.leads)
    return by_name(one for one in here if one.number not in claimed)


def _may_hold(club: ClubContext, link: GivenLink) -> bool:
    """Whether it is for this reader to give a link on: with an invitation they could themselves be whom it is for."""
    return club.role == "owner" or link.member is None or not club.record.who(link.member).leads


def _pick(token: str, right: Right, account_id: int) -> Response | tuple[str, int]:
    """Pick one's name among those that are offered, or wait for none any more."""
    try:
        if "withdraw" in request.form:
            withdraw_request(right.club.id, account_id)
        else:
            request_name(token, account_id, whole(request.form.get("member", "")) or 0)
    except LinkGone:
        return _used(token)
    except NotOffered:
        form = NameForm(blank=True)
        form.problems.append(_("This name was taken a moment ago. Pick another, or enter yours."))
        return _page(token, right, form), 422
    except AlreadyThere:
        return redirect(url_for("club.show", uid=right.club.uid), 303)
    return redirect(url_for("club_links.show", token=token), 303)


def _come_in(token: str, right: Right, account_id: int) -> Response | tuple[str, int] | None:
    """Make the account a member; None where it is one now. Raises `LinkGone`.

    Under a name of the list that nobody has claimed, it waits for confirmation instead.
    """
    if right.member is None and ("member" in request.form or "withdraw" in request.form):
        return _pick(token, right, account_id)
    form = NameForm()
    try:
        if right.member is not None:
            claim_by_link(token, account_id)
            flash(_("Welcome to the club."))
            return None
        offered = names_offered(db.session(), right.club.id, record_of(right.club))
        typed = compared(form.name.data or "")
        meant = next((one for one in offered if compared(one.name or "") == typed), None)
        if meant is not None:
            request_name(token, account_id, meant.number)
            return redirect(url_for("club_links.show", token=token), 303)
        joined = join_by_link(token, account_id, form.entry_key, form.name.data or "")
    except (AlreadyThere, NotOffered):
        return None
    if isinstance(joined, ClubRefused):
        form.blame(joined.refusals)
        return _page(token, right, form), 422
    flash(_("Welcome to the club."))
    return None


def _used(token: str) -> Response:
    """Whoever has come by an invitation finds the club by it again: a link in a chat is how many go there."""
    right, account = join_by_invitation(db.session(), token), current_account()
    me = None if right is None or account is None else _member(right, account.id)
    if right is None or me is None or not me.is_here:
        return answer(404, texts=_GONE)
    return redirect(url_for("club.show", uid=right.club.uid), 303)


def _invitation(token: str) -> Right | None:
    right = invitation(db.session(), token)
    if right is not None and right.member is not None and invited(db.session(), right) is None:
        return None
    if right is None:
        count("unknown_token", client_address())
    return right


def _to_account(token: str) -> Response:
    """To a new account: whoever is invited may make one, also where the server does not let just anybody."""
    there = url_for("club_links.show", token=token)
    if current_app.config["SIGN_UP"]:
        return redirect(url_for("new_account.show", next=there), 303)
    allow_new_game()
    return redirect(url_for("new_account.show_link", token=make_account_link(""), next=there), 303)


def _member(right: Right, account_id: int) -> Member | None:
    """Who an account is in the club. The club is read behind that: whoever has come this very moment is in it."""
    number = member_of(db.session(), right.club.id, account_id)
    club = club_at(right.club.uid)
    return None if number is None or club is None else record_of(club).who(number)


def _page(token: str, right: Right, form: NameForm) -> str:
    record = record_of(right.club)
    account = current_account()
    me = None if account is None else _member(right, account.id)
    picks = account is not None and me is None and right.member is None
    offered = by_name(names_offered(db.session(), right.club.id, record)) if picks else []
    picked = request_of(db.session(), right.club.id, account.id) if picks and account is not None else None
    waits = picked is not None and not picked.refused and record.now(picked.member) in {one.number for one in offered}
    return render_template(
        "clubs/links/join.html",
        offered=[(one.number, title_of(one)) for one in offered],
        picked=None if picked is None else title_of(record.who(picked.member)),
        waits=waits,
        token=token,
        club_name=record.settings.name,
        club_url=url_for("club.show", uid=right.club.uid) if me is not None and me.is_here else None,
        left_as=title_of(me) if me is not None and not me.is_here else None,
        account=account,
        invited_as=None if right.member is None else title_of(record.who(right.member)),
        form=form,
    )
