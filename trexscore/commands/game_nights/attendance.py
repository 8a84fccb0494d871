"""Replies to a game night, and checking members in or out."""

from collections.abc import Collection

from trexscore.club.events.game_night import AttendanceEvent, MembersCheckedIn, MembersCheckedOut
from trexscore.commands.clubs.record_entry import record_club_entry_in_transaction
from trexscore.commands.game_nights.tables import current_tables
from trexscore.commands.recording import Command, RecordingOutcome
from trexscore.db.clubs.clubs import ClubHead, club_transaction
from trexscore.db.clubs.models import AttendanceReply
from trexscore.db.journals import CLUBS
from trexscore.db.models import tables_of_models
from trexscore.db.transactions import write_transaction
from trexscore.db.upserts import upsert_rows
from trexscore.ledger.entry_refusal import refuse_entry

(_REPLY,) = tables_of_models(AttendanceReply)


def replace_reply(club_id: int, night_number: int, member_number: int, *, is_attending: bool) -> None:
    """Save a member's reply in place of an earlier one. Raises `JournalGone` if the club was deleted."""
    row = {"club_id": club_id, "game_night": night_number, "member": member_number, "attending": is_attending}
    with write_transaction() as session:
        CLUBS.lock(session, club_id)
        upsert_rows(session, _REPLY, [row])


def record_attendance(
    club_head: ClubHead,
    bodyless_command: Command,
    event_type: type[AttendanceEvent],
    night_number: int,
    member_number: int,
) -> RecordingOutcome:
    """Check a member in or out. Members at a table that plays cannot check out."""
    command = bodyless_command._replace(body=event_type.body_of({"evening": night_number, "members": [member_number]}))
    with club_transaction(club_head.id) as (session, journal_head, record):
        night = record.game_nights.get(night_number)
        if event_type is MembersCheckedOut and night is not None:
            tables = current_tables(session, club_head, record, night)
            if any(table.is_playing and member_number in table.member_number_by_seat for table in tables):
                return refuse_entry("still_playing", "members")
        return record_club_entry_in_transaction(session, journal_head, command)


def record_attendance_of_many(
    club_head: ClubHead,
    bodyless_command: Command,
    event_type: type[AttendanceEvent],
    night_number: int,
    member_numbers: Collection[int],
) -> RecordingOutcome | None:
    """Check several members in or out in one entry, skipping those without a change.

    Players at a table that plays are not checked out. Returns None if nothing changes.
    """
    with club_transaction(club_head.id) as (session, journal_head, record):
        night = record.game_nights.get(night_number)
        if night is None:
            return refuse_entry("unknown_evening", event_type.stored_kind)
        if event_type is MembersCheckedIn:
            changed_member_numbers = {member.number for member in record.active_members}.intersection(
                member_numbers
            ).difference(night.present_member_numbers)
        else:
            tables = current_tables(session, club_head, record, night)
            playing_member_numbers = {
                member for table in tables if table.is_playing for member in table.member_number_by_seat
            }
            changed_member_numbers = (
                set(night.present_member_numbers).intersection(member_numbers).difference(playing_member_numbers)
            )
        if not changed_member_numbers:
            return None
        body = event_type.body_of({"evening": night_number, "members": sorted(changed_member_numbers)})
        return record_club_entry_in_transaction(session, journal_head, bodyless_command._replace(body=body))
