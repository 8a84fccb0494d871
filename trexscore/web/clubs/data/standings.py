"""The standings of a season, a row for each player or pair."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from trexscore.club.members import Member
from trexscore.club.season_tallies import SeasonPlayer
from trexscore.i18n.marking import N_
from trexscore.league.basis import cached_fraction, points_per_game
from trexscore.league.standings import Row
from trexscore.league.tally import TWELFTHS_PER_FINISH
from trexscore.ledger.schema_parts import BOOLEAN, INTEGER, or_null
from trexscore.web.clubs.data.columns import (
    NUMBER_SCHEMA,
    PARTNER_COLUMNS,
    PLAYER_COLUMNS,
    POSITIVE_INTEGER_SCHEMA,
    Column,
    Dataset,
    build_dataset,
)
from trexscore.web.clubs.members.presenter import members_before_merges
from trexscore.web.clubs.season_standings import SeasonStandings


class StandingsRow(NamedTuple):
    """A row, and whose it is, with today's names. Members who were merged after the day are still separate."""

    members: tuple[Member, ...]
    row: Row[SeasonPlayer]


def standings_rows(standings: SeasonStandings) -> Iterator[StandingsRow]:
    """The rows in their order."""
    return (
        StandingsRow(members_before_merges(standings.current_record, row.player.member_numbers), row)
        for row in standings.rows
    )


def _finish_count(standings_row: StandingsRow, finish: int) -> int | Fraction:
    """How often the player finished there.

    Whole numbers, which most are, stay `int`: they are written many times faster.
    """
    share = standings_row.row.tally.finish_twelfths[finish - 1]
    whole, rest = divmod(share, TWELFTHS_PER_FINISH)
    return cached_fraction(share, TWELFTHS_PER_FINISH) if rest else whole


_ADJUSTMENT_SCHEMA = {**INTEGER, "description": "The points of the score that come from adjustments."}
RANK_COLUMN: Column[StandingsRow] = Column(
    "place", or_null(POSITIVE_INTEGER_SCHEMA), lambda line: line.row.rank, N_("Rank")
)
SCORE_COLUMNS: tuple[Column[StandingsRow], ...] = (
    Column("score", NUMBER_SCHEMA, lambda line: line.row.score, N_("Score")),
    Column("adjusted", _ADJUSTMENT_SCHEMA, lambda line: line.row.adjustment_points, N_("Adjustments")),
    Column("games", INTEGER, lambda line: line.row.tally.games, N_("Games")),
    Column("points", INTEGER, lambda line: line.row.tally.points, N_("Points")),
    Column("average", NUMBER_SCHEMA, lambda line: points_per_game(line.row.tally), N_("Average")),
)
FINISH_COLUMNS: tuple[Column[StandingsRow], ...] = (
    Column("firsts", NUMBER_SCHEMA, lambda line: _finish_count(line, 1), N_("Finished 1st")),
    Column("seconds", NUMBER_SCHEMA, lambda line: _finish_count(line, 2), N_("Finished 2nd")),
    Column("thirds", NUMBER_SCHEMA, lambda line: _finish_count(line, 3), N_("Finished 3rd")),
    Column("fourths", NUMBER_SCHEMA, lambda line: _finish_count(line, 4), N_("Finished 4th")),
)
TREX_FIRSTS_AND_STATUS_COLUMNS: tuple[Column[StandingsRow], ...] = (
    Column("trex_firsts", INTEGER, lambda line: line.row.tally.trex_firsts, N_("First in Trex")),
    Column("missing", INTEGER, lambda line: line.row.missing_game_count, N_("Games still needed for a rank")),
    Column("guest", BOOLEAN, lambda line: line.row.is_guest, N_("Guest")),
)


def standings_dataset(standings: SeasonStandings) -> Dataset:
    """A row for each player or pair."""
    people: tuple[Column[StandingsRow], ...] = (
        (*PLAYER_COLUMNS, *PARTNER_COLUMNS) if standings.season.house_rules.partnership else PLAYER_COLUMNS
    )
    return build_dataset(
        (RANK_COLUMN, *people, *SCORE_COLUMNS, *FINISH_COLUMNS, *TREX_FIRSTS_AND_STATUS_COLUMNS),
        standings_rows(standings),
    )
