"""Load for this person or 404: the one way from a token to a game."""

from flask import request
from werkzeug.exceptions import NotFound

from trexscore.actions.write_entry import OF_A_SEAT, Request
from trexscore.storage.links import Scope, scope_of
from trexscore.web.limits import count


def open_game(token: str) -> Scope:
    """The game that a token opens. One that opens none is not found, and counted against guessing."""
    scope = scope_of(token)
    if scope is None:
        count("unknown_token", request.remote_addr or "")
        raise NotFound
    return scope


def may_say(scope: Scope, asked: Request) -> bool:
    """Whether a link may have this written: that of a seat speaks for its own seat, and records nothing."""
    if scope.may != "seat":
        return scope.records
    said = asked.body.get(asked.kind)
    return asked.kind in OF_A_SEAT and isinstance(said, dict) and said.get("seat") == scope.seat
