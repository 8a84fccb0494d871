"""Plan weekly game nights: all or none."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from sqlalchemy.orm import Session

from trexscore.club.events.game_night import GameNightPlanned
from trexscore.commands.clubs.record_entry import record_club_entries, record_club_entry_in_transaction
from trexscore.commands.recording import Command, Recorded, RecordingOutcome, all_or_nothing, require_recorded
from trexscore.db.journals import CLUBS

MAX_WEEKLY_NIGHTS = 60
_WEEK = timedelta(days=7)


def weekly_dates(first_date: date, last_date: date) -> list[date]:
    """The same weekday of every week from `first_date` to `last_date`, inclusive."""
    return [first_date + _WEEK * week for week in range((last_date - first_date).days // _WEEK.days + 1)]


def plan_weekly_nights(
    club_id: int, bodyless_command: Command, first_night_content: Mapping[str, object], night_dates: Sequence[date]
) -> RecordingOutcome:
    """Plan a game night on each day. Returns the entry of the first. Safe to repeat."""
    first_night = bodyless_command._replace(body=GameNightPlanned.body_of(first_night_content))
    later_nights = [
        bodyless_command.derived_command(
            day.isoformat(), GameNightPlanned.body_of({**first_night_content, "on": str(day)})
        )
        for day in night_dates[1:]
    ]

    def plan(session: Session) -> Recorded:
        first_recorded = require_recorded(
            record_club_entry_in_transaction(session, CLUBS.lock(session, club_id), first_night)
        )
        if later_nights and first_recorded.is_new:
            record_club_entries(session, CLUBS.lock(session, club_id), later_nights)
        return first_recorded

    return all_or_nothing(plan)
