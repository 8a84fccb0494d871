"""A club's games, a row each."""

from collections.abc import Iterator
from typing import NamedTuple

from trexscore.club.members import Member
from trexscore.club.season_tallies import is_counting, tallies_of_game
from trexscore.db import game_states
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.counted_games import GameRow
from trexscore.db.models import db
from trexscore.rules.seats import SEATS, BySeat
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.data.sheet import Column, Sheet, Value, Word
from trexscore.web.clubs.members.presenter import title_of
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

_AT_ONCE = 100


class SeatPlayers(NamedTuple):
    """The member whose points a seat's are, and the substitute who sat there, by number and name."""

    member: int | None
    name: str | None
    by: int | None
    by_name: str | None


def games_sheet(club: ClubContext) -> Sheet:
    """A row for each game that the club counts or has counted, by date."""
    columns = [
        Column("game", _("Game")),
        Column("on", _("Day")),
        Column("evening", _("Game night")),
        Column("table", _("Table")),
        Column("seasons", _("Counts in")),
        Column("complete", _("Complete")),
        Column("agreed", _("All four signed off")),
        Column("counts", _("Counts")),
        Column("withdrawn", _("Excluded")),
    ]
    for seat in SEATS:
        letter, name = seat.name.lower(), reader_language().letter(seat)
        columns += [
            Column(f"member_{letter}", _("Number %(seat)s", seat=name)),
            Column(f"player_{letter}", _("Player %(seat)s", seat=name)),
            Column(f"substitute_{letter}", _("Substitute %(seat)s", seat=name)),
            Column(f"points_{letter}", _("Points %(seat)s", seat=name)),
            Column(f"place_{letter}", _("Finish %(seat)s", seat=name)),
        ]
    columns.append(Column("season_numbers", "", for_programs=True))
    return Sheet(tuple(columns), _game_rows(club))


def counted_games(club: ClubContext) -> Iterator[list[GameRow]]:
    """All games that the club has ever counted, in batches.

    Readers who see only the standings get the games that count in them.
    """
    last_sort = ""
    while games := game_rows.list_game_rows_after(db.session(), club.club.id, last_sort, _AT_ONCE):
        yield games if club.shows("all") else [game for game in games if seasons_of(club, game)]
        last_sort = games[-1].sort_key


def totals_of(games: list[GameRow]) -> dict[int, BySeat[int]]:
    """The points on the score sheet of games without a result, by game id."""
    states = game_states.read_states([game.game_id for game in games if game.outcome.result is None])
    return {number: BySeat(**state.result.totals) for number, state in states.items()}


def seat_players(club: ClubContext, game: GameRow) -> BySeat[SeatPlayers]:
    """The four seats of a game. Nothing about people from outside the club."""
    counted = game.counted
    if counted is None:
        return BySeat(*[SeatPlayers(None, None, None, None)] * len(SEATS))
    return BySeat(*(_seat_players(club, counted.members[seat], counted.played_by[seat]) for seat in SEATS))


def seasons_of(club: ClubContext, game: GameRow) -> list[int]:
    """The seasons in which a game counts."""
    return sorted({share.season for share in tallies_of_game(club.record, game.counted, game.outcome)})


def does_count(club: ClubContext, game: GameRow) -> bool:
    """Whether a game counts at all."""
    return game.counted is not None and is_counting(club.record, game.counted, game.outcome)


def _seat_players(club: ClubContext, member: int | None, played_by: int | None) -> SeatPlayers:
    owner = None if member is None else club.record.current_member(member)
    player = None if played_by is None else club.record.current_member(played_by)
    return SeatPlayers(*_number_and_name(owner), *_number_and_name(player if player != owner else None))


def _number_and_name(member: Member | None) -> tuple[int | None, str | None]:
    return (None, None) if member is None else (member.number, title_of(member))


def _game_rows(club: ClubContext) -> Iterator[tuple[Value, ...]]:
    for games in counted_games(club):
        totals = totals_of(games)
        for game in games:
            yield _game_row(club, game, totals.get(game.game_id))


def _game_row(club: ClubContext, game: GameRow, totals: BySeat[int] | None) -> tuple[Value, ...]:
    counted, outcome = game.counted, game.outcome
    numbers = seasons_of(club, game)
    seasons = tuple(Word(str(number), club.record.seasons[number].name) for number in numbers)
    row: list[Value] = [
        game.uid,
        game.sort_key[:10],
        None if counted is None else counted.evening,
        None if counted is None else counted.table,
        seasons,
        outcome.complete,
        outcome.signed_off,
        does_count(club, game),
        counted is None,
    ]
    seats = seat_players(club, game)
    for seat in SEATS:
        seat_owner = seats[seat]
        row += [seat_owner.member, seat_owner.name, seat_owner.by_name]
        if outcome.result is not None:
            row += [outcome.result.points[seat], outcome.result.places[seat].first]
        else:
            row += [None if totals is None else totals[seat], None]
    row.append(numbers)
    return tuple(row)
