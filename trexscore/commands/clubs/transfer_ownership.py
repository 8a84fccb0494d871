"""Transfer a club's ownership to a member with an account."""

from trexscore.commands.clubs.record_entry import record_club_entry_in
from trexscore.commands.recording import Command, RecordingOutcome
from trexscore.db.clubs.clubs import read_account_ids_by_member, read_record_at_head
from trexscore.db.journals import CLUBS, write_transaction


class NewOwnerHasNoAccount(Exception):
    """The new owner has no account."""


def transfer_ownership_to_member(club_id: int, new_owner_number: int, command: Command) -> RecordingOutcome:
    """Record the new owner. Raises `NewOwnerHasNoAccount`."""
    with write_transaction() as session:
        end = CLUBS.lock(session, club_id)
        if (
            read_account_ids_by_member(session, club_id)
            .keys()
            .isdisjoint(read_record_at_head(end).all_numbers_of(new_owner_number))
        ):
            raise NewOwnerHasNoAccount
        return record_club_entry_in(session, end, command)
