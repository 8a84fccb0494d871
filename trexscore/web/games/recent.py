"""The games that this device has opened: a cookie that no script can read, the latest first."""

from collections.abc import Collection, Sequence
from typing import TypeVar

from flask import request
from werkzeug.wrappers import Response

from trexscore.db.clubs.clubs import clubs_of
from trexscore.db.clubs.counted_games import counted_by_any
from trexscore.db.models import db
from trexscore.db.tokens import scope_of

R = TypeVar("R", bound=Response)

COOKIE = "games"
_ARCHIVED = "~"
"""Stands in the cookie before the token of a game that is out of the way, but not gone."""
TO_FORGET = "forget"
"""What the device's script is to drop: the one cookie that it reads."""
_MOST = 60
_A_DAY = 24 * 3600
_A_YEAR = 365 * _A_DAY


def tokens_here() -> list[str]:
    """The tokens in this device's cookie."""
    return [said.removeprefix(_ARCHIVED) for said in _said()]


def archived_here() -> frozenset[str]:
    """Those of them whose games have been archived on this device."""
    return frozenset(said.removeprefix(_ARCHIVED) for said in _said() if said.startswith(_ARCHIVED))


def remember(response: R, token: str) -> R:
    """Put a game in front of the device's list. One that was archived stays so."""
    tokens = tokens_here()
    if tokens[:1] != [token]:
        _keep(response, [token, *(other for other in tokens if other != token)], archived_here())
    return response


def archive_here(response: R, tokens: Collection[str], *, archived: bool) -> R:
    """Archive games of the device's list, or take them out of the archive."""
    before = archived_here()
    _keep(response, tokens_here(), before.union(tokens) if archived else before.difference(tokens))
    return response


def replace_here(response: R, old: str, new: str) -> R:
    """Put a game's new token where its old one stood in the device's list, or in front."""
    tokens = [new if token == old else token for token in tokens_here()]
    archived = frozenset(new if token == old else token for token in archived_here())
    _keep(response, tokens if new in tokens else [new, *tokens], archived)
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
        _keep(response, [token for token in tokens_here() if token not in tokens], archived_here())
        response.set_cookie(TO_FORGET, ".".join(tokens), _A_DAY, samesite="Lax", secure=request.is_secure)
    return response


def _said() -> list[str]:
    return [said for said in request.cookies.get(COOKIE, "").split(".") if said.removeprefix(_ARCHIVED)][:_MOST]


def _keep(response: Response, tokens: Sequence[str], archived: Collection[str]) -> None:
    said = [f"{_ARCHIVED}{token}" if token in archived else token for token in tokens[:_MOST]]
    set_cookie(response, COOKIE, ".".join(said))


def set_cookie(response: Response, name: str, value: str) -> None:
    """A cookie of this site alone, for a year."""
    response.set_cookie(name, value, _A_YEAR, httponly=True, samesite="Lax", secure=request.is_secure)
