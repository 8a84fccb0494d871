"""Transfer a club's ownership to a member with an account."""

from trexscore.commands.clubs.record_entry import record_club_entry_in_transaction
from trexscore.commands.recording import Command, RecordingOutcome
from trexscore.db.clubs.clubs import club_transaction, read_member_numbers_with_account


class NewOwnerHasNoAccount(Exception):
    """The new owner has no account."""


def transfer_ownership_to_member(club_id: int, new_owner_member_number: int, command: Command) -> RecordingOutcome:
    """Record the new owner. Raises `NewOwnerHasNoAccount`."""
    with club_transaction(club_id) as (session, journal_head, record):
        if record.surviving_number(new_owner_member_number) not in read_member_numbers_with_account(
            session, club_id, record
        ):
            raise NewOwnerHasNoAccount
        return record_club_entry_in_transaction(session, journal_head, command)
