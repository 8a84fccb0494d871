"""The games that this device has opened: a cookie that no script can read, the latest first."""

from typing import TypeVar

from flask import request
from werkzeug.wrappers import Response

R = TypeVar("R", bound=Response)

COOKIE = "games"
_MOST = 60
_A_YEAR = 365 * 24 * 3600


def tokens_here() -> list[str]:
    """The tokens in this device's cookie."""
    return [token for token in request.cookies.get(COOKIE, "").split(".") if token][:_MOST]


def remember(response: R, token: str) -> R:
    """Put a game in front of the device's list."""
    tokens = tokens_here()
    if tokens[:1] != [token]:
        kept = [token, *(other for other in tokens if other != token)][:_MOST]
        set_cookie(response, COOKIE, ".".join(kept))
    return response


def set_cookie(response: Response, name: str, value: str) -> None:
    """A cookie of this site alone, for a year."""
    response.set_cookie(name, value, _A_YEAR, httponly=True, samesite="Lax", secure=request.is_secure)
