"""Load for this person or 404: the one way from a token to a game."""

from werkzeug.exceptions import NotFound

from trexscore.actions.write_entry import OF_A_SEAT, Request
from trexscore.journal.entries import Body
from trexscore.journal.terms import REFEREE
from trexscore.storage.links import May, Scope, scope_of
from trexscore.web.limits import client_address, count


def open_game(token: str) -> Scope:
    """The game that a token opens. One that opens none is not found, and counted against guessing."""
    scope = scope_of(token)
    if scope is None:
        count("unknown_token", client_address())
        raise NotFound
    return scope


def may_say(scope: Scope, asked: Request) -> bool:
    """Whether a link may have this written.

    That of a seat speaks for its own seat, ends no dispute but its own, and records nothing; the referee's puts right
    and settles, and nobody else does so in the referee's name; the terms are set by whoever started the game.
    """
    said = asked.body.get(asked.kind)
    as_referee = isinstance(said, dict) and (_names_referee(said.get("with")) or said.get("by") == REFEREE)
    if as_referee or scope.may == "referee":
        return as_referee and scope.may == "referee" and asked.kind in _OF_THE_REFEREE
    if asked.kind == "terms":
        return scope.may == "own"
    if scope.may != "seat":
        return scope.records
    if asked.kind not in OF_A_SEAT or not isinstance(said, dict) or said.get("seat") != scope.seat:
        return False
    return asked.kind != "settled" or said.get("as") == "withdrawn"


def spoken_by(may: May, seat: str | None, device: str | None) -> Body:
    """What an entry says of the link that it comes through. Only what is known stands there."""
    said = {"right": may, "seat": seat, "device": device}
    return {name: value for name, value in said.items() if value is not None}


def _names_referee(behind: object) -> bool:
    return isinstance(behind, list) and REFEREE in behind


_OF_THE_REFEREE = ("corrected", "settled")
