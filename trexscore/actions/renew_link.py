"""Cancelling a link and giving out another in its place."""

from sqlalchemy import select

from trexscore.rules.seats import SEATS
from trexscore.storage.journals import writing
from trexscore.storage.kept_games import follow_renewed
from trexscore.storage.links import May, renew, seat_links_of
from trexscore.storage.models import Link


def renew_link(game_id: int, may: May, seat: str | None = None) -> str:
    """The new token. Whoever knows only the old one is a stranger from now on."""
    with writing() as session:
        old = session.scalar(select(Link.token).where(Link.game_id == game_id, Link.may == may, Link.seat == seat))
        new = renew(session, game_id, may, seat)
        if old is not None:
            follow_renewed(session, old, new)
        return new


def give_seats(game_id: int) -> None:
    """A link for each seat that has none: its player confirms, and says where something is wrong."""
    with writing() as session:
        for seat in SEATS:
            if seat.name not in seat_links_of(session, game_id):
                renew(session, game_id, "seat", seat.name)
