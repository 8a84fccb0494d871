"""The games that this device has opened: a cookie that no script can read, the latest first."""

from collections.abc import Collection
from typing import TypeVar

from flask import request
from werkzeug.wrappers import Response

from trexscore.storage.clubs import clubs_of
from trexscore.storage.game_rows import counted_by_any
from trexscore.storage.links import scope_of
from trexscore.storage.models import db

R = TypeVar("R", bound=Response)

COOKIE = "games"
TO_FORGET = "forget"
"""What the device's script is to drop: the one cookie that it reads."""
_MOST = 60
_A_DAY = 24 * 3600
_A_YEAR = 365 * _A_DAY


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


def replace_here(response: R, old: str, new: str) -> R:
    """Put a game's new token where its old one stood in the device's list, or in front."""
    tokens = [new if token == old else token for token in tokens_here()]
    set_cookie(response, COOKIE, ".".join(tokens if new in tokens else [new, *tokens][:_MOST]))
    return response


def tokens_of_game(game_id: int) -> list[str]:
    """The tokens of a game that this device has opened."""
    return [token for token in tokens_here() if (scope := scope_of(token)) is not None and scope.game_id == game_id]


def tokens_of_clubs(account_id: int) -> list[str]:
    """The tokens that this device has opened of games that the clubs of an account count, or have counted."""
    clubs = [club.id for club, _member in clubs_of(account_id)]
    scopes = ((token, scope_of(token)) for token in tokens_here())
    return [
        token
        for token, scope in scopes
        if scope is not None and scope.in_club and counted_by_any(db.session(), scope.game_id, clubs)
    ]


def forget_here(response: R, tokens: Collection[str]) -> R:
    """Take games off the device's list, and have its script drop what it keeps of them, with the next page."""
    if tokens:
        set_cookie(response, COOKIE, ".".join(token for token in tokens_here() if token not in tokens))
        response.set_cookie(TO_FORGET, ".".join(tokens), _A_DAY, samesite="Lax", secure=request.is_secure)
    return response


def set_cookie(response: Response, name: str, value: str) -> None:
    """A cookie of this site alone, for a year."""
    response.set_cookie(name, value, _A_YEAR, httponly=True, samesite="Lax", secure=request.is_secure)
