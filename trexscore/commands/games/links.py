"""Links of a game: opened, and renewed. The journal records both."""

import uuid

from sqlalchemy import select

from trexscore.commands.games.record_entry import record_possible_entries
from trexscore.commands.recording import Command
from trexscore.db.clubs.game_tokens import replace_renewed_token
from trexscore.db.game_links import Permission, read_seat_tokens, replace_link
from trexscore.db.journals import write_transaction
from trexscore.db.models import GameLink
from trexscore.game.events.link import LinkChanged
from trexscore.ledger.chain import Body
from trexscore.rules.seats import SEATS


def record_link_opened(game_id: int, holder: str, by: Body) -> None:
    """Record that a seat's or the referee's link was opened on a device, unless it is recorded already."""
    _record_link(game_id, holder, "opened", by)


def renew_link(game_id: int, permission: Permission, seat: str | None = None, by: Body | None = None) -> str:
    """Replace a link and return its new token; the old one is invalid. `by`: the link that renews it."""
    with write_transaction() as session:
        old = session.scalar(
            select(GameLink.token).where(
                GameLink.game_id == game_id, GameLink.permission == permission, GameLink.seat == seat
            )
        )
        new = replace_link(session, game_id, permission, seat)
        if old is not None:
            replace_renewed_token(session, old, new)
    if permission in ("seat", "referee") and by is not None:
        _record_link(game_id, seat or permission, "renewed", by)
    return new


def create_seat_links(game_id: int, by: Body | None = None) -> None:
    """Create a link for each seat that has none.

    With `by`, each is recorded as renewed: in an imported game, seat links may have been opened elsewhere.
    """
    with write_transaction() as session:
        existing = read_seat_tokens(session, game_id)
        missing = [seat.name for seat in SEATS if seat.name not in existing]
        for seat in missing:
            replace_link(session, game_id, "seat", seat)
    for seat in missing if by is not None else ():
        _record_link(game_id, seat, "renewed", by or {})


def _record_link(game_id: int, holder: str, action: str, by: Body) -> None:
    """Append a link entry after the latest entry; refused if the link already has this state."""
    body = LinkChanged.body({"for": holder, "is": action})
    record_possible_entries(game_id, [Command(str(uuid.uuid4()), body, link=by)])
