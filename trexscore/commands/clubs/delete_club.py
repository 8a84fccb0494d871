"""Delete a club. Its games stay."""

from trexscore.commands.clock import current_timestamp
from trexscore.commands.clubs.anonymize import anonymize_in_game, trace_person
from trexscore.db.clubs import game_imports
from trexscore.db.clubs.clubs import find_member_number, list_possible_owners, read_club_record
from trexscore.db.clubs.escrowed_tokens import escrow_game_tokens
from trexscore.db.deletion import delete_whole_club, lock_club_games, read_ever_counted_game_ids
from trexscore.db.journals import CLUBS
from trexscore.db.transactions import write_transaction


class NotTheOwner(Exception):
    """Only the owner may delete a club."""


class HasPossibleHeirs(Exception):
    """Other members have accounts: transfer ownership first, or they leave."""


def delete_club(club_id: int, account_id: int, removal_key: str, *, removes_owner_name: bool = False) -> None:
    """Delete the club of this account; with `removes_owner_name`, also remove the owner's names from its games.

    Locks waiting imports, then games, then the club; starts over if games were counted since. Raises `NotTheOwner`,
    `HasPossibleHeirs`, and `JournalGone` if it was deleted before.
    """
    while True:
        with write_transaction() as session:
            game_imports.lock_imports(session, club_id)
            games = lock_club_games(session, club_id)
            journal_head = CLUBS.lock(session, club_id)
            if read_ever_counted_game_ids(session, club_id) != games:
                continue
            record = read_club_record(journal_head)
            member_number = find_member_number(session, club_id, account_id)
            if member_number is None or record.surviving_member(member_number) is not record.owner:
                raise NotTheOwner
            if list_possible_owners(session, club_id, record):
                raise HasPossibleHeirs
            if removes_owner_name:
                person, received_at = trace_person(session, club_id, member_number), current_timestamp()
                for game_id in sorted(person.presence_by_game_id):
                    anonymize_in_game(session, game_id, person, removal_key, received_at)
            escrow_game_tokens(session, club_id, journal_head.digest, account_id)
            delete_whole_club(session, club_id)
            return
