"""Load for this person or 404: the one way from a token to a game."""

from flask import request
from werkzeug.exceptions import NotFound

from trexscore.storage.links import Scope, scope_of
from trexscore.web.limits import count


def open_game(token: str) -> Scope:
    """The game that a token opens. One that opens none is not found, and counted against guessing."""
    scope = scope_of(token)
    if scope is None:
        count("unknown_token", request.remote_addr or "")
        raise NotFound
    return scope
