"""The table of a season, a row for each player or pair."""

from collections.abc import Iterator
from typing import NamedTuple

from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.club.season_shares import Share
from trexscore.db.clubs.clubs import ClubAt, record_at
from trexscore.db.league.season_table import season_standings
from trexscore.league.basis import average
from trexscore.league.standings import Row
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.people import named, partner_columns, player_columns
from trexscore.web.clubs.data.sheet import Column, Sheet, Value, twelfths
from trexscore.web.clubs.standings.past_day import PastDay
from trexscore.web.rendering import translate as _


class Table(NamedTuple):
    """A season's table, now or on a past day. `season` and `record` are as they were when its rows stood so."""

    season: Season
    record: ClubRecord
    rows: tuple[Row[Share], ...]
    past: PastDay | None


def table_on(club: ClubAt, now: ClubRecord, number: int, past: PastDay | None) -> Table | None:
    """The table; None where there is no such season.

    On a day before it was set up nothing stood: then it is what its games until that day give by what is known now.
    """
    at = None if past is None else past.at
    record = now if at is None else record_at(club, at)
    season = record.seasons.get(number)
    if season is None:
        return None if past is None or past.known_now else table_on(club, now, number, past._replace(known_now=True))
    until = past.until if past is not None and past.known_now else ""
    return Table(season, record, season_standings(club, record, season, at, until), past)


def standings_sheet(club: ClubContext, table: Table) -> Sheet:
    """A row for each player, or for each pair."""
    columns = (
        Column("place", _("Rank")),
        *player_columns(),
        *(partner_columns() if table.season.rules.partnership else ()),
        Column("score", _("Score")),
        Column("adjusted", _("Adjustments")),
        Column("games", _("Games")),
        Column("points", _("Points")),
        Column("average", _("Average")),
        Column("firsts", _("Finished 1st")),
        Column("seconds", _("Finished 2nd")),
        Column("thirds", _("Finished 3rd")),
        Column("fourths", _("Finished 4th")),
        Column("trex_firsts", _("First in Trex")),
        Column("missing", _("Games still needed for a rank")),
        Column("guest", _("Guest")),
    )
    return Sheet(columns, _rows(club, table))


def _rows(club: ClubContext, table: Table) -> Iterator[tuple[Value, ...]]:
    for row in table.rows:
        tally = row.tally
        yield (
            row.place,
            *named(club, row.player.people),
            row.score,
            row.adjusted,
            tally.games,
            tally.points,
            average(tally),
            *map(twelfths, tally.places),
            tally.trex_firsts,
            row.missing,
            row.guest,
        )
