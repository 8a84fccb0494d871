"""Who is at an evening: arriving and going home."""

from trexscore.actions.clubs.evening_tables import tables_now
from trexscore.actions.clubs.write import ClubRefused, ClubRequest, ClubWritten, NotAllowed, write_within
from trexscore.rules.refusals import refuse
from trexscore.storage.clubs import ClubAt, record_behind
from trexscore.storage.journals import CLUBS, writing


def come_or_go(club: ClubAt, request: ClubRequest, evening: int, member: int) -> ClubWritten | ClubRefused | NotAllowed:
    """Write that a member has arrived or has gone home. Nobody goes home from a table that still plays."""
    asked = request._replace(said={"evening": evening, "members": [member]})
    with writing() as session:
        end = CLUBS.lock(session, club.id)
        record = record_behind(end)
        held = record.evenings.get(evening)
        if request.kind == "went" and held is not None:
            playing = (table for table in tables_now(session, club.id, club.uid, record, held) if table.plays)
            if any(member in table.seats for table in playing):
                return ClubRefused((refuse("still_playing", "members"),))
        return write_within(session, end, asked)
