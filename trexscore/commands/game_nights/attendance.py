"""Attendance: who arrives at a game night and who goes home."""

from collections.abc import Collection

from trexscore.commands.clubs.record_entry import ClubRefused, ClubRequest, ClubWritten, NotAllowed, write_within
from trexscore.commands.game_nights.tables import tables_now
from trexscore.db.clubs.clubs import ClubAt, record_after
from trexscore.db.journals import CLUBS, writing
from trexscore.rules.refusals import refuse


def come_or_go(club: ClubAt, request: ClubRequest, evening: int, member: int) -> ClubWritten | ClubRefused | NotAllowed:
    """Write that a member has arrived or has gone home. Nobody goes home from a table that still plays."""
    asked = request._replace(said={"evening": evening, "members": [member]})
    with writing() as session:
        end = CLUBS.lock(session, club.id)
        record = record_after(end)
        held = record.evenings.get(evening)
        if request.kind == "went" and held is not None:
            playing = (table for table in tables_now(session, club.id, club.uid, record, held) if table.plays)
            if any(member in table.seats for table in playing):
                return ClubRefused((refuse("still_playing", "members"),))
        return write_within(session, end, asked)


def come_or_go_together(
    club: ClubAt, request: ClubRequest, evening: int, members: Collection[int]
) -> ClubWritten | ClubRefused | NotAllowed | None:
    """Write in one entry that all of these have arrived or gone home, as far as that changes anything.

    Who plays does not go home. None where nothing is left to write.
    """
    with writing() as session:
        end = CLUBS.lock(session, club.id)
        record = record_after(end)
        held = record.evenings.get(evening)
        if held is None:
            return ClubRefused((refuse("unknown_evening", request.kind),))
        if request.kind == "arrived":
            left = {member.number for member in record.here}.intersection(members).difference(held.present)
        else:
            tables = tables_now(session, club.id, club.uid, record, held)
            playing = {member for table in tables if table.plays for member in table.seats}
            left = set(held.present).intersection(members).difference(playing)
        if not left:
            return None
        return write_within(session, end, request._replace(said={"evening": evening, "members": sorted(left)}))
