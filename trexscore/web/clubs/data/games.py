"""A club's games, a row each."""

from collections.abc import Iterator
from typing import NamedTuple

from trexscore.club.season_shares import counts, shares_of_game
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


class Sat(NamedTuple):
    """Who a seat's points are for, and who sat there; with the name, as far as the reader may see it."""

    member: int | None
    name: str | None
    by: int | None
    by_name: str | None


def games_sheet(club: ClubContext) -> Sheet:
    """A row for each game that the club counts or has counted, in their order."""
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
    """Every game that the club has ever counted, some at a time.

    For who sees no more than the standings, the games behind them, and no others.
    """
    place = ""
    while games := game_rows.games_of(db.session(), club.club.id, place, _AT_ONCE):
        yield games if club.shows("all") else [game for game in games if seasons_of(club, game)]
        place = games[-1].sort


def totals_of(games: list[GameRow]) -> dict[int, BySeat[int]]:
    """What stands on the sheets of games that count nothing as they are."""
    states = game_states.states([game.game_id for game in games if game.came_to.result is None])
    return {number: BySeat(**state.result.totals) for number, state in states.items()}


def sat(club: ClubContext, game: GameRow) -> BySeat[Sat]:
    """Who sat where. Of those who are not of the club, nothing is said."""
    counted = game.counted
    if counted is None:
        return BySeat(*[Sat(None, None, None, None)] * len(SEATS))
    return BySeat(*(_sat(club, counted.members[seat], counted.played_by[seat]) for seat in SEATS))


def seasons_of(club: ClubContext, game: GameRow) -> list[int]:
    """The seasons in which a game counts."""
    return sorted({share.season for share in shares_of_game(club.record, game.counted, game.came_to)})


def does_count(club: ClubContext, game: GameRow) -> bool:
    """Whether it counts at all."""
    return game.counted is not None and counts(club.record, game.counted, game.came_to)


def _sat(club: ClubContext, member: int | None, by: int | None) -> Sat:
    one = None if member is None else club.record.who(member)
    other = None if by is None else club.record.who(by)
    substitute = other if other != one else None
    return Sat(
        one and one.number, one and title_of(one), substitute and substitute.number, substitute and title_of(substitute)
    )


def _game_rows(club: ClubContext) -> Iterator[tuple[Value, ...]]:
    for games in counted_games(club):
        totals = totals_of(games)
        for game in games:
            yield _game_row(club, game, totals.get(game.game_id))


def _game_row(club: ClubContext, game: GameRow, totals: BySeat[int] | None) -> tuple[Value, ...]:
    counted, came = game.counted, game.came_to
    numbers = seasons_of(club, game)
    seasons = tuple(Word(str(number), club.record.seasons[number].name) for number in numbers)
    row: list[Value] = [
        game.uid,
        game.sort[:10],
        None if counted is None else counted.evening,
        None if counted is None else counted.table,
        seasons,
        came.complete,
        came.agreed,
        does_count(club, game),
        counted is None,
    ]
    seats = sat(club, game)
    for seat in SEATS:
        one = seats[seat]
        row += [one.member, one.name, one.by_name]
        if came.result is not None:
            row += [came.result.points[seat], came.result.places[seat].first]
        else:
            row += [None if totals is None else totals[seat], None]
    row.append(numbers)
    return tuple(row)
