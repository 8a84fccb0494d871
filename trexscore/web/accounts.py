"""Who is signed in, and signing in and out: Flask-Security's work, done only where a page asks for it."""

import secrets
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar, cast

from flask import Blueprint, Flask, current_app, g, redirect, request, session, url_for
from flask_login.utils import _user_context_processor
from flask_security import (
    Security,
    SQLAlchemyUserDatastore,
    UserMixin,
    check_and_update_authn_fresh,
    current_user,
    hash_password,
    login_user,
    logout_user,
    lookup_identity,
    uia_email_mapper,
)
from werkzeug.wrappers import Response

from trexscore.actions.accounts import end_sessions, keep_rehashed, read_username
from trexscore.actions.spent import is_spent, spend
from trexscore.language.marking import N_
from trexscore.storage.accounts import Account, Passkey
from trexscore.storage.models import db
from trexscore.web.known_browsers import browser_known_to, known_browser, remember_browser
from trexscore.web.limits import client_address, count, forget

P = ParamSpec("P")
T = TypeVar("T")

LONGEST_EMAIL = 254
SHORTEST_PASSWORD = 8
LONGEST_PASSWORD = 128
"""Characters that Flask-Security takes."""
AGAIN = N_("You signed in a while ago. Sign in again to continue.")
_LATELY = timedelta(minutes=30)
_A_DAY = timedelta(days=1)
_NAME_OF_SESSION = "session_name"
_SETTINGS = {
    "PASSWORD_HASH": "argon2",
    "PASSWORD_SCHEMES": ["argon2"],
    # With a secret mixed in, whoever loses the secret key would have lost every password, too.
    "PASSWORD_SINGLE_HASH": ["argon2"],
    # OWASP's least: a table's next deal waits for the same cores.
    "PASSWORD_HASH_PASSLIB_OPTIONS": {
        "argon2__memory_cost": 19 * 1024,
        "argon2__time_cost": 2,
        "argon2__parallelism": 1,
    },
    "PASSWORD_LENGTH_MIN": SHORTEST_PASSWORD,
    "WAN_RP_NAME": "Trex Score",
    "CLI_USERS_NAME": None,
    "CLI_ROLES_NAME": None,
}


class SignedIn(NamedTuple):
    """The account that a request comes from, and what its owner is called."""

    id: int
    name: str


def init_accounts(app: Flask) -> None:
    """Set Flask-Security up without pages of its own: they hold scripts, and speak through another extension."""
    app.config.update({f"SECURITY_{name}": value for name, value in _SETTINGS.items()})
    app.config["SECURITY_USER_IDENTITY_ATTRIBUTES"] = [
        {"email": {"mapper": read_email}},
        {"username": {"mapper": _as_username}},
    ]
    app.config["SESSION_PROTECTION"] = None  # a phone changes its address all evening
    security = Security()
    security.init_app(
        app,
        SQLAlchemyUserDatastore(db, Account, None, Passkey),  # type: ignore[arg-type]  # nobody has roles here
        register_blueprint=False,
    )
    _only_where_asked(app, security)


def current_account() -> SignedIn | None:
    """Who is signed in. The first time in a request, this reads the session and the database."""
    account = _account_or_nobody()
    return SignedIn(account.id, account.name) if account.is_authenticated else None


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


def is_lately() -> bool:
    """Whether the owner has proved lately to be who it is: a phone that lies about unlocked proves nothing."""
    return check_and_update_authn_fresh(_LATELY, _LATELY, "session")


def own_account() -> Account:
    """The account that is signed in, with all that it holds."""
    account: Account = _account_or_nobody()
    return account


def _account_or_nobody() -> Any:  # noqa: ANN401 - an Account, or what Flask-Security has for nobody
    if _has_ended():
        logout_user()
        session.clear()
    return current_user._get_current_object()  # noqa: SLF001 - how a proxy gives what it stands for


def sign_in(identity: str, password: str) -> bool:
    """Sign in, if name and password belong together. Where there is no such account, it takes as long to say so.

    A form that was sent empty guesses nothing, and is not counted.
    """
    if not identity.strip() or not password:
        return False
    account = cast("Account | None", lookup_identity(identity))
    guess = _counted(account, identity)
    if account is None or not account.active:
        hash_password(normalized(password))
        return False
    if not has_password(account, password):
        return False
    forget("guess", guess)
    begin_session(account, "password")
    return True


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


def has_password(account: Account, password: str) -> bool:
    """Whether this is the account's password."""
    account_id, before = account.id, account.password
    if not account.verify_and_update_password(normalized(password)):
        return False
    if account.password != before:  # it was hashed as an earlier version did
        keep_rehashed(account_id, before, account.password)
    return True


def begin_session(account: Account, by: str) -> None:
    """A session of the account in this browser. Nothing is left of the one before: it may have been put here."""
    session.clear()
    remember_browser(account)
    login_user(cast("UserMixin", account), remember=False, authn_via=[by])
    session[_NAME_OF_SESSION] = secrets.token_urlsafe(16)


def begin_session_of(account_id: int, by: str) -> None:
    """The same, for an account that has just been written."""
    account = db.session.get(Account, account_id)
    if account is not None:
        begin_session(account, by)


def end_session() -> None:
    """Nobody is signed in any more in this browser, and a copy of its cookie signs nobody in either."""
    name, account = session.get(_NAME_OF_SESSION), current_account()
    if name is not None:
        spend(name, current_app.permanent_session_lifetime + _A_DAY)
    elif account is not None:  # begun by an earlier version, which gave sessions no names
        end_sessions(account.id)
    logout_user()
    session.clear()


def _has_ended() -> bool:
    """Whether this session was signed out of before; looked up once a request."""
    name = session.get(_NAME_OF_SESSION)
    if name is None:
        return False
    if getattr(g, _NAME_OF_SESSION, None) != name:
        setattr(g, _NAME_OF_SESSION, name)
        return is_spent(name)
    return False


def hashed(password: str) -> str:
    """A new password as it is kept. Worked out before a transaction begins: a tenth of a second is long for a lock."""
    return str(hash_password(normalized(password)))


def is_long_enough(password: str) -> bool:
    """Whether a password may be used. Which characters are in it, nobody is told."""
    security: Security = current_app.extensions["security"]
    return not security.password_util.validate(password, is_register=True)[0]


def normalized(password: str) -> str:
    """The same password, whichever keyboard it was typed on. What is too long is cut where it is wrong already."""
    security: Security = current_app.extensions["security"]
    return str(security.password_util.normalize(password))[: LONGEST_PASSWORD + 1]


def read_email(text: str) -> str | None:
    """An e-mail address as it is compared; None where it is none."""
    if "@" not in text or len(text) > LONGEST_EMAIL:
        return None
    read = uia_email_mapper(text.strip())
    return read.lower() if read and len(read) <= LONGEST_EMAIL else None


def never_kept(pages: Blueprint) -> Blueprint:
    """Pages about an account are for the moment: after signing out, the browser's way back leads to none of them."""
    pages.after_request(_without_traces)
    return pages


def _without_traces(response: Response) -> Response:
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _as_username(text: str) -> str | None:
    return None if "@" in text else read_username(text)


def _only_where_asked(app: Flask, security: Security) -> None:
    """Nobody is looked up unless `current_account` is asked: tables have no accounts, and their pages carry no cookie.

    The extensions would look on every request, and in every template; a browser's cookie that remembers is not used.
    """
    security.principal.identity_loaders.clear()
    security.login_manager.request_loader(lambda _request: None)  # nor is a token in an address a way to sign in
    app.after_request_funcs[None].remove(security.login_manager._update_remember_cookie)  # noqa: SLF001 - no other way
    app.template_context_processors[None].remove(_user_context_processor)
