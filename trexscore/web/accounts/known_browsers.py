"""Browsers that have signed in before: nobody who guesses passwords elsewhere keeps them out.

A cookie says so, signed and without a date. It signs nobody in.
"""

import secrets
from typing import NamedTuple, cast

from flask import after_this_request, current_app, request
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.wrappers import Response

from trexscore.db.accounts import Account
from trexscore.web.games.recent import set_cookie

COOKIE = "known"
_MOST = 8
"""Accounts of one browser."""
_LONGEST = 2048


class _Known(NamedTuple):
    account: str
    """What passkeys know it by: unlike its number, it is never given again."""
    browser: str


def browser_known_to(account: Account) -> str | None:
    """This browser's name, if it has signed in to the account before."""
    return next((one.browser for one in _known() if one.account == account.fs_webauthn_user_handle), None)


def known_browser() -> str | None:
    """This browser's name, if it has signed in to any account before."""
    return next((one.browser for one in _known()), None)


def remember_browser(account: Account) -> None:
    """From now on this browser has signed in to the account."""
    handle, before = account.fs_webauthn_user_handle, _known()
    if any(one.account == handle for one in before):
        return
    known = [_Known(handle, secrets.token_urlsafe(9)), *before][:_MOST]

    @after_this_request
    def keep(response: Response) -> Response:
        set_cookie(response, COOKIE, str(_signer().dumps(known)))
        return response


def _known() -> list[_Known]:
    said = request.cookies.get(COOKIE, "")
    if not 0 < len(said) <= _LONGEST:
        return []
    try:
        return [_Known(*one) for one in _signer().loads(said)]
    except (BadSignature, TypeError):
        return []


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(cast("str", current_app.config["SECRET_KEY"]), salt="known-browser")
