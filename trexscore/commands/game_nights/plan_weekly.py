"""Plan weekly game nights: all or none."""

import uuid
from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from sqlalchemy.orm import Session

from trexscore.commands.clubs.record_entries import record_club_entries
from trexscore.commands.clubs.record_entry import (
    ClubRefused,
    ClubRequest,
    ClubWritten,
    NotAllowed,
    record_club_entry_in,
)
from trexscore.commands.clubs.rollback import all_or_nothing, require_written
from trexscore.db.journals import CLUBS

MOST_NIGHTS = 60
_WEEK = timedelta(days=7)


def nights_until(first: date, last: date) -> list[date]:
    """The same weekday of every week from `first` to `last`, inclusive."""
    return [first + _WEEK * week for week in range((last - first).days // _WEEK.days + 1)]


def plan_weekly(
    club_id: int, request: ClubRequest, body: Mapping[str, object], days: Sequence[date]
) -> ClubWritten | ClubRefused | NotAllowed:
    """Plan a game night on each day. Returns the entry of the first. Safe to repeat."""
    later_requests = [
        request._replace(key=str(uuid.uuid5(uuid.UUID(request.key), day.isoformat())), body={**body, "on": str(day)})
        for day in days[1:]
    ]

    def plan(session: Session) -> ClubWritten:
        first = require_written(
            record_club_entry_in(session, CLUBS.lock(session, club_id), request._replace(body=dict(body)))
        )
        if later_requests and first.new:
            record_club_entries(session, CLUBS.lock(session, club_id), later_requests)
        return first

    return all_or_nothing(plan)
