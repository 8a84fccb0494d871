"""A club’s values for programs. Removed players have no name; people outside of the club are left out."""

from collections.abc import Iterable, Mapping

from trexscore.club.game_seats import NO_MEMBER
from trexscore.club.members import Member
from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.club.season_tallies import SeasonPlayer, is_counting, tallies_of_game, with_current_members
from trexscore.db.clubs.counted_games import GameRow
from trexscore.league.ratings import displayed_rating
from trexscore.league.standings import Row
from trexscore.rules.seats import SEATS, Seat
from trexscore.web.clubs.data.standings import FINISHES, PLACE, SCORE, STATUS, StandingsTable, field_values
from trexscore.web.clubs.statistics.ratings import RankedEntry

Value = dict[str, object]


def club_value(record: ClubRecord, sees: str) -> Value:
    """The name of the club, what is visible, and its seasons."""
    return {
        "name": record.settings.name,
        "shows": sees,
        "seasons": [season_value(season) for season in record.seasons.values()],
    }


def season_value(season: Season) -> Value:
    """A season without its standings."""
    return {
        "number": season.number,
        "name": season.name,
        "from": season.begins.isoformat(),
        "until": season.ends.isoformat(),
        "basis": season.counting.basis.kind,
        "least_games": season.counting.minimum_games,
        "tie_breaks": list(season.counting.tie_breaks),
        "better": season.counting.basis.better(season.counting.better),
        "pairs": season.rules.partnership,
    }


def table_value(record: ClubRecord, table: StandingsTable) -> Value:
    """The standings of a season."""
    past = table.past
    members = {number: _member(member) for number, member in record.members.items()}
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
    """All present and former members, each once; removed players without their names."""
    return [
        {"number": member.number, "name": member.name, "role": member.role, "left": member.left}
        for member in record.all_members
    ]


def rating_values(record: ClubRecord, ranked: Iterable[RankedEntry]) -> list[Value]:
    """Ratings in order of rank."""
    return [_rating(record, rating) for rating in ranked]


def _rating(record: ClubRecord, ranked: RankedEntry) -> Value:
    rating = displayed_rating(ranked.row.rating)
    return {
        "place": ranked.rank,
        "members": [_member_or_none(record, number) for number in ranked.player_key if number != NO_MEMBER],
        "rating": rating.points,
        "margin": rating.margin,
        "provisional": ranked.rank is None,
        "games": ranked.row.games,
        "last": ranked.row.sort_key[:10],
        "being_redone": ranked.is_due,
    }


def _row(members: Mapping[int, Value], row: Row[SeasonPlayer]) -> Value:
    """Members who were merged after the day of the standings are still separate."""
    return {
        **field_values([PLACE], row),
        "shared": row.shared,
        "members": [members[number] for number in row.player.people],
        **field_values(SCORE, row),
        "places": [*field_values(FINISHES, row).values()],
        **field_values(STATUS, row),
        "decided_by": None if row.decided_by is None else row.decided_by.tie_break,
    }


def _game(record: ClubRecord, game: GameRow) -> Value:
    counted, outcome = game.counted, game.outcome
    return {
        "uid": game.uid,
        "on": game.sort_key[:10],
        "evening": counted and counted.evening,
        "table": counted and counted.table,
        "complete": outcome.complete,
        "agreed": outcome.signed_off,
        "counts": counted is not None and is_counting(record, counted, outcome),
        "seasons": sorted({share.season for share in tallies_of_game(record, counted, outcome)}),
        "seats": {seat.name: _seat(record, game, seat) for seat in SEATS},
    }


def _seat(record: ClubRecord, game: GameRow, seat: Seat) -> Value:
    """`member` gets the points. `substitute` is the player if that was someone else."""
    counted, result = game.counted and with_current_members(record, game.counted), game.outcome.result
    member = None if counted is None else counted.members[seat]
    player = None if counted is None else counted.played_by[seat]
    return {
        "member": _member_or_none(record, member),
        "substitute": _member_or_none(record, player) if player != member else None,
        "points": result and result.points[seat],
        "place": result and result.places[seat].first,
    }


def _member_or_none(record: ClubRecord, number: int | None) -> Value | None:
    if number is None:
        return None
    return _member(record.current_member(number))


def _member(member: Member) -> Value:
    return {"number": member.number, "name": member.name}
