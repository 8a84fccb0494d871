"""Delete a game outside of clubs, or remove a name from it. Games counted by a club are changed through the club."""

import uuid

from trexscore.commands.clock import current_timestamp
from trexscore.commands.clubs.anonymize import GamePresence, TracedPerson, anonymize_in_game
from trexscore.db.clubs.counted_games import list_ever_counting_club_ids
from trexscore.db.deletion import delete_whole_game
from trexscore.db.journals import GAMES
from trexscore.db.transactions import write_transaction
from trexscore.game.builder import fold_game
from trexscore.rules.seats import Seat


class EverCountedByClub(Exception):
    """A club counts the game, or once did."""


def delete_game_unless_counted(game_id: int) -> None:
    """Delete a game, its links, entries and derived rows. Raises `EverCountedByClub` or `JournalGone`."""
    with write_transaction() as session:
        GAMES.lock(session, game_id)
        if list_ever_counting_club_ids(session, game_id):
            raise EverCountedByClub
        delete_whole_game(session, game_id)


def remove_player_name_unless_counted(game_id: int, seat: Seat) -> bool:
    """Remove the name of the player at a seat permanently, including as an author. Returns False if there is none.

    Points, digests and seals stay; a further entry records the removal. Raises `EverCountedByClub`.
    """
    with write_transaction() as session:
        GAMES.lock(session, game_id)
        if list_ever_counting_club_ids(session, game_id):
            raise EverCountedByClub
        record = fold_game(GAMES.read_fold_entries(session, game_id))
        if record.player_names[seat] is None:
            return False
        presence = GamePresence(frozenset({record.original_seat_by_seat[seat]}), has_taken_part=True)
        person = TracedPerson(frozenset(), (), frozenset(), {game_id: presence})
        anonymize_in_game(session, game_id, person, str(uuid.uuid4()), current_timestamp())
        return True
