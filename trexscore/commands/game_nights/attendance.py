"""Check members in to a game night, or out."""

from collections.abc import Collection

from trexscore.commands.clubs.record_entry import (
    ClubRefused,
    ClubRequest,
    ClubWritten,
    NotAllowed,
    record_club_entry_in,
)
from trexscore.commands.game_nights.tables import current_tables
from trexscore.db.clubs.clubs import ClubHead, read_record_at_head
from trexscore.db.journals import CLUBS, write_transaction
from trexscore.rules.refusals import refuse


def record_attendance(
    club: ClubHead, request: ClubRequest, evening: int, member: int
) -> ClubWritten | ClubRefused | NotAllowed:
    """Check a member in or out. Members at a table that plays cannot check out."""
    checked_request = request._replace(body={"evening": evening, "members": [member]})
    with write_transaction() as session:
        end = CLUBS.lock(session, club.id)
        record = read_record_at_head(end)
        night = record.game_nights.get(evening)
        if request.kind == "went" and night is not None:
            playing = (table for table in current_tables(session, club.id, club.uid, record, night) if table.plays)
            if any(member in table.seats for table in playing):
                return ClubRefused((refuse("still_playing", "members"),))
        return record_club_entry_in(session, end, checked_request)


def record_attendance_of_many(
    club: ClubHead, request: ClubRequest, evening: int, members: Collection[int]
) -> ClubWritten | ClubRefused | NotAllowed | None:
    """Check several members in or out in one entry, skipping those without a change.

    Players at a table that plays are not checked out. Returns None if nothing changes.
    """
    with write_transaction() as session:
        end = CLUBS.lock(session, club.id)
        record = read_record_at_head(end)
        night = record.game_nights.get(evening)
        if night is None:
            return ClubRefused((refuse("unknown_evening", request.kind),))
        if request.kind == "arrived":
            changed = {member.number for member in record.active_members}.intersection(members).difference(
                night.present
            )
        else:
            tables = current_tables(session, club.id, club.uid, record, night)
            playing = {member for table in tables if table.plays for member in table.seats}
            changed = set(night.present).intersection(members).difference(playing)
        if not changed:
            return None
        return record_club_entry_in(
            session, end, request._replace(body={"evening": evening, "members": sorted(changed)})
        )
