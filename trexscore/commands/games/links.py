"""Links of a game: opened, and renewed. The journal records both."""

import uuid

from sqlalchemy import select

from trexscore.commands.games.record_entry import Request, write_those_that_can_be
from trexscore.db.clubs.game_tokens import follow_renewed
from trexscore.db.journals import writing
from trexscore.db.models import Link
from trexscore.db.tokens import Permission, renew, seat_links_of
from trexscore.ledger.chain import Body
from trexscore.rules.seats import SEATS


def record_link_opened(game_id: int, holder: str, by: Body) -> None:
    """Record that a seat's or the referee's link was opened on a device, unless it is recorded already."""
    _record_link(game_id, holder, "opened", by)


def renew_link(game_id: int, may: Permission, seat: str | None = None, by: Body | None = None) -> str:
    """Replace a link and return its new token; the old one is invalid. `by`: the link that renews it."""
    with writing() as session:
        old = session.scalar(select(Link.token).where(Link.game_id == game_id, Link.may == may, Link.seat == seat))
        new = renew(session, game_id, may, seat)
        if old is not None:
            follow_renewed(session, old, new)
    if may in ("seat", "referee") and by is not None:
        _record_link(game_id, seat or may, "renewed", by)
    return new


def give_seats(game_id: int, by: Body | None = None) -> None:
    """Create a link for each seat that has none.

    With `by`, each is recorded as renewed: in an imported game, seat links may have been opened elsewhere.
    """
    with writing() as session:
        existing = seat_links_of(session, game_id)
        missing = [seat.name for seat in SEATS if seat.name not in existing]
        for seat in missing:
            renew(session, game_id, "seat", seat)
    for seat in missing if by is not None else ():
        _record_link(game_id, seat, "renewed", by or {})


def _record_link(game_id: int, holder: str, action: str, by: Body) -> None:
    """Append a link entry after whatever was written meanwhile; refused if the link already has this state."""
    body = {"link": {"for": holder, "is": action}}
    write_those_that_can_be(game_id, [Request(str(uuid.uuid4()), 0, None, None, body, by)])
