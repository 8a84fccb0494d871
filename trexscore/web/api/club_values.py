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
from trexscore.ledger.schema import (
    BOOLEAN,
    INTEGER,
    TEXT,
    Schema,
    array_of,
    for_each_seat,
    named,
    or_null,
)
from trexscore.rules.seats import SEATS, Seat
from trexscore.web.clubs.data import games, ratings, standings
from trexscore.web.clubs.data.columns import DAY, MAYBE_TEXT, NUMBER, Column, OfPeople, Value, object_of, schema_of
from trexscore.web.clubs.data.games import ClubGame
from trexscore.web.clubs.data.standings import Standing, StandingsTable, list_standings
from trexscore.web.clubs.statistics.ratings import RatedEntry

MAX_GAMES, DEFAULT_GAMES = 200, 50
"""Games in one response: the maximum, and the default."""
_UUID: Schema = {"type": "string", "format": "uuid"}
_TIE_BREAK: Schema = {"type": "string", "examples": list(TIE_BREAKS)}
_PEOPLE = array_of(named("ClubPerson"), minItems=1, maxItems=2)
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


class Readable(NamedTuple):
    """A club, and the part of it (`sees`) that a token shows."""

    club: ClubHead
    record: ClubRecord
    sees: str


CLUB: tuple[Column[Readable], ...] = (
    Column("name", TEXT, lambda club: club.record.settings.name),
    Column("shows", {"enum": ["standings", "all"]}, lambda club: club.sees),
    Column(
        "seasons",
        array_of(named("Season")),
        lambda club: [object_of(SEASON, season) for season in club.record.seasons.values()],
    ),
)
_MEMBERS: Column[OfPeople] = Column(
    "members", _PEOPLE, lambda row: [object_of(PERSON, member) for member in row.people]
)
_STANDING: tuple[Column[Standing], ...] = (
    standings.PLACE,
    Column("shared", BOOLEAN, lambda line: line.row.shared),
    _MEMBERS,
    *standings.SCORE,
    Column("places", _PLACES, lambda line: [column.read(line) for column in standings.FINISHES]),
    *standings.STATUS,
    Column("decided_by", or_null(_TIE_BREAK), lambda line: line.row.decided_by and line.row.decided_by.tie_break),
)
STANDINGS: tuple[Column[StandingsTable], ...] = (
    Column("season", named("Season"), lambda table: object_of(SEASON, table.season)),
    Column("on", or_null(DAY), lambda table: table.past and table.past.day),
    Column("known", {"enum": ["then", "now"]}, lambda table: "now" if table.known_now else "then"),
    Column(
        "rows",
        array_of(schema_of(_STANDING)),
        lambda table: [object_of(_STANDING, line) for line in list_standings(table)],
    ),
)


class _SeatOfGame(NamedTuple):
    """A seat: `member` gets the points. `substitute` is the player if that was someone else."""

    game: ClubGame
    seat: Seat


def _person(member: Member | None) -> Value:
    return None if member is None else object_of(PERSON, member)


_SEAT: tuple[Column[_SeatOfGame], ...] = (
    Column("member", or_null(named("ClubPerson")), lambda each: _person(each.game.players[each.seat].member)),
    Column("substitute", or_null(named("ClubPerson")), lambda each: _person(each.game.players[each.seat].substitute)),
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
        for_each_seat(schema_of(_SEAT)),
        lambda game: {seat.name: object_of(_SEAT, _SeatOfGame(game, seat)) for seat in SEATS},
    ),
)


class GamesPage(NamedTuple):
    """Some games, and the last of them if there are more."""

    games: Sequence[ClubGame]
    last: str | None


GAMES: tuple[Column[GamesPage], ...] = (
    Column("games", array_of(named("ClubGame")), lambda page: [object_of(GAME, game) for game in page.games]),
    Column("next", or_null(_UUID), lambda page: page.last),
)
MEMBERS: tuple[Column[ClubRecord], ...] = (
    Column(
        "members", array_of(schema_of(MEMBER)), lambda record: [object_of(MEMBER, each) for each in record.all_members]
    ),
)
_RATING: tuple[Column[RatedEntry], ...] = (
    ratings.PLACE,
    _MEMBERS,
    *ratings.RATING,
    ratings.GAMES,
    ratings.LAST,
    ratings.BEING_REDONE,
)


class RatingLists(NamedTuple):
    """The ratings of players and of pairs, in order of rank."""

    players: Sequence[RatedEntry]
    pairs: Sequence[RatedEntry]


RATINGS: tuple[Column[RatingLists], ...] = (
    Column("players", array_of(schema_of(_RATING)), lambda of: [object_of(_RATING, entry) for entry in of.players]),
    Column("pairs", array_of(schema_of(_RATING)), lambda of: [object_of(_RATING, entry) for entry in of.pairs]),
)

CLUB_SCHEMAS: dict[str, Schema] = {
    "ClubPerson": schema_of(PERSON),
    "Season": schema_of(SEASON),
    "Club": schema_of(CLUB),
    "Standings": schema_of(STANDINGS),
    "ClubGame": schema_of(GAME),
    "ClubGames": schema_of(GAMES),
    "ClubMembers": schema_of(MEMBERS),
    "ClubRatings": schema_of(RATINGS),
}
