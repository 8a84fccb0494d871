"""Games outside of clubs: deleted, or a name removed from one for good. What a club counts is the club's to change."""

import uuid

from trexscore.commands.clock import now
from trexscore.commands.clubs.anonymize import Person, Sat, anonymize_in_game
from trexscore.db.game_deletion import drop_game, is_counted
from trexscore.db.journals import GAMES, writing
from trexscore.game.builder import fold
from trexscore.rules.seats import Seat


class CountedByClub(Exception):
    """Some club counts the game, or has counted it."""


def delete_game(game_id: int) -> None:
    """Take a game away with its links, entries and derived rows. Raises `CountedByClub`, and `Gone` the second time."""
    with writing() as session:
        GAMES.lock(session, game_id)
        if is_counted(session, game_id):
            raise CountedByClub
        drop_game(session, game_id)


def remove_name(game_id: int, seat: Seat) -> bool:
    """Remove the names of the player at a seat for good; whether there was one. Raises `CountedByClub`.

    Also from entries that say this player made them. Points, digests and seals stay; an `erased` entry tells of it.
    """
    with writing() as session:
        GAMES.lock(session, game_id)
        if is_counted(session, game_id):
            raise CountedByClub
        record = fold(GAMES.told(session, game_id))
        if record.players[seat] is None:
            return False
        sat = Sat(frozenset({record.sits[seat]}), here=True)
        person = Person(frozenset(), (), frozenset(), {game_id: sat})
        anonymize_in_game(session, game_id, person, str(uuid.uuid4()), now())
        return True
