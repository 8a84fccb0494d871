"""Links of a game: opened, and renewed. The journal records both."""

from sqlalchemy import select

from trexscore.commands.games.record_entry import record_entry_if_possible
from trexscore.db.clubs.game_tokens import replace_renewed_token
from trexscore.db.game_links import Permission, read_seat_tokens, replace_link
from trexscore.db.models import GameLink
from trexscore.db.transactions import write_transaction
from trexscore.game.events.link import LinkOpenedOrReplaced
from trexscore.ledger.chain import Body
from trexscore.rules.seats import SEATS


def record_link_opened(game_id: int, seat_or_referee: str, opened_link: Body) -> None:
    """Record that a seat's or the referee's link was opened on a device, unless it is recorded already."""
    _record_link_if_changed(game_id, seat_or_referee, "opened", opened_link)


def renew_link(
    game_id: int, permission: Permission, seat_letter: str | None = None, used_link: Body | None = None
) -> str:
    """Replace a link and return its new token; the old one is invalid. `used_link`: the link that renews it."""
    with write_transaction() as session:
        old_token = session.scalar(
            select(GameLink.token).where(
                GameLink.game_id == game_id, GameLink.permission == permission, GameLink.seat == seat_letter
            )
        )
        new_token = replace_link(session, game_id, permission, seat_letter)
        if old_token is not None:
            replace_renewed_token(session, old_token, new_token)
    if permission in ("seat", "referee") and used_link is not None:
        _record_link_if_changed(game_id, seat_letter or permission, "renewed", used_link)
    return new_token


def create_missing_seat_links(game_id: int, used_link: Body | None = None) -> None:
    """Create a link for each seat that has none.

    With `used_link`, each is recorded as renewed: in an imported game, seat links may have been opened elsewhere.
    """
    with write_transaction() as session:
        token_by_seat_letter = read_seat_tokens(session, game_id)
        missing_seat_letters = [seat.name for seat in SEATS if seat.name not in token_by_seat_letter]
        for seat in missing_seat_letters:
            replace_link(session, game_id, "seat", seat)
    for seat in missing_seat_letters if used_link is not None else ():
        _record_link_if_changed(game_id, seat, "renewed", used_link or {})


def _record_link_if_changed(game_id: int, seat_or_referee: str, action: str, used_link: Body) -> None:
    """Append a link entry after the latest entry; refused if the link already has this state."""
    record_entry_if_possible(game_id, LinkOpenedOrReplaced.body_of({"for": seat_or_referee, "is": action}), used_link)
