"""Which days statistics are of: a season's, or all there are."""

from calendar import monthrange
from collections import Counter
from collections.abc import Iterable
from datetime import date, timedelta
from functools import reduce
from itertools import product
from typing import NamedTuple

from flask import request
from werkzeug.exceptions import NotFound

from trexscore.club.game_seats import NOBODY, Who
from trexscore.club.season import Season
from trexscore.commands.league.statistics import facts_about, sum_of
from trexscore.db.league import head_to_head as head_to_head_rows
from trexscore.db.league import statistics as statistics_rows
from trexscore.db.league.head_to_head import ALL_DAYS, Days
from trexscore.db.models import db
from trexscore.league.pairs import pair
from trexscore.league.statistics.profile import EMPTY, Profile, profile_of
from trexscore.league.statistics.records import Records
from trexscore.league.statistics.series import Series, one_game
from trexscore.web.clubs.access import ClubContext
from trexscore.web.numbers import whole

_A_DAY = timedelta(days=1)


class Period(NamedTuple):
    """The days looked at. `season` is None where it is all of them; `seasons` are those that can be chosen."""

    season: Season | None
    seasons: tuple[Season, ...]

    @property
    def days(self) -> Days:
        """The first and the last."""
        return ALL_DAYS if self.season is None else (self.season.begins.isoformat(), self.season.ends.isoformat())

    @property
    def chosen(self) -> int | None:
        """The season as addresses name it."""
        return None if self.season is None else self.season.number


def requested_period(club: ClubContext) -> Period:
    """The season that the address asks for, if it asks for one."""
    asked = request.args.get("season", "")
    return period_of(club, whole(asked) or 0 if asked else None)


def period_of(club: ClubContext, number: int | None) -> Period:
    """The days of a season, or all. Raises `NotFound` where there is no such season."""
    seasons = tuple(sorted(club.record.seasons.values(), key=lambda season: season.begins, reverse=True))
    season = None if number is None else club.record.seasons.get(number)
    if number is not None and season is None:
        raise NotFound
    return Period(season, seasons)


class _Parts(NamedTuple):
    """Days as whole months (first and last, if any) and what remains before and behind them."""

    months: tuple[str, str] | None
    rest: tuple[Days, ...]


def profile_in(club: ClubContext, stretch: Period, whose: Iterable[Who]) -> Profile:
    """What the games of these days tell of somebody, under all the numbers that they have."""
    parts = _parts(stretch)
    return reduce(Profile.__add__, (_profile(club, parts, who) for who in whose), EMPTY)


def records_in(club: ClubContext, stretch: Period) -> Records:
    """The records of these days; runs of wins are those of persons, whatever numbers they have."""
    parts, club_id = _parts(stretch), club.club.id
    spans = [statistics_rows.records_of_months(db.session(), club_id, *parts.months)] if parts.months else []
    for first, last in parts.rest:
        spans += statistics_rows.records_between(db.session(), club_id, first, last)
    records = sum_of(sorted(spans, key=lambda kept: kept.last))
    series = dict(records.series)
    for number in {club.record.who(number).number for number, _ in club.record.merges.values()}:
        numbers = club.record.numbers_of(number)
        games = head_to_head_rows.played(db.session(), club_id, (numbers,), stretch.days)
        runs = (one_game(game.uid, game.on, won=game.place == 1) for game in games)
        series = {one: run for one, run in series.items() if one not in numbers}
        series[number] = reduce(Series.__add__, runs, Series())
    return records._replace(series=series)


def games_in(club: ClubContext, stretch: Period) -> Counter[int]:
    """How many games each member has played on these days, by the numbers that the club's entries say."""
    parts, club_id = _parts(stretch), club.club.id
    found = Counter(head_to_head_rows.games_in_months(db.session(), club_id, *parts.months) if parts.months else {})
    for days in parts.rest:
        found.update(head_to_head_rows.games_by_member(db.session(), club_id, days))
    return found


def whose_numbers(club: ClubContext, member: int, partner: int = NOBODY) -> list[Who]:
    """Under which numbers somebody's games are kept."""
    numbers = club.record.numbers_of(member)
    if partner == NOBODY:
        return [(number, NOBODY) for number in sorted(numbers)]
    return sorted({pair(one, other) for one, other in product(numbers, club.record.numbers_of(partner))})


def _profile(club: ClubContext, parts: _Parts, who: Who) -> Profile:
    session, club_id = db.session(), club.club.id
    months = statistics_rows.profile_between(session, club_id, who, *parts.months) if parts.months else EMPTY
    rest = (
        (game.uid, facts)
        for first, last in parts.rest
        for game in statistics_rows.told_between(session, club_id, first, last, who)
        for facts in facts_about(game, who)
    )
    return months + profile_of(rest)


def _parts(stretch: Period) -> _Parts:
    if stretch.season is None:
        return _Parts(("0000-00", "9999-99"), ())
    begins, ends = stretch.season.begins, stretch.season.ends
    first = begins if begins.day == 1 else _end_of_month(begins) + _A_DAY
    last = ends if ends == _end_of_month(ends) else ends.replace(day=1) - _A_DAY
    if first > last:
        return _Parts(None, ((begins.isoformat(), ends.isoformat()),))
    before = ((begins, first - _A_DAY),) if begins < first else ()
    behind = ((last + _A_DAY, ends),) if last < ends else ()
    rest = tuple((one.isoformat(), other.isoformat()) for one, other in (*before, *behind))
    return _Parts((f"{first:%Y-%m}", f"{last:%Y-%m}"), rest)


def _end_of_month(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])
