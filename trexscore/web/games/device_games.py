"""The games that this device has opened: a cookie that no script can read, the latest first."""

from collections.abc import Collection, Sequence

from flask import request
from werkzeug.wrappers import Response

from trexscore.db.clubs.clubs import list_account_clubs
from trexscore.db.clubs.counted_games import list_ever_counting_club_ids
from trexscore.db.game_links import read_token_scope
from trexscore.db.models import db
from trexscore.web.cookies import AnyResponse, set_lasting_cookie

GAMES_COOKIE = "games"
_ARCHIVED_PREFIX = "~"
"""Marks the token of an archived game in the cookie."""
FORGOTTEN_GAMES_COOKIE = "forget"
"""The cookie that tells the device's script which games to drop from its storage."""
_MAX_GAMES = 60
_DAY_SECONDS = 24 * 3600


def device_tokens() -> list[str]:
    return [item.removeprefix(_ARCHIVED_PREFIX) for item in _cookie_items()]


def archived_tokens() -> frozenset[str]:
    """The tokens of the games archived on this device."""
    return frozenset(
        item.removeprefix(_ARCHIVED_PREFIX) for item in _cookie_items() if item.startswith(_ARCHIVED_PREFIX)
    )


def remember_game(response: AnyResponse, token: str) -> AnyResponse:
    """Put a game in front of the device's list. An archived game stays archived."""
    tokens = device_tokens()
    if tokens[:1] != [token]:
        _store_tokens(response, [token, *(listed for listed in tokens if listed != token)], archived_tokens())
    return response


def set_games_archived(response: AnyResponse, tokens: Collection[str], *, archived: bool) -> AnyResponse:
    """Archive games of the device's list, or take them out of the archive."""
    archived_before = archived_tokens()
    _store_tokens(
        response, device_tokens(), archived_before.union(tokens) if archived else archived_before.difference(tokens)
    )
    return response


def replace_or_add_token(response: AnyResponse, old_token: str, new_token: str) -> AnyResponse:
    """Replace a game's token in the device's list; a game not listed is put in front."""
    tokens = [new_token if token == old_token else token for token in device_tokens()]
    archived = frozenset(new_token if token == old_token else token for token in archived_tokens())
    _store_tokens(response, tokens if new_token in tokens else [new_token, *tokens], archived)
    return response


def device_tokens_of_game(game_id: int) -> list[str]:
    """The tokens of a game that this device has opened."""
    return [
        token
        for token in device_tokens()
        if (scope := read_token_scope(token)) is not None and scope.game_id == game_id
    ]


def device_tokens_of_club_games(account_id: int) -> list[str]:
    """The device's tokens of games that an account's clubs count, or have counted."""
    session, clubs = db.session(), {club.id for club, _member in list_account_clubs(account_id)}
    scopes = ((token, read_token_scope(token)) for token in device_tokens())
    return [
        token
        for token, scope in scopes
        if scope is not None
        and scope.in_club
        and not clubs.isdisjoint(list_ever_counting_club_ids(session, scope.game_id))
    ]


def forget_games(response: AnyResponse, tokens: Collection[str]) -> AnyResponse:
    """Remove games from the device's list, and have its script drop its copies when the next page loads."""
    if tokens:
        _store_tokens(response, [token for token in device_tokens() if token not in tokens], archived_tokens())
        response.set_cookie(
            FORGOTTEN_GAMES_COOKIE, ".".join(tokens), _DAY_SECONDS, samesite="Lax", secure=request.is_secure
        )
    return response


def _cookie_items() -> list[str]:
    return [item for item in request.cookies.get(GAMES_COOKIE, "").split(".") if item.removeprefix(_ARCHIVED_PREFIX)][
        :_MAX_GAMES
    ]


def _store_tokens(response: Response, tokens: Sequence[str], tokens_in_archive: Collection[str]) -> None:
    items = [f"{_ARCHIVED_PREFIX}{token}" if token in tokens_in_archive else token for token in tokens[:_MAX_GAMES]]
    set_lasting_cookie(response, GAMES_COOKIE, ".".join(items))
