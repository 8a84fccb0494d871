"""Cancelling a link and giving out another in its place."""

from trexscore.rules.seats import SEATS
from trexscore.storage.journals import writing
from trexscore.storage.links import May, renew, seat_links_of


def renew_link(game_id: int, may: May, seat: str | None = None) -> str:
    """The new token. Whoever knows only the old one is a stranger from now on."""
    with writing() as session:
        return renew(session, game_id, may, seat)


def give_seats(game_id: int) -> None:
    """A link for each seat that has none: its player confirms, and says where something is wrong."""
    with writing() as session:
        for seat in SEATS:
            if seat.name not in seat_links_of(session, game_id):
                renew(session, game_id, "seat", seat.name)
