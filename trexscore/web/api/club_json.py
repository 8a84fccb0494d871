"""A club’s values for programs, with their schemas.

Removed players have no name. People from outside the club are left out.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar, get_args

from trexscore.club.members import ROLES, Member
from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.db.clubs.clubs import ClubHead
from trexscore.league.basis import BASIS_KINDS, BetterDirection
from trexscore.league.tie_breaks import TIE_BREAKS
from trexscore.ledger.schema_parts import BOOLEAN, INTEGER, TEXT, Schema, array_of, or_null, schema_by_seat, schema_ref
from trexscore.rules.seats import SEATS, Seat
from trexscore.web.clubs.data import games, ratings, standings
from trexscore.web.clubs.data.columns import (
    DAY_SCHEMA,
    MAYBE_TEXT,
    NUMBER_SCHEMA,
    Column,
    ColumnValue,
    RowAboutMembers,
    json_object_of,
    row_schema,
)
from trexscore.web.clubs.data.games import ClubGame
from trexscore.web.clubs.data.standings import StandingsRow, standings_rows
from trexscore.web.clubs.season_standings import SeasonStandings
from trexscore.web.clubs.statistics.ratings import RankedRating

MAX_GAMES_PAGE_SIZE, DEFAULT_GAMES_PAGE_SIZE = 200, 50
"""Games in one response: the maximum, and the default."""
UUID_SCHEMA: Schema = {"type": "string", "format": "uuid"}
_TIE_BREAK_SCHEMA: Schema = {"type": "string", "examples": list(TIE_BREAKS)}
_PEOPLE_SCHEMA = array_of(schema_ref("ClubPerson"), minItems=1, maxItems=2)
_FINISH_COUNTS_SCHEMA = array_of(NUMBER_SCHEMA, minItems=len(SEATS), maxItems=len(SEATS))
Parent = TypeVar("Parent")
Item = TypeVar("Item")


def _list_column(
    name: str, item_schema: Schema, item_columns: Sequence[Column[Item]], read_items: Callable[[Parent], Iterable[Item]]
) -> Column[Parent]:
    """A column with a list of objects."""
    return Column(
        name, array_of(item_schema), lambda owner: [json_object_of(item_columns, item) for item in read_items(owner)]
    )


PERSON_COLUMNS: tuple[Column[Member], ...] = (
    Column("number", INTEGER, lambda member: member.number),
    Column("name", MAYBE_TEXT, lambda member: member.name),
)
MEMBER_COLUMNS: tuple[Column[Member], ...] = (
    *PERSON_COLUMNS,
    Column("role", {"type": "string", "examples": list(ROLES)}, lambda member: member.role),
    Column("left", BOOLEAN, lambda member: member.has_left),
)
SEASON_COLUMNS: tuple[Column[Season], ...] = (
    Column("number", INTEGER, lambda season: season.number),
    Column("name", TEXT, lambda season: season.name),
    Column("from", DAY_SCHEMA, lambda season: season.first_day),
    Column("until", DAY_SCHEMA, lambda season: season.last_day),
    Column("basis", {"type": "string", "examples": list(BASIS_KINDS)}, lambda season: season.season_rules.basis.kind),
    Column("least_games", INTEGER, lambda season: season.season_rules.minimum_games),
    Column("tie_breaks", array_of(_TIE_BREAK_SCHEMA), lambda season: season.season_rules.tie_breaks),
    Column(
        "better",
        {"enum": list(get_args(BetterDirection))},
        lambda season: season.season_rules.basis.better_score_direction(season.season_rules.better_points_direction),
    ),
    Column("pairs", BOOLEAN, lambda season: season.house_rules.partnership),
)


class VisibleClub(NamedTuple):
    """A club, and the part of it (`visible_part`) that a token shows."""

    club_head: ClubHead
    record: ClubRecord
    visible_part: str


CLUB_COLUMNS: tuple[Column[VisibleClub], ...] = (
    Column("name", TEXT, lambda club: club.record.settings.name),
    Column("shows", {"enum": ["standings", "all"]}, lambda club: club.visible_part),
    _list_column("seasons", schema_ref("Season"), SEASON_COLUMNS, lambda club: club.record.seasons.values()),
)
_PEOPLE_COLUMN: Column[RowAboutMembers] = Column(
    "members", _PEOPLE_SCHEMA, lambda row: [json_object_of(PERSON_COLUMNS, member) for member in row.members]
)
_STANDINGS_ROW_COLUMNS: tuple[Column[StandingsRow], ...] = (
    standings.RANK_COLUMN,
    Column("shared", BOOLEAN, lambda line: line.row.is_shared),
    _PEOPLE_COLUMN,
    *standings.SCORE_COLUMNS,
    Column(
        "places",
        _FINISH_COUNTS_SCHEMA,
        lambda line: tuple(column.value_of(line) for column in standings.FINISH_COLUMNS),
    ),
    *standings.TREX_FIRSTS_AND_STATUS_COLUMNS,
    Column(
        "decided_by", or_null(_TIE_BREAK_SCHEMA), lambda line: line.row.lost_tie_by and line.row.lost_tie_by.tie_break
    ),
)
STANDINGS_COLUMNS: tuple[Column[SeasonStandings], ...] = (
    Column("season", schema_ref("Season"), lambda table: json_object_of(SEASON_COLUMNS, table.season)),
    Column("on", or_null(DAY_SCHEMA), lambda table: table.past_day and table.past_day.day),
    Column("known", {"enum": ["then", "now"]}, lambda table: "now" if table.includes_later_corrections else "then"),
    _list_column("rows", row_schema(_STANDINGS_ROW_COLUMNS), _STANDINGS_ROW_COLUMNS, standings_rows),
)


class _ClubGameSeat(NamedTuple):
    """A seat: `member` gets the points. `substitute` is the player if that was someone else."""

    game: ClubGame
    seat: Seat


def _person_json(member: Member | None) -> ColumnValue:
    return None if member is None else json_object_of(PERSON_COLUMNS, member)


_SEAT_COLUMNS: tuple[Column[_ClubGameSeat], ...] = (
    Column(
        "member",
        or_null(schema_ref("ClubPerson")),
        lambda each: _person_json(each.game.players[each.seat].credited_member),
    ),
    Column(
        "substitute",
        or_null(schema_ref("ClubPerson")),
        lambda each: _person_json(each.game.players[each.seat].substitute),
    ),
    Column("points", or_null(INTEGER), lambda each: each.game.result_points(each.seat)),
    Column("place", games.FINISH_SCHEMA, lambda each: each.game.best_finish(each.seat)),
)
GAME_COLUMNS: tuple[Column[ClubGame], ...] = (
    Column("uid", UUID_SCHEMA, lambda game: game.game_row.uid),
    games.DAY_COLUMN,
    *games.GAME_NIGHT_COLUMNS,
    *games.STATUS_COLUMNS,
    Column("seasons", array_of(INTEGER), lambda game: [season.number for season in game.seasons]),
    Column(
        "seats",
        schema_by_seat(row_schema(_SEAT_COLUMNS)),
        lambda game: {seat.name: json_object_of(_SEAT_COLUMNS, _ClubGameSeat(game, seat)) for seat in SEATS},
    ),
)


class GamesPage(NamedTuple):
    """Some games, and the last of them if there are more."""

    games: Sequence[ClubGame]
    next_before_uid: str | None


GAMES_PAGE_COLUMNS: tuple[Column[GamesPage], ...] = (
    _list_column("games", schema_ref("ClubGame"), GAME_COLUMNS, lambda page: page.games),
    Column("next", or_null(UUID_SCHEMA), lambda page: page.next_before_uid),
)
MEMBERS_RESPONSE_COLUMNS: tuple[Column[ClubRecord], ...] = (
    _list_column("members", row_schema(MEMBER_COLUMNS), MEMBER_COLUMNS, lambda record: record.unmerged_members),
)
_RATING_COLUMNS: tuple[Column[RankedRating], ...] = (
    ratings.RANK_COLUMN,
    _PEOPLE_COLUMN,
    *ratings.RATING_VALUE_COLUMNS,
    ratings.RATED_GAMES_COLUMN,
    ratings.LAST_GAME_DAY_COLUMN,
    ratings.OUTDATED_COLUMN,
)


class RatingLists(NamedTuple):
    """The ratings of players and of pairs, in order of rank."""

    player_ratings: Sequence[RankedRating]
    pair_ratings: Sequence[RankedRating]


RATING_LISTS_COLUMNS: tuple[Column[RatingLists], ...] = (
    _list_column("players", row_schema(_RATING_COLUMNS), _RATING_COLUMNS, lambda of: of.player_ratings),
    _list_column("pairs", row_schema(_RATING_COLUMNS), _RATING_COLUMNS, lambda of: of.pair_ratings),
)

CLUB_SCHEMAS: dict[str, Schema] = {
    "ClubPerson": row_schema(PERSON_COLUMNS),
    "Season": row_schema(SEASON_COLUMNS),
    "Club": row_schema(CLUB_COLUMNS),
    "Standings": row_schema(STANDINGS_COLUMNS),
    "ClubGame": row_schema(GAME_COLUMNS),
    "ClubGames": row_schema(GAMES_PAGE_COLUMNS),
    "ClubMembers": row_schema(MEMBERS_RESPONSE_COLUMNS),
    "ClubRatings": row_schema(RATING_LISTS_COLUMNS),
}
