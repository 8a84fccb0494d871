"""The current session: who is signed in, signing in and out. The account is loaded only when asked for."""

import secrets
import time
from datetime import timedelta
from typing import NamedTuple

from email_validator import EmailNotValidError, validate_email
from flask import abort, current_app, g, redirect, request, session, url_for
from werkzeug.wrappers import Response

from trexscore.commands.accounts import end_all_sessions, normalize_username
from trexscore.commands.cookie_tokens import invalidate_cookie_token, is_cookie_token_invalidated
from trexscore.db.accounts import (
    MAX_EMAIL_LENGTH,
    Account,
    find_account,
    find_account_by_email,
    find_account_by_username,
    find_account_of_session,
)
from trexscore.db.models import db
from trexscore.i18n.marking import N_
from trexscore.web.accounts.known_browsers import any_known_browser_id, known_browser_id_for, remember_browser
from trexscore.web.accounts.passwords import hash_password, verify_password
from trexscore.web.limits import client_address_or_network, enforce_limit, reset_count

SIGN_IN_AGAIN_TEXT = N_("You signed in a while ago. Sign in again to continue.")
_RECENT_SIGN_IN_SECONDS = timedelta(minutes=30).total_seconds()
_ONE_DAY = timedelta(days=1)
# Session keys. The first two have the names that earlier versions used.
_ACCOUNT_SESSION_ID_KEY = "_user_id"
"""The account's `session_id`."""
_SIGNED_IN_AT_KEY = "fs_paa"
_FRESH_UNTIL_KEY = "fresh_until"
_REVOCABLE_SESSION_ID_KEY = "session_name"


class SignedInAccount(NamedTuple):
    """The signed-in account."""

    id: int
    name: str


def current_account() -> SignedInAccount | None:
    """The signed-in account. The first call in a request reads the session and the database."""
    account = _load_account()
    return None if account is None else SignedInAccount(account.id, account.name)


def require_signed_in_account() -> Account:
    """The signed-in account as a row. Redirects to sign-in, and back afterwards, if no one is signed in."""
    account = _load_account()
    if account is None:
        abort(redirect_to_sign_in())
    return account


def require_recent_sign_in() -> Account:
    """As `require_signed_in_account`, but also redirects if the user signed in a while ago."""
    account = require_signed_in_account()
    if not renew_sign_in_if_recent():
        abort(redirect_to_sign_in())
    return account


def redirect_to_sign_in() -> Response:
    """Redirect to sign-in, which leads back to a GET request's page."""
    next_url = request.full_path.rstrip("?") if request.method == "GET" else None
    return redirect(url_for("sign_in.show", next=next_url), 303)


def renew_sign_in_if_recent() -> bool:
    """Whether the user signed in recently or has been active since: an unlocked phone left lying around proves nothing.

    The clock may be set back a little; times in the future do not count.
    """
    now = time.time()
    if now < session.get(_FRESH_UNTIL_KEY, 0) or abs(now - session.get(_SIGNED_IN_AT_KEY, 0)) < _RECENT_SIGN_IN_SECONDS:
        session[_FRESH_UNTIL_KEY] = int(now + _RECENT_SIGN_IN_SECONDS)
        return True
    return False


def _load_account() -> Account | None:
    """The account of the session, loaded once per request."""
    session_id = session.get(_ACCOUNT_SESSION_ID_KEY)
    if session_id is None:
        return None
    if _is_session_revoked():
        _clear_session()
        return None
    if g.get(_ACCOUNT_SESSION_ID_KEY, (None, None))[0] != session_id:
        setattr(g, _ACCOUNT_SESSION_ID_KEY, (session_id, find_account_of_session(db.session(), session_id)))
    account: Account | None = g.get(_ACCOUNT_SESSION_ID_KEY)[1]
    return account


def sign_in(username_or_email: str, password: str) -> bool:
    """Sign in if name and password match. Takes the same time for unknown accounts.

    An empty form is not counted as an attempt.
    """
    if not username_or_email.strip() or not password:
        return False
    account = _find_account(username_or_email)
    attempt = _enforce_password_attempt_limit(account, username_or_email)
    if account is None or not account.active:
        hash_password(password)
        return False
    if not verify_password(account, password):
        return False
    reset_count("guess", attempt)
    begin_session(account)
    return True


def _find_account(username_or_email: str) -> Account | None:
    email = normalize_email_address(username_or_email)
    if email:
        return find_account_by_email(db.session(), email)
    return find_account_by_username(db.session(), normalize_username(username_or_email) or "")


def enforce_passkey_attempt_limit() -> None:
    """Count a sign-in attempt without an account name: by browser if known, or else by address."""
    browser = any_known_browser_id()
    enforce_limit("sign_in", client_address_or_network() if browser is None else f"browser {browser}")


def _enforce_password_attempt_limit(account: Account | None, username_or_email: str) -> str:
    """Count a password attempt and return the key it is counted under.

    A browser that signed in to the account before has its own count, so guessing from elsewhere does not lock it out.
    """
    counted_name = (
        f"account {account.id}" if account is not None else f"name {_fold_username_or_email(username_or_email)}"
    )
    browser = None if account is None else known_browser_id_for(account)
    if browser is not None:
        attempt = f"{counted_name} in {browser}"
    else:
        attempt = f"{counted_name} from {client_address_or_network()}"
        enforce_limit("sign_in", client_address_or_network())
    enforce_limit("guess", attempt)
    if browser is None:  # after the limit by address, so that a single guesser locks no one else out
        enforce_limit("account", counted_name)
    return attempt


def _fold_username_or_email(username_or_email: str) -> str:
    """An unknown name in comparable form, so that spelling variants share one count."""
    return (
        normalize_email_address(username_or_email)
        or normalize_username(username_or_email)
        or username_or_email.strip().casefold()[:MAX_EMAIL_LENGTH]
    )


def begin_session(account: Account) -> None:
    """Start a session. The previous one is cleared, because it may have been planted."""
    session.clear()
    remember_browser(account)
    session[_ACCOUNT_SESSION_ID_KEY] = account.session_id
    session[_SIGNED_IN_AT_KEY] = time.time()
    session[_REVOCABLE_SESSION_ID_KEY] = secrets.token_urlsafe(16)


def begin_session_by_account_id(account_id: int) -> None:
    """As `begin_session`, for an account that was just written."""
    account = find_account(db.session(), account_id)
    if account is not None:
        begin_session(account)


def end_session() -> None:
    """Sign out this browser; copies of its cookie become invalid too."""
    name = session.get(_REVOCABLE_SESSION_ID_KEY)
    if name is not None:
        invalidate_cookie_token(name, current_app.permanent_session_lifetime + _ONE_DAY)
    elif (account := current_account()) is not None:  # begun by an earlier version, without a session name
        end_all_sessions(account.id)
    _clear_session()


def _clear_session() -> None:
    session.clear()
    g.pop("csrf_token", None)  # else Flask-WTF reuses that of the cleared session


def _is_session_revoked() -> bool:
    """Whether this session was signed out before; read once per request."""
    name = session.get(_REVOCABLE_SESSION_ID_KEY)
    if name is None:
        return False
    if getattr(g, _REVOCABLE_SESSION_ID_KEY, None) != name:
        setattr(g, _REVOCABLE_SESSION_ID_KEY, name)
        return is_cookie_token_invalidated(name)
    return False


def normalize_email_address(text: str) -> str | None:
    """The address in comparable form, or None if it is invalid."""
    if "@" not in text or len(text) > MAX_EMAIL_LENGTH:
        return None
    try:
        address = validate_email(text.strip(), check_deliverability=False).normalized.lower()
    except EmailNotValidError:
        return None
    return address if len(address) <= MAX_EMAIL_LENGTH else None
