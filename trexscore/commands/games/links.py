"""Links of a game: opened by their holder, cancelled and given out anew; the journal tells of both."""

import uuid

from sqlalchemy import select

from trexscore.commands.games.record_entry import Request, write_those_that_can_be
from trexscore.db.clubs.game_tokens import follow_renewed
from trexscore.db.journals import writing
from trexscore.db.models import Link
from trexscore.db.tokens import Permission, renew, seat_links_of
from trexscore.ledger.chain import Body
from trexscore.rules.seats import SEATS


def record_link_opened(game_id: int, whose: str, by: Body) -> None:
    """Write that the link of a seat or of the referee is open on a device; nothing, where that stands there."""
    _say(game_id, whose, "opened", by)


def renew_link(game_id: int, may: Permission, seat: str | None = None, by: Body | None = None) -> str:
    """The new token. Whoever knows only the old one is a stranger from now on. `by` is who renews it."""
    with writing() as session:
        old = session.scalar(select(Link.token).where(Link.game_id == game_id, Link.may == may, Link.seat == seat))
        new = renew(session, game_id, may, seat)
        if old is not None:
            follow_renewed(session, old, new)
    if may in ("seat", "referee") and by is not None:
        _say(game_id, seat or may, "renewed", by)
    return new


def give_seats(game_id: int, by: Body | None = None) -> None:
    """A link for each seat that has none: its player confirms, and says where something is wrong.

    In a game that came from another installation, links of seats may have been opened there.
    """
    with writing() as session:
        there = seat_links_of(session, game_id)
        missing = [seat.name for seat in SEATS if seat.name not in there]
        for seat in missing:
            renew(session, game_id, "seat", seat)
    for seat in missing if by is not None else ():
        _say(game_id, seat, "renewed", by or {})


def _say(game_id: int, whose: str, what: str, by: Body) -> None:
    """Written behind whatever else is written meanwhile; refused where it is so already."""
    said = {"link": {"for": whose, "is": what}}
    write_those_that_can_be(game_id, [Request(str(uuid.uuid4()), 0, None, None, said, by)])
