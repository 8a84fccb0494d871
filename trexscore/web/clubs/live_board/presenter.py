"""The tables of a game night for a screen that the whole room reads."""

from collections.abc import Mapping, Sequence
from math import ceil, sqrt
from typing import NamedTuple

from flask import url_for
from markupsafe import Markup

from trexscore.club.game_night import GameNight
from trexscore.club.record import ClubRecord
from trexscore.commands.game_nights.tables import current_tables
from trexscore.db import game_states
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.clubs import ClubHead
from trexscore.db.clubs.counted_games import GameRow
from trexscore.db.models import db
from trexscore.game.state import State
from trexscore.web.clubs.game_nights.presenter import names_at
from trexscore.web.clubs.game_nights.rounds import NightLine, night_result, rounds_at
from trexscore.web.clubs.game_nights.tables import SeatAt, TableStatus, seats_at
from trexscore.web.clubs.members.presenter import title_of
from trexscore.web.games.view import game_view
from trexscore.web.rendering import isolated
from trexscore.web.rendering import translate as _
from trexscore.web.urls import absolute_url, qr_code_of

_MOST_COLUMNS = 5
_LEADERS = 3
_MOST_LINES = 12


class Tile(NamedTuple):
    """A table on the screen."""

    number: int | None
    state: TableStatus
    lines: tuple[SeatAt, ...]
    deal: int
    deals: int
    kingdom: str
    qr: Markup | None = None
    """Set while the table has no phone yet: the code that makes a phone its scorer."""


class Screen(NamedTuple):
    """All tables and their layout."""

    tiles: tuple[Tile, ...]
    columns: int
    rows: int
    waiting: list[str]
    round_number: int
    """The latest round drawn or played."""
    takes_seats: bool
    """Whether a drawn table has not started."""
    result: list[NightLine]
    """The points of the night: the top ranks only while tables play."""


def screen_of(club: ClubHead, record: ClubRecord, evening: GameNight, codes: Mapping[str, str]) -> Screen:
    """The tables of the current draw, then games of the night that still go on without such a table.

    `codes`: the code of each table without a phone, by the uid of its game.
    """
    tables = [
        table
        for table in current_tables(db.session(), club.id, club.uid, record, evening)
        if table.game is not None or not table.departed
    ]
    rows = game_rows.games_of_night(db.session(), club.id, evening.number)
    rounds = rounds_at(record, evening, rows)
    games = {row.game_id: row for row in rows}
    states = game_states.read_states(list(games))
    tiles: list[Tile] = []
    for table in tables:
        row = None if table.game is None else games.pop(table.game.game_id, None)
        tiles.append(
            _game_tile(row, states[row.game_id], table.number)._replace(qr=_qr_code(codes.get(row.uid)))
            if row
            else _free_tile(record, table.number, table.seats)
        )
    other_tiles = [
        _game_tile(row, states[game_id], row.counted.table if row.counted else None) for game_id, row in games.items()
    ]
    tiles += [tile for tile in other_tiles if tile.state == "plays" or not tables]
    columns = min(_MOST_COLUMNS, ceil(sqrt(len(tiles) * 1.2))) if tiles else 1
    seated = {number for table in tables for number in table.seats}
    waiting = (
        [isolated(title_of(record.current_member(number))) for number in evening.present if number not in seated]
        if tables
        else []
    )
    result = night_result(record, rows)
    plays = any(tile.state == "plays" for tile in tiles)
    drawn_rounds = [rounds.tables.get((table.drawn.since, table.drawn.position), 1) for table in tables]
    return Screen(
        tuple(tiles),
        columns,
        max(1, ceil(len(tiles) / columns)),
        waiting,
        max([*drawn_rounds, *rounds.games.values()], default=1),
        any(tile.state == "free" for tile in tiles),
        [line for line in result if line.rank <= _LEADERS] if plays else result[:_MOST_LINES],
    )


def _qr_code(token: str | None) -> Markup | None:
    return None if token is None else qr_code_of(absolute_url(url_for("hand_out.by_code", token=token)))


def _free_tile(record: ClubRecord, number: int, seats: Sequence[int]) -> Tile:
    return Tile(number, "free", seats_at(seats, names_at(record, seats), None), 0, 0, "")


def _game_tile(row: GameRow, state: State, number: int | None) -> Tile:
    """A table with a game. The names are those used in the game."""
    game = game_view("", "read", state)
    abandoned = row.counted is not None and "unfinished" in row.counted.overrides
    lines = seats_at((0, 0, 0, 0), [seat.name for seat in game.seats], game)
    return Tile(
        number,
        "over" if game.complete else "broken_off" if abandoned else "plays",
        lines,
        game.deal_number,
        game.deals_in_game,
        _("%(king)s’s kingdom", king=game.king.name) if game.king is not None and not game.complete else "",
    )
