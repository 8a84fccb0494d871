"""The days of statistics: a season's, or all."""

from calendar import monthrange
from collections import Counter
from collections.abc import Iterable
from datetime import date, timedelta
from functools import reduce
from itertools import product
from typing import NamedTuple

from flask import request
from werkzeug.exceptions import NotFound

from trexscore.club.counted_game import NO_MEMBER
from trexscore.club.game_seats import PlayerKey
from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.commands.league.statistics import combine_records, facts_about
from trexscore.db.league import head_to_head as head_to_head_rows
from trexscore.db.league import statistics as statistics_rows
from trexscore.db.league.head_to_head import ALL_DAYS, DayRange
from trexscore.db.models import db
from trexscore.league.pairs import sorted_pair
from trexscore.league.statistics.profile import EMPTY_PROFILE, Profile, profile_of
from trexscore.league.statistics.records import Records
from trexscore.league.statistics.winning_runs import WinningRuns, winning_runs_of_game
from trexscore.web.clubs.access import ClubContext
from trexscore.web.number_parsing import parse_ascii_number

_ONE_DAY = timedelta(days=1)


class _Months(NamedTuple):
    first: str
    last: str


class _MonthsAndDays(NamedTuple):
    """Days as whole months, if there are any, and the days before and after them."""

    months: _Months | None
    day_ranges: tuple[DayRange, ...]


class Period(NamedTuple):
    """The days of statistics. `season` is None for all days; `season_choices` are the choices."""

    season: Season | None
    season_choices: tuple[Season, ...]

    @property
    def day_range(self) -> DayRange:
        """The first and last day."""
        return (
            ALL_DAYS if self.season is None else (self.season.first_day.isoformat(), self.season.last_day.isoformat())
        )

    @property
    def season_number(self) -> int | None:
        """The number of the season, for addresses."""
        return None if self.season is None else self.season.number


def requested_period(club: ClubContext) -> Period:
    """The season that the address requests, or all days."""
    season_text = request.args.get("season", "")
    return period_of(club, parse_ascii_number(season_text) or 0 if season_text else None)


def period_of(club: ClubContext, season_number: int | None) -> Period:
    """The days of a season, or all. Raises `NotFound` if there is no such season."""
    seasons = tuple(sorted(club.record.seasons.values(), key=lambda season: season.first_day, reverse=True))
    season = None if season_number is None else club.record.seasons.get(season_number)
    if season_number is not None and season is None:
        raise NotFound
    return Period(season, seasons)


def profile_in(club: ClubContext, period: Period, player_keys: Iterable[PlayerKey]) -> Profile:
    """The profile of the games of these days, under all these keys of a player or pair."""
    months_and_days = _months_and_days(period)
    return reduce(
        Profile.__add__,
        (_stored_profile(club, months_and_days, player_key) for player_key in player_keys),
        EMPTY_PROFILE,
    )


def records_in(club: ClubContext, period: Period) -> Records:
    """The records of these days. Runs of wins span all numbers of a player."""
    (months, day_ranges), club_id = _months_and_days(period), club.id
    spans = [] if months is None else [statistics_rows.read_records_of_months(db.session(), club_id, *months)]
    for first, last in day_ranges:
        spans += statistics_rows.read_records_by_day(db.session(), club_id, first, last).values()
    records = combine_records(sorted(spans, key=lambda span: span.last_sort_key))
    series = dict(records.winning_runs_by_member)
    for number in {
        club.record.surviving_member(merge.merged_number).number for merge in club.record.merge_by_seq.values()
    }:
        member_numbers = club.record.all_numbers_of(number)
        games = head_to_head_rows.list_player_games(db.session(), club_id, (member_numbers,), period.day_range)
        runs = (winning_runs_of_game(game.game_uid, game.day, has_won=game.finish == 1) for game in games)
        series = {player: run for player, run in series.items() if player not in member_numbers}
        series[number] = reduce(WinningRuns.__add__, runs, WinningRuns())
    return records._replace(winning_runs_by_member=series)


def game_counts_before_merges(club: ClubContext, period: Period) -> Counter[int]:
    """How many games each member played on these days, by the numbers in the club's entries."""
    (months, day_ranges), club_id = _months_and_days(period), club.id
    games: Counter[int] = Counter()
    if months is not None:
        games.update(head_to_head_rows.count_games_by_member_in_months(db.session(), club_id, *months))
    for days in day_ranges:
        games.update(head_to_head_rows.count_games_by_member(db.session(), club_id, days))
    return games


def stored_keys_of_player(club: ClubContext, member_number: int, partner_number: int = NO_MEMBER) -> list[PlayerKey]:
    """The keys under which games of a player or pair are stored."""
    member_numbers = club.record.all_numbers_of(member_number)
    if partner_number == NO_MEMBER:
        return [(number, NO_MEMBER) for number in sorted(member_numbers)]
    return sorted(
        {
            sorted_pair(first, second)
            for first, second in product(member_numbers, club.record.all_numbers_of(partner_number))
        }
    )


def current_player_key(record: ClubRecord, stored_key: PlayerKey) -> PlayerKey:
    """The key of a stored player or pair after merges."""
    first, second = (number and record.surviving_member(number).number for number in stored_key)
    return (first, NO_MEMBER) if second == NO_MEMBER else sorted_pair(first, second)


def _stored_profile(club: ClubContext, months_and_days: _MonthsAndDays, player_key: PlayerKey) -> Profile:
    session, club_id, (months, day_ranges) = db.session(), club.id, months_and_days
    of_months = (
        EMPTY_PROFILE if months is None else statistics_rows.read_profile_sum(session, club_id, player_key, *months)
    )
    games_outside_months = (
        (game.game_uid, facts)
        for first, last in day_ranges
        for game in statistics_rows.read_games_with_facts(session, club_id, first, last, player_key)
        for facts in facts_about(game, player_key)
    )
    return of_months + profile_of(games_outside_months)


def _months_and_days(period: Period) -> _MonthsAndDays:
    if period.season is None:
        return _MonthsAndDays(_Months("0000-00", "9999-99"), ())
    begins, ends = period.season.first_day, period.season.last_day
    first_whole_month_day = begins if begins.day == 1 else _last_day_of_month(begins) + _ONE_DAY
    last_whole_month_day = ends if ends == _last_day_of_month(ends) else ends.replace(day=1) - _ONE_DAY
    if first_whole_month_day > last_whole_month_day:
        return _MonthsAndDays(None, (period.day_range,))
    days_before_months = ((begins, first_whole_month_day - _ONE_DAY),) if begins < first_whole_month_day else ()
    days_after_months = ((last_whole_month_day + _ONE_DAY, ends),) if last_whole_month_day < ends else ()
    day_ranges = tuple((begin.isoformat(), end.isoformat()) for begin, end in (*days_before_months, *days_after_months))
    return _MonthsAndDays(_Months(f"{first_whole_month_day:%Y-%m}", f"{last_whole_month_day:%Y-%m}"), day_ranges)


def _last_day_of_month(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])
