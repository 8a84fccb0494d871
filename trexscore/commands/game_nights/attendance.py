"""Check members in to a game night, or out."""

from collections.abc import Collection

from trexscore.club.events.game_night import AttendanceEvent, MembersCheckedIn, MembersCheckedOut
from trexscore.commands.clubs.record_entry import record_club_entry_in_transaction
from trexscore.commands.game_nights.tables import current_tables
from trexscore.commands.recording import Command, RecordingOutcome
from trexscore.db.clubs.clubs import ClubHead, read_club_record
from trexscore.db.journals import CLUBS
from trexscore.db.transactions import write_transaction
from trexscore.ledger.entry_refusal import refuse_entry


def record_attendance(
    club_head: ClubHead,
    bodyless_command: Command,
    event_type: type[AttendanceEvent],
    night_number: int,
    member_number: int,
) -> RecordingOutcome:
    """Check a member in or out. Members at a table that plays cannot check out."""
    command = bodyless_command._replace(body=event_type.body_of({"evening": night_number, "members": [member_number]}))
    with write_transaction() as session:
        end = CLUBS.lock(session, club_head.id)
        record = read_club_record(end)
        night = record.game_nights.get(night_number)
        if event_type is MembersCheckedOut and night is not None:
            playing = (
                table
                for table in current_tables(session, club_head.id, club_head.uid, record, night)
                if table.is_playing
            )
            if any(member_number in table.member_number_by_seat for table in playing):
                return refuse_entry("still_playing", "members")
        return record_club_entry_in_transaction(session, end, command)


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
    with write_transaction() as session:
        end = CLUBS.lock(session, club_head.id)
        record = read_club_record(end)
        night = record.game_nights.get(night_number)
        if night is None:
            return refuse_entry("unknown_evening", event_type.stored_kind)
        if event_type is MembersCheckedIn:
            changed = {member.number for member in record.active_members}.intersection(member_numbers).difference(
                night.present_member_numbers
            )
        else:
            tables = current_tables(session, club_head.id, club_head.uid, record, night)
            playing = {member for table in tables if table.is_playing for member in table.member_number_by_seat}
            changed = set(night.present_member_numbers).intersection(member_numbers).difference(playing)
        if not changed:
            return None
        body = event_type.body_of({"evening": night_number, "members": sorted(changed)})
        return record_club_entry_in_transaction(session, end, bodyless_command._replace(body=body))
