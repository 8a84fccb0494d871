"""A club’s values for programs, with their schemas.

Removed players have no name. People from outside the club are left out.
"""

from collections.abc import Sequence
from typing import NamedTuple, get_args

from trexscore.club.members import ROLES, Member
from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.db.clubs.clubs import ClubHead
from trexscore.league.basis import KINDS, Better
from trexscore.league.tie_breaks import TIE_BREAKS
from trexscore.ledger.json_schema import (
    BOOLEAN,
    INTEGER,
    TEXT,
    Schema,
    array_of,
    for_each_seat,
    or_null,
    schema_ref,
)
from trexscore.rules.seats import SEATS, Seat
from trexscore.web.clubs.data import games, ratings, standings
from trexscore.web.clubs.data.columns import (
    DAY,
    MAYBE_TEXT,
    NUMBER,
    Column,
    HasPeople,
    Value,
    json_object_of,
    row_schema,
)
from trexscore.web.clubs.data.games import ClubGame
from trexscore.web.clubs.data.standings import SeasonStandings, StandingsRow, standings_rows
from trexscore.web.clubs.statistics.ratings import RankedRating

MAX_GAMES, DEFAULT_GAMES = 200, 50
"""Games in one response: the maximum, and the default."""
_UUID: Schema = {"type": "string", "format": "uuid"}
_TIE_BREAK: Schema = {"type": "string", "examples": list(TIE_BREAKS)}
_PEOPLE = array_of(schema_ref("ClubPerson"), minItems=1, maxItems=2)
_PLACES = array_of(NUMBER, minItems=len(SEATS), maxItems=len(SEATS))

PERSON: tuple[Column[Member], ...] = (
    Column("number", INTEGER, lambda member: member.number),
    Column("name", MAYBE_TEXT, lambda member: member.name),
)
MEMBER: tuple[Column[Member], ...] = (
    *PERSON,
    Column("role", {"type": "string", "examples": list(ROLES)}, lambda member: member.role),
    Column("left", BOOLEAN, lambda member: member.left),
)
SEASON: tuple[Column[Season], ...] = (
    Column("number", INTEGER, lambda season: season.number),
    Column("name", TEXT, lambda season: season.name),
    Column("from", DAY, lambda season: season.begins),
    Column("until", DAY, lambda season: season.ends),
    Column("basis", {"type": "string", "examples": list(KINDS)}, lambda season: season.counting.basis.kind),
    Column("least_games", INTEGER, lambda season: season.counting.minimum_games),
    Column("tie_breaks", array_of(_TIE_BREAK), lambda season: season.counting.tie_breaks),
    Column(
        "better",
        {"enum": list(get_args(Better))},
        lambda season: season.counting.basis.better(season.counting.better),
    ),
    Column("pairs", BOOLEAN, lambda season: season.rules.partnership),
)


class VisibleClub(NamedTuple):
    """A club, and the part of it (`visible_part`) that a token shows."""

    club: ClubHead
    record: ClubRecord
    visible_part: str


CLUB: tuple[Column[VisibleClub], ...] = (
    Column("name", TEXT, lambda club: club.record.settings.name),
    Column("shows", {"enum": ["standings", "all"]}, lambda club: club.visible_part),
    Column(
        "seasons",
        array_of(schema_ref("Season")),
        lambda club: [json_object_of(SEASON, season) for season in club.record.seasons.values()],
    ),
)
_MEMBERS: Column[HasPeople] = Column(
    "members", _PEOPLE, lambda row: [json_object_of(PERSON, member) for member in row.people]
)
_STANDING: tuple[Column[StandingsRow], ...] = (
    standings.PLACE,
    Column("shared", BOOLEAN, lambda line: line.row.is_shared),
    _MEMBERS,
    *standings.SCORE,
    Column("places", _PLACES, lambda line: [column.value_of(line) for column in standings.FINISHES]),
    *standings.STATUS,
    Column("decided_by", or_null(_TIE_BREAK), lambda line: line.row.decided_by and line.row.decided_by.tie_break),
)
STANDINGS: tuple[Column[SeasonStandings], ...] = (
    Column("season", schema_ref("Season"), lambda table: json_object_of(SEASON, table.season)),
    Column("on", or_null(DAY), lambda table: table.past and table.past.day),
    Column("known", {"enum": ["then", "now"]}, lambda table: "now" if table.with_later_corrections else "then"),
    Column(
        "rows",
        array_of(row_schema(_STANDING)),
        lambda table: [json_object_of(_STANDING, line) for line in standings_rows(table)],
    ),
)


class _ClubGameSeat(NamedTuple):
    """A seat: `member` gets the points. `substitute` is the player if that was someone else."""

    game: ClubGame
    seat: Seat


def _person_json(member: Member | None) -> Value:
    return None if member is None else json_object_of(PERSON, member)


_SEAT: tuple[Column[_ClubGameSeat], ...] = (
    Column("member", or_null(schema_ref("ClubPerson")), lambda each: _person_json(each.game.players[each.seat].member)),
    Column(
        "substitute",
        or_null(schema_ref("ClubPerson")),
        lambda each: _person_json(each.game.players[each.seat].substitute),
    ),
    Column("points", or_null(INTEGER), lambda each: each.game.points(each.seat)),
    Column("place", games.PLACE, lambda each: each.game.place(each.seat)),
)
GAME: tuple[Column[ClubGame], ...] = (
    Column("uid", _UUID, lambda game: game.row.uid),
    games.ON,
    *games.NIGHT,
    *games.STATUS,
    Column("seasons", array_of(INTEGER), lambda game: [season.number for season in game.seasons]),
    Column(
        "seats",
        for_each_seat(row_schema(_SEAT)),
        lambda game: {seat.name: json_object_of(_SEAT, _ClubGameSeat(game, seat)) for seat in SEATS},
    ),
)


class GamesPage(NamedTuple):
    """Some games, and the last of them if there are more."""

    games: Sequence[ClubGame]
    next_before: str | None


GAMES: tuple[Column[GamesPage], ...] = (
    Column("games", array_of(schema_ref("ClubGame")), lambda page: [json_object_of(GAME, game) for game in page.games]),
    Column("next", or_null(_UUID), lambda page: page.next_before),
)
MEMBERS: tuple[Column[ClubRecord], ...] = (
    Column(
        "members",
        array_of(row_schema(MEMBER)),
        lambda record: [json_object_of(MEMBER, each) for each in record.unmerged_members],
    ),
)
_RATING: tuple[Column[RankedRating], ...] = (
    ratings.PLACE,
    _MEMBERS,
    *ratings.RATING,
    ratings.GAMES,
    ratings.LAST,
    ratings.BEING_REDONE,
)


class RatingLists(NamedTuple):
    """The ratings of players and of pairs, in order of rank."""

    players: Sequence[RankedRating]
    pairs: Sequence[RankedRating]


RATINGS: tuple[Column[RatingLists], ...] = (
    Column(
        "players", array_of(row_schema(_RATING)), lambda of: [json_object_of(_RATING, entry) for entry in of.players]
    ),
    Column("pairs", array_of(row_schema(_RATING)), lambda of: [json_object_of(_RATING, entry) for entry in of.pairs]),
)

CLUB_SCHEMAS: dict[str, Schema] = {
    "ClubPerson": row_schema(PERSON),
    "Season": row_schema(SEASON),
    "Club": row_schema(CLUB),
    "Standings": row_schema(STANDINGS),
    "ClubGame": row_schema(GAME),
    "ClubGames": row_schema(GAMES),
    "ClubMembers": row_schema(MEMBERS),
    "ClubRatings": row_schema(RATINGS),
}
