"""A club’s values as programs read them. Who was erased has no name, and of who is not of the club nothing is said."""

from collections.abc import Iterable, Mapping
from typing import Any

from trexscore.club.game_seats import NOBODY
from trexscore.club.members import Member
from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.club.season_shares import Share, as_they_are, counts, shares_of_game
from trexscore.db.clubs.counted_games import GameRow
from trexscore.league.ratings import shown
from trexscore.league.standings import Row
from trexscore.rules.seats import SEATS, Seat
from trexscore.web.clubs.data.standings import FINISHES, PLACE, SCORE, STATUS, Table, for_programs
from trexscore.web.clubs.statistics.ratings import Ranked

Value = dict[str, Any]


def club_value(record: ClubRecord, sees: str) -> Value:
    """What the club is called, how much of it is seen, and its seasons."""
    return {
        "name": record.settings.name,
        "shows": sees,
        "seasons": [season_value(season) for season in record.seasons.values()],
    }


def season_value(season: Season) -> Value:
    """A season, without its table."""
    return {
        "number": season.number,
        "name": season.name,
        "from": season.begins.isoformat(),
        "until": season.ends.isoformat(),
        "basis": season.counting.basis.kind,
        "least_games": season.counting.least_games,
        "tie_breaks": list(season.counting.tie_breaks),
        "better": season.counting.basis.better(season.counting.better),
        "pairs": season.rules.partnership,
    }


def table_value(record: ClubRecord, table: Table) -> Value:
    """A season and its rows."""
    past = table.past
    members = {number: _as(member) for number, member in record.members.items()}
    return {
        "season": season_value(table.season),
        "on": None if past is None else past.day.isoformat(),
        "known": "now" if past is None or past.known_now else "then",
        "rows": [_row(members, row) for row in table.rows],
    }


def game_values(record: ClubRecord, games: Iterable[GameRow]) -> list[Value]:
    """Games that the club counts."""
    return [_game(record, game) for game in games if game.counted is not None]


def member_values(record: ClubRecord) -> list[Value]:
    """Everybody who has ever been a member, each once; of the erased, that there was somebody."""
    return [
        {"number": member.number, "name": member.name, "role": member.role, "left": member.left}
        for member in record.people
    ]


def rating_values(record: ClubRecord, ranked: Iterable[Ranked]) -> list[Value]:
    """Ratings, from the top of the list on."""
    return [_rating(record, one) for one in ranked]


def _rating(record: ClubRecord, one: Ranked) -> Value:
    told = shown(one.row.rating)
    return {
        "place": one.rank,
        "members": [_named(record, number) for number in one.who if number != NOBODY],
        "rating": told.points,
        "margin": told.margin,
        "provisional": one.rank is None,
        "games": one.row.games,
        "last": one.row.sort[:10],
        "being_redone": one.is_due,
    }


def _row(members: Mapping[int, Value], row: Row[Share]) -> Value:
    """Two who have become one since the day of the table are two in it, as they were."""
    return {
        **for_programs([PLACE], row),
        "shared": row.shared,
        "members": [members[number] for number in row.player.people],
        **for_programs(SCORE, row),
        "places": [*for_programs(FINISHES, row).values()],
        **for_programs(STATUS, row),
        "decided_by": None if row.decided_by is None else row.decided_by.tie_break,
    }


def _game(record: ClubRecord, game: GameRow) -> Value:
    counted, came = game.counted, game.came_to
    return {
        "uid": game.uid,
        "on": game.sort[:10],
        "evening": counted and counted.evening,
        "table": counted and counted.table,
        "complete": came.complete,
        "agreed": came.agreed,
        "counts": counted is not None and counts(record, counted, came),
        "seasons": sorted({share.season for share in shares_of_game(record, counted, came)}),
        "seats": {seat.name: _seat(record, game, seat) for seat in SEATS},
    }


def _seat(record: ClubRecord, game: GameRow, seat: Seat) -> Value:
    """`member` gets the points; somebody else sat there where there is a `substitute`."""
    counted, result = game.counted and as_they_are(record, game.counted), game.came_to.result
    member = None if counted is None else counted.members[seat]
    by = None if counted is None else counted.played_by[seat]
    return {
        "member": _named(record, member),
        "substitute": _named(record, by) if by != member else None,
        "points": result and result.points[seat],
        "place": result and result.places[seat].first,
    }


def _named(record: ClubRecord, number: int | None) -> Value | None:
    if number is None:
        return None
    return _as(record.who(number))


def _as(member: Member) -> Value:
    return {"number": member.number, "name": member.name}
