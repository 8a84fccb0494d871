"""Who is signed in, and signing in and out. Nobody is looked up unless a page asks who is signed in."""

import secrets
import time
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import NamedTuple, ParamSpec, TypeVar

from email_validator import EmailNotValidError, validate_email
from flask import Blueprint, current_app, g, redirect, request, session, url_for
from sqlalchemy import select
from werkzeug.wrappers import Response

from trexscore.commands.accounts import end_sessions, read_username
from trexscore.commands.used_tokens import is_spent, spend
from trexscore.db.accounts import Account
from trexscore.db.models import db
from trexscore.i18n.marking import N_
from trexscore.web.accounts.known_browsers import browser_known_to, known_browser, remember_browser
from trexscore.web.accounts.passwords import has_password, hashed
from trexscore.web.limits import client_address, count, forget

P = ParamSpec("P")
T = TypeVar("T")

LONGEST_EMAIL = 254
AGAIN = N_("You signed in a while ago. Sign in again to continue.")
_LATELY = timedelta(minutes=30).total_seconds()
_A_DAY = timedelta(days=1)
# What a session holds. The first two have the names that earlier versions gave them.
_WHOSE = "_user_id"
"""The account's `fs_uniquifier`."""
_SIGNED_IN_AT = "fs_paa"
_FRESH_UNTIL = "fresh_until"
_NAME_OF_SESSION = "session_name"


class SignedIn(NamedTuple):
    """The account that a request comes from, and what its owner is called."""

    id: int
    name: str


def current_account() -> SignedIn | None:
    """Who is signed in. The first time in a request, this reads the session and the database."""
    account = _account()
    return None if account is None else SignedIn(account.id, account.name)


def account_required(view: Callable[P, T]) -> Callable[P, T | Response]:
    """Whoever is not signed in is led to where one signs in, and from there back here."""

    @wraps(view)
    def asked(*args: P.args, **kwargs: P.kwargs) -> T | Response:
        return to_sign_in() if current_account() is None else view(*args, **kwargs)

    return asked


def to_sign_in() -> Response:
    """Lead to where one signs in; a page that was asked for is where that leads."""
    there = request.full_path.rstrip("?") if request.method == "GET" else None
    return redirect(url_for("sign_in.show", next=there), 303)


def recently_authenticated() -> bool:
    """Whether the owner has proved lately to be who it is: a phone that lies about unlocked proves nothing.

    Who goes on need not prove it again. A clock may be set back a little, as a time to come is no proof.
    """
    now = time.time()
    if now < session.get(_FRESH_UNTIL, 0) or abs(now - session.get(_SIGNED_IN_AT, 0)) < _LATELY:
        session[_FRESH_UNTIL] = int(now + _LATELY)
        return True
    return False


def own_account() -> Account:
    """The account that is signed in, with all that it holds. Raises `LookupError` where nobody is."""
    account = _account()
    if account is None:
        raise LookupError(_WHOSE)
    return account


def _account() -> Account | None:
    """Whose session it is; looked up once a request."""
    whose = session.get(_WHOSE)
    if whose is None:
        return None
    if _has_ended():
        _forget_session()
        return None
    if g.get(_WHOSE, (None, None))[0] != whose:
        wanted = select(Account).where(Account.fs_uniquifier == whose, Account.active)
        setattr(g, _WHOSE, (whose, db.session.scalar(wanted)))
    account: Account | None = g.get(_WHOSE)[1]
    return account


def sign_in(identity: str, password: str) -> bool:
    """Sign in, if name and password belong together. Where there is no such account, it takes as long to say so.

    A form that was sent empty guesses nothing, and is not counted.
    """
    if not identity.strip() or not password:
        return False
    account = _account_named(identity)
    guess = _counted(account, identity)
    if account is None or not account.active:
        hashed(password)
        return False
    if not has_password(account, password):
        return False
    forget("guess", guess)
    begin_session(account)
    return True


def _account_named(identity: str) -> Account | None:
    email = read_email(identity)
    is_theirs = Account.email == email if email else Account.username == (_as_username(identity) or "")
    return db.session.scalar(select(Account).where(is_theirs))


def count_browser() -> None:
    """Count a try to sign in that names no account: by the address, unless the browser has signed in before."""
    browser = known_browser()
    count("sign_in", client_address() if browser is None else f"browser {browser}")


def _counted(account: Account | None, identity: str) -> str:
    """Count a password that is tried, and give what it is counted under.

    A browser that has signed in to the account before is counted by itself: what others try keeps it out of nothing.
    """
    whose = f"account {account.id}" if account is not None else f"name {_compared(identity)}"
    browser = None if account is None else browser_known_to(account)
    if browser is not None:
        guess = f"{whose} in {browser}"
    else:
        guess = f"{whose} from {client_address()}"
        count("sign_in", client_address())
    count("guess", guess)
    if browser is None:  # behind the count by address: one who guesses alone keeps nobody else out
        count("account", whose)
    return guess


def _compared(identity: str) -> str:
    """What nobody is called, as it is compared where somebody is: however it is spelt, it is one name."""
    return read_email(identity) or read_username(identity) or identity.strip().casefold()[:LONGEST_EMAIL]


def begin_session(account: Account) -> None:
    """A session of the account in this browser. Nothing is left of the one before: it may have been put here."""
    session.clear()
    remember_browser(account)
    session[_WHOSE] = account.fs_uniquifier
    session[_SIGNED_IN_AT] = time.time()
    session[_NAME_OF_SESSION] = secrets.token_urlsafe(16)


def begin_session_of(account_id: int) -> None:
    """The same, for an account that has just been written."""
    account = db.session.get(Account, account_id)
    if account is not None:
        begin_session(account)


def end_session() -> None:
    """Nobody is signed in any more in this browser, and a copy of its cookie signs nobody in either."""
    name = session.get(_NAME_OF_SESSION)
    if name is not None:
        spend(name, current_app.permanent_session_lifetime + _A_DAY)
    elif (account := current_account()) is not None:  # begun by an earlier version, which gave sessions no names
        end_sessions(account.id)
    _forget_session()


def _forget_session() -> None:
    session.clear()
    g.pop("csrf_token", None)  # Flask-WTF would go on with the one of the session that is gone


def _has_ended() -> bool:
    """Whether this session was signed out of before; looked up once a request."""
    name = session.get(_NAME_OF_SESSION)
    if name is None:
        return False
    if getattr(g, _NAME_OF_SESSION, None) != name:
        setattr(g, _NAME_OF_SESSION, name)
        return is_spent(name)
    return False


def read_email(text: str) -> str | None:
    """An e-mail address as it is compared; None where it is none."""
    if "@" not in text or len(text) > LONGEST_EMAIL:
        return None
    try:
        read = validate_email(text.strip(), check_deliverability=False).normalized.lower()
    except EmailNotValidError:
        return None
    return read if len(read) <= LONGEST_EMAIL else None


def no_store(pages: Blueprint) -> Blueprint:
    """Pages about an account are for the moment: after signing out, the browser's way back leads to none of them."""
    pages.after_request(_without_traces)
    return pages


def _without_traces(response: Response) -> Response:
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _as_username(text: str) -> str | None:
    return None if "@" in text else read_username(text)
