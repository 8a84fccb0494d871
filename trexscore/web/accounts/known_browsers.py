"""Browsers that signed in before, so that password guessing from elsewhere does not lock them out.

Stored in a signed cookie without a date, which signs no one in.
"""

import secrets
from typing import NamedTuple, cast

from flask import after_this_request, current_app, request
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.wrappers import Response

from trexscore.db.accounts import Account
from trexscore.web.cookies import set_lasting_cookie

KNOWN_BROWSERS_COOKIE = "known"
_MAX_ACCOUNTS_PER_BROWSER = 8
"""Accounts per browser."""
_MAX_ACCEPTED_COOKIE_LENGTH = 2048


class _AccountInBrowser(NamedTuple):
    passkey_handle: str
    """The account's passkey handle; unlike its id, it is never reused."""
    browser_id: str


def known_browser_id_for(account: Account) -> str | None:
    """This browser's id, if it signed in to the account before."""
    return next((entry.browser_id for entry in _read_cookie() if entry.passkey_handle == account.passkey_handle), None)


def any_known_browser_id() -> str | None:
    """This browser's id, if it signed in to any account before."""
    return next((entry.browser_id for entry in _read_cookie()), None)


def remember_browser(account: Account) -> None:
    """Remember that this browser signed in to the account."""
    handle, stored = account.passkey_handle, _read_cookie()
    if any(entry.passkey_handle == handle for entry in stored):
        return
    entries = [_AccountInBrowser(handle, secrets.token_urlsafe(9)), *stored][:_MAX_ACCOUNTS_PER_BROWSER]

    @after_this_request
    def store_cookie(response: Response) -> Response:
        set_lasting_cookie(response, KNOWN_BROWSERS_COOKIE, str(_cookie_serializer().dumps(entries)))
        return response


def _read_cookie() -> list[_AccountInBrowser]:
    cookie = request.cookies.get(KNOWN_BROWSERS_COOKIE, "")
    if not 0 < len(cookie) <= _MAX_ACCEPTED_COOKIE_LENGTH:
        return []
    try:
        return [_AccountInBrowser(*entry) for entry in _cookie_serializer().loads(cookie)]
    except (BadSignature, TypeError):
        return []


def _cookie_serializer() -> URLSafeSerializer:
    return URLSafeSerializer(cast("str", current_app.config["SECRET_KEY"]), salt="known-browser")
