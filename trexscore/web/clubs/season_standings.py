"""The standings of a season as stored, now or on a past day."""

from typing import NamedTuple

from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.club.season_tallies import SeasonPlayer
from trexscore.db.clubs.clubs import ClubHead, read_standings_record_at_time
from trexscore.db.league.season_ranking import cached_season_standings
from trexscore.league.standings import Row
from trexscore.web.clubs.standings_day import PastDay


class SeasonStandings(NamedTuple):
    """A season's standings, now or on a past day. `season` and `record` are of that day, `current_record` of today."""

    season: Season
    record: ClubRecord
    rows: tuple[Row[SeasonPlayer], ...]
    past_day: PastDay | None
    current_record: ClubRecord

    @property
    def includes_later_corrections(self) -> bool:
        """Whether it has the games as they are known today."""
        return self.past_day is None or self.past_day.includes_later_corrections


def load_standings(
    club_head: ClubHead, current_record: ClubRecord, season_number: int, past_day: PastDay | None
) -> SeasonStandings:
    """The standings. Raises `KeyError` if there is no such season.

    On a day before the season was created: what its games until that day give, as known now.
    """
    moment = None if past_day is None else past_day.time_of_rows
    record = current_record if moment is None else read_standings_record_at_time(club_head, moment)
    if past_day is not None and moment is not None and season_number not in record.seasons:
        return load_standings(
            club_head, current_record, season_number, past_day._replace(includes_later_corrections=True)
        )
    season, last_counted_day = record.seasons[season_number], "" if past_day is None else past_day.last_counted_day
    return SeasonStandings(
        season,
        record,
        cached_season_standings(club_head, record, season, moment, last_counted_day),
        past_day,
        current_record,
    )
