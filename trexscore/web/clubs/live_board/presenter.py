"""The tables of a game night for a screen that the whole room reads."""

from collections.abc import Mapping, Sequence
from math import ceil, sqrt
from typing import NamedTuple

from flask import url_for
from markupsafe import Markup

from trexscore.club.game_night import GameNight
from trexscore.club.record import ClubRecord
from trexscore.club.rounds import RoundNumbersOfNight
from trexscore.commands.game_nights.tables import CurrentTable, current_tables
from trexscore.db import game_states
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.clubs import ClubHead
from trexscore.db.clubs.counted_games import ClubGameRow
from trexscore.db.models import db
from trexscore.game.state import State
from trexscore.web.clubs.game_nights.presenter import NightResultLine, night_result_lines, night_round_numbers
from trexscore.web.clubs.game_nights.tables import TableSeat, TableStatus, seats_as_counted, table_seats
from trexscore.web.clubs.members.presenter import member_names
from trexscore.web.games.view import game_view
from trexscore.web.rendering import translate as _
from trexscore.web.urls import absolute_url, qr_code_svg

_MAX_COLUMNS = 5
_MAX_LEADER_RANK = 3
_MAX_RESULT_LINES = 12


class TableTile(NamedTuple):
    """A table on the screen."""

    table_number: int | None
    status: TableStatus
    seats: tuple[TableSeat, ...]
    deal_number: int = 0
    max_deals_in_game: int = 0
    kingdom_title: str = ""
    qr_code: Markup | None = None
    """Set while the table has no phone yet: the code that makes a phone its scorer."""


class LiveBoard(NamedTuple):
    """All tables and their layout."""

    tiles: tuple[TableTile, ...]
    column_count: int
    names_without_table: list[str]
    round_number: int
    """The latest round drawn or played."""
    has_unstarted_table: bool
    """Whether a drawn table has not started."""
    night_result_lines: list[NightResultLine]
    """The points of the night: the top ranks only while tables play."""


def build_live_board(
    club_head: ClubHead, record: ClubRecord, game_night: GameNight, codes_by_game_uid: Mapping[str, str]
) -> LiveBoard:
    """The tables of the current draw, then games of the night that still go on without such a table.

    `codes_by_game_uid`: the code of each table without a phone, by the uid of its game.
    """
    tables = [
        table
        for table in current_tables(db.session(), club_head, record, game_night)
        if table.game_row is not None or not table.departed_member_numbers
    ]
    rows = game_rows.list_game_rows_of_night(db.session(), club_head.id, game_night.number)
    tiles = _build_tiles(record, tables, rows, codes_by_game_uid)
    result = night_result_lines(record, rows)
    is_playing = any(tile.status == "playing" for tile in tiles)
    return LiveBoard(
        tuple(tiles),
        min(_MAX_COLUMNS, ceil(sqrt(len(tiles) * 1.2))) if tiles else 1,
        _names_without_table(record, game_night, tables),
        _latest_round_number(night_round_numbers(record, game_night, rows), tables),
        any(tile.status == "free" for tile in tiles),
        [line for line in result if line.rank <= _MAX_LEADER_RANK] if is_playing else result[:_MAX_RESULT_LINES],
    )


def _build_tiles(
    record: ClubRecord,
    tables: Sequence[CurrentTable],
    night_game_rows: Sequence[ClubGameRow],
    codes_by_game_uid: Mapping[str, str],
) -> list[TableTile]:
    games = {row.game_id: row for row in night_game_rows}
    states = game_states.read_states_by_game(list(games))
    tiles: list[TableTile] = []
    for table in tables:
        row = None if table.game_row is None else games.pop(table.game_row.game_id, None)
        if row is None:
            members = table.member_number_by_seat
            status: TableStatus = "free" if table.game_row is None else "excluded"
            tiles.append(TableTile(table.number, status, table_seats(members, member_names(record, members), None)))
            continue
        tile = _game_tile(row, states[row.game_id], table.number)
        if tile.status == "playing" and row.uid in codes_by_game_uid:
            url = url_for("table_codes.open_table_by_code", token=codes_by_game_uid[row.uid])
            tile = tile._replace(qr_code=qr_code_svg(absolute_url(url)))
        tiles.append(tile)
    other_tiles = [
        _game_tile(row, states[game_id], row.counted_game.table_number if row.counted_game else None)
        for game_id, row in games.items()
    ]
    return tiles + [tile for tile in other_tiles if tile.status == "playing" or not tables]


def _names_without_table(record: ClubRecord, game_night: GameNight, tables: Sequence[CurrentTable]) -> list[str]:
    """Those present without a seat, once tables are drawn."""
    seated_member_numbers = {number for table in tables for number in table.member_number_by_seat}
    waiting_member_numbers = (
        [number for number in game_night.present_member_numbers if number not in seated_member_numbers]
        if tables
        else []
    )
    return member_names(record, waiting_member_numbers)


def _latest_round_number(round_numbers: RoundNumbersOfNight, tables: Sequence[CurrentTable]) -> int:
    drawn_rounds = [
        round_numbers.round_by_table_origin.get(table.drawn_table.origin, 1)
        for table in tables
        if table.game_row is None
    ]
    return max([*drawn_rounds, *round_numbers.round_by_game_uid.values()], default=1)


def _game_tile(game_row: ClubGameRow, state: State, table_number: int | None) -> TableTile:
    """A table with a game. The names are those used in the game."""
    game = game_view("", "read", state)
    abandoned = game.abandoned or (game_row.counted_game is not None and game_row.counted_game.counts_if_unfinished)
    status: TableStatus = "finished" if game.complete else "abandoned" if abandoned else "playing"
    seats = table_seats((0, 0, 0, 0), [seat.name for seat in game.seats], game)
    return TableTile(
        table_number,
        status,
        seats_as_counted(seats, game_row.outcome.result) if status == "abandoned" else seats,
        game.deal_number,
        game.max_deals_in_game,
        _("%(king)s’s kingdom", king=game.king.name) if game.king is not None and not game.complete else "",
    )
