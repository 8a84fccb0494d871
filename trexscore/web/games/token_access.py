"""Load for this person or 404: the one way from a token to a game."""

from werkzeug.exceptions import NotFound

from trexscore.commands.games.record_entry import Request
from trexscore.db.tokens import Permission, Scope, scope_of
from trexscore.game.event import GameLink
from trexscore.game.permissions import may_write
from trexscore.ledger.chain import Body
from trexscore.web.games.card_names import follow_table
from trexscore.web.limits import client_address, count


def open_game(token: str) -> Scope:
    """The game that a token opens. One that opens none is not found, and counted against guessing."""
    scope = scope_of(token)
    if scope is None:
        count("unknown_token", client_address())
        raise NotFound
    follow_table(scope.card_names)
    return scope


def may_record(scope: Scope, asked: Request) -> bool:
    """Whether a link may have this written. That another link was renewed is written where it is renewed."""
    said = asked.body.get("link")
    is_renewal = isinstance(said, dict) and said.get("is") == "renewed"
    return not is_renewal and may_write(GameLink(scope.may, scope.seat), asked.kind, asked.body)


def link_as_json(may: Permission, seat: str | None, device: str | None) -> Body:
    """What an entry says of the link that it comes through. Only what is known stands there."""
    said = {"right": may, "seat": seat, "device": device}
    return {name: value for name, value in said.items() if value is not None}
