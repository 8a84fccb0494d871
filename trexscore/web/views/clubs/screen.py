"""An evening's tables for a screen that a whole room looks at."""

from collections.abc import Sequence
from math import ceil, sqrt
from typing import NamedTuple

from trexscore.actions.clubs.evening_tables import tables_now
from trexscore.club.evening import Evening
from trexscore.club.record import ClubRecord
from trexscore.rules.seats import SEATS
from trexscore.storage import boards, game_rows
from trexscore.storage.clubs import ClubAt
from trexscore.storage.game_rows import GameRow
from trexscore.storage.models import db
from trexscore.web.rendering import isolated
from trexscore.web.rendering import translate as _
from trexscore.web.views.clubs.members import title_of
from trexscore.web.views.clubs.tables import State, winning_seats
from trexscore.web.views.game import game_view

_MOST_COLUMNS = 5


class Line(NamedTuple):
    """Somebody at a table."""

    name: str
    points: int | None
    rank: int
    tied: bool
    is_king: bool
    won: bool


class Tile(NamedTuple):
    """A table on the screen."""

    number: int | None
    state: State
    lines: tuple[Line, ...]
    deal: int
    deals: int
    kingdom: str


class Screen(NamedTuple):
    """All of them, and how they are laid out."""

    tiles: tuple[Tile, ...]
    columns: int
    rows: int
    waiting: list[str]


def screen_of(club: ClubAt, record: ClubRecord, evening: Evening) -> Screen:
    """The tables of the draw that holds, then games of the evening that belong to none of them and still go on."""
    tables = [
        table
        for table in tables_now(db.session(), club.id, club.uid, record, evening)
        if table.game is not None or not table.gone
    ]
    games = {row.game_id: row for row in game_rows.games_of_evening(db.session(), club.id, evening.number)}
    states = boards.states(list(games))
    tiles: list[Tile] = []
    for table in tables:
        row = None if table.game is None else games.pop(table.game.game_id, None)
        tiles.append(
            _of_game(row, states[row.game_id], table.number) if row else _free(record, table.number, table.seats)
        )
    others = [
        _of_game(row, states[game_id], row.counted.table if row.counted else None) for game_id, row in games.items()
    ]
    tiles += [tile for tile in others if tile.state == "plays" or not tables]
    columns = min(_MOST_COLUMNS, ceil(sqrt(len(tiles) * 1.2))) if tiles else 1
    seated = {number for table in tables for number in table.seats}
    waiting = (
        [isolated(title_of(record.who(number))) for number in evening.present if number not in seated] if tables else []
    )
    return Screen(tuple(tiles), columns, max(1, ceil(len(tiles) / columns)), waiting)


def _free(record: ClubRecord, number: int, seats: Sequence[int]) -> Tile:
    lines = tuple(Line(title_of(record.who(one)), None, 0, tied=False, is_king=False, won=False) for one in seats)
    return Tile(number, "free", lines, 0, 0, "")


def _of_game(row: GameRow, state: dict[str, object], number: int | None) -> Tile:
    """The names are those of the game: whoever sits there, as the table calls them."""
    game = game_view("", "read", state)
    won = winning_seats(game)
    broken_off = row.counted is not None and "unfinished" in row.counted.although
    lines = tuple(
        Line(
            game.seat(seat.name).name,
            game.seat(seat.name).total,
            game.seat(seat.name).rank,
            game.seat(seat.name).tied,
            game.seat(seat.name).is_king and not game.complete,
            seat.name in won,
        )
        for seat in SEATS
    )
    return Tile(
        number,
        "over" if game.complete else "broken_off" if broken_off else "plays",
        lines,
        game.deal_number,
        game.deals_in_game,
        _("%(king)s’s kingdom", king=game.king.name) if game.king is not None and not game.complete else "",
    )
