"""The only way from a token to a game: its scope, or 404."""

from werkzeug.exceptions import NotFound

from trexscore.db.game_links import Permission, TokenScope, read_token_scope
from trexscore.game.event import EntryLink
from trexscore.game.events import event_type_of_body
from trexscore.game.events.link import LinkOpenedOrReplaced
from trexscore.game.permissions import may_write
from trexscore.ledger.chain import Body
from trexscore.web.games.card_names import use_stored_card_names
from trexscore.web.limits import client_address_or_network, enforce_limit


def load_scope(token: str) -> TokenScope:
    """The scope of a token. Raises 404 for an unknown one, and counts it against guessing."""
    scope = read_token_scope(token)
    if scope is None:
        enforce_limit("unknown_token", client_address_or_network())
        raise NotFound
    use_stored_card_names(scope.card_names)
    return scope


def may_record(scope: TokenScope, body: Body) -> bool:
    """Whether a link may record this entry. Renewals of links are recorded only where a link is renewed."""
    link = EntryLink(scope.permission, scope.seat_letter)
    return not LinkOpenedOrReplaced.is_renewal(body) and may_write(link, event_type_of_body(body).stored_kind, body)


def link_and_device_json(permission: Permission, seat_letter: str | None, device: str | None) -> Body:
    """The link and device of an entry, as stored; unknown parts are left out."""
    link = {"right": permission, "seat": seat_letter, "device": device}
    return {name: value for name, value in link.items() if value is not None}
