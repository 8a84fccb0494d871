"""The author of an entry in a game."""

from flask import request

from trexscore.db.clubs.counting_clubs import list_counting_clubs
from trexscore.db.game_links import read_token_scope
from trexscore.db.models import db
from trexscore.game.file.names import read_name
from trexscore.web.accounts.session import current_account
from trexscore.web.clubs.access import context_as_seen_by
from trexscore.web.games.view import GameView

PLAYER_NAME_COOKIE = "phone"


def player_name_of_phone() -> str | None:
    """The name that this phone's cookie holds, if it is valid."""
    return read_name(request.cookies.get(PLAYER_NAME_COOKIE))


def author_name_in(game: GameView) -> str | None:
    """The author of an entry in this game: the signed-in member of a club that counts it, else the phone's name.

    A member who plays in the game signs with the name of their seat, so that no one confirms their own entry.
    """
    return _signed_in_member_name(game) or player_name_of_phone()


def _signed_in_member_name(game: GameView) -> str | None:
    scope = read_token_scope(game.token)
    account = current_account() if scope is not None and scope.in_club else None
    if scope is None or account is None:
        return None
    for counting in list_counting_clubs(db.session(), scope.game_id, account.id):
        club = context_as_seen_by(counting.club_head, counting.reader_member_number)
        if club.me is not None:
            seats_and_member_numbers = zip(
                game.seats, map(club.record.surviving_number, counting.counted_game.playing_member_numbers), strict=True
            )
            return next(
                (seat.name for seat, number in seats_and_member_numbers if number == club.me.number), club.me.name
            )
    return None
