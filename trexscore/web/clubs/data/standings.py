"""The standings of a season, a row for each player or pair."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.club.season_tallies import SeasonPlayer
from trexscore.db.clubs.clubs import ClubHead, read_record_at_time
from trexscore.db.league.season_ranking import cached_season_standings
from trexscore.i18n.marking import N_
from trexscore.league.basis import average
from trexscore.league.standings import Row
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.player_columns import name_values, partner_columns, player_columns
from trexscore.web.clubs.data.sheet import Column, Sheet, Value, plain, twelfths
from trexscore.web.clubs.standings.past_day import PastDay
from trexscore.web.rendering import translate as _


class StandingsTable(NamedTuple):
    """A season's standings, now or on a past day. `season` and `record` are as of that day."""

    season: Season
    record: ClubRecord
    rows: tuple[Row[SeasonPlayer], ...]
    past: PastDay | None


def load_standings(club: ClubHead, now: ClubRecord, number: int, past: PastDay | None) -> StandingsTable | None:
    """The standings; None if there is no such season.

    On a day before the season was created: what its games until that day give, as known now.
    """
    moment = None if past is None else past.at
    record = now if moment is None else read_record_at_time(club, moment)
    season = record.seasons.get(number)
    if season is None:
        return (
            None if past is None or past.known_now else load_standings(club, now, number, past._replace(known_now=True))
        )
    until = past.until if past is not None and past.known_now else ""
    return StandingsTable(season, record, cached_season_standings(club, record, season, moment, until), past)


class RowField(NamedTuple):
    """A value of a row, the same in JSON and CSV."""

    key: str
    heading: str
    value: Callable[[Row[SeasonPlayer]], Value]


PLACE = RowField("place", N_("Rank"), lambda row: row.place)
SCORE = (
    RowField("score", N_("Score"), lambda row: row.score),
    RowField("adjusted", N_("Adjustments"), lambda row: row.adjusted),
    RowField("games", N_("Games"), lambda row: row.tally.games),
    RowField("points", N_("Points"), lambda row: row.tally.points),
    RowField("average", N_("Average"), lambda row: average(row.tally)),
)
FINISHES = (
    RowField("firsts", N_("Finished 1st"), lambda row: twelfths(row.tally.places[0])),
    RowField("seconds", N_("Finished 2nd"), lambda row: twelfths(row.tally.places[1])),
    RowField("thirds", N_("Finished 3rd"), lambda row: twelfths(row.tally.places[2])),
    RowField("fourths", N_("Finished 4th"), lambda row: twelfths(row.tally.places[3])),
)
STATUS = (
    RowField("trex_firsts", N_("First in Trex"), lambda row: row.tally.trex_firsts),
    RowField("missing", N_("Games still needed for a rank"), lambda row: row.missing),
    RowField("guest", N_("Guest"), lambda row: row.guest),
)


def standings_sheet(club: ClubContext, table: StandingsTable) -> Sheet:
    """A row for each player or pair."""
    figures = (*SCORE, *FINISHES, *STATUS)
    columns = (
        Column(PLACE.key, _(PLACE.heading)),
        *player_columns(),
        *(partner_columns() if table.season.rules.partnership else ()),
        *(Column(field.key, _(field.heading)) for field in figures),
    )
    rows = (
        (PLACE.value(row), *name_values(club, row.player.people), *(field.value(row) for field in figures))
        for row in table.rows
    )
    return Sheet(columns, rows)


def field_values(fields: Iterable[RowField], row: Row[SeasonPlayer]) -> dict[str, object]:
    """These fields of a row, as JSON."""
    return {field.key: plain(field.value(row)) for field in fields}
