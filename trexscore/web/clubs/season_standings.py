"""A season's standings, now or on the past day that an address states: `?on=2026-03-01`, and `&known=now`."""

from collections.abc import Mapping
from datetime import date, tzinfo
from typing import NamedTuple

from trexscore.club.fields import parse_day
from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.club.season_tallies import SeasonPlayer
from trexscore.commands.clock import last_timestamp_of_day, today
from trexscore.db.clubs.clubs import ClubHead, read_standings_record_at_time
from trexscore.db.league.season_ranking import cached_season_standings
from trexscore.league.standings import Row
from trexscore.rules.refusals import Refusal, refuse


class PastDay(NamedTuple):
    """A day whose standings, at its end, are requested.

    As they were then; or, if `includes_later_corrections`, from the games played until then as they count today,
    with later imports and corrections.
    """

    day: date
    includes_later_corrections: bool = False
    zone: tzinfo | None = None

    @property
    def time_of_rows(self) -> str | None:
        """The time whose rows are read; None for the current ones."""
        return None if self.includes_later_corrections else last_timestamp_of_day(self.day, self.zone)

    @property
    def last_counted_day(self) -> str:
        """The last day whose games are read; empty if the rows at `time_of_rows` are enough."""
        return self.day.isoformat() if self.includes_later_corrections else ""

    @property
    def query_parameters(self) -> dict[str, str]:
        """The query parameters of an address."""
        return {"on": self.day.isoformat()} | ({"known": "now"} if self.includes_later_corrections else {})


def requested_past_day(query_parameters: Mapping[str, str], zone: tzinfo | None) -> PastDay | None:
    """The past day that a page's address requests; None for today, later days, and no valid day."""
    day = parse_day(query_parameters.get("on", ""))
    return None if day is None or day >= today(zone) else PastDay(day, query_parameters.get("known") == "now", zone)


def requests_invalid_day(query_parameters: Mapping[str, str]) -> bool:
    """Whether an address requests a day that does not exist."""
    return bool(query_parameters.get("on", "").strip()) and parse_day(query_parameters["on"]) is None


def past_day_or_refusal(query_parameters: Mapping[str, str], zone: tzinfo | None) -> PastDay | Refusal | None:
    """The day that a program requests; None without a request; a refusal if it is invalid."""
    day, known = query_parameters.get("on"), query_parameters.get("known")
    if known not in (None, "now"):
        return refuse("unknown_choice", "known")
    if day is None and known is None:
        return None
    parsed_day = parse_day(day or "")
    return refuse("not_a_day", "on") if parsed_day is None else PastDay(parsed_day, known is not None, zone)


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
