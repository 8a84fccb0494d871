"""Rebuilds states for migrations. The tables are those of any earlier version: only columns that all of them have."""

from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, inspect, text

from trexscore.db.game_states import FOLD_ERRORS, decode_state
from trexscore.db.journals import decode_optional_body
from trexscore.db.stored_json import encode_json
from trexscore.game.builder import fold_game
from trexscore.game.state import state_of
from trexscore.ledger.chain import FoldEntry


def rebuild_states(connection: Connection, game_ids_query: str | None = None) -> None:
    """Rebuild the states of all games, or of those that a query selects."""
    game_ids_query = game_ids_query or f"SELECT game_id FROM {_current_table_names(connection).states} ORDER BY game_id"  # noqa: S608 - ours
    _rebuild_states_of(connection, connection.scalars(text(game_ids_query)).all())


def rebuild_outdated_states(connection: Connection) -> None:
    """Rebuild the states that lack a field which this version reads."""
    query = f"SELECT game_id, state FROM {_current_table_names(connection).states} ORDER BY game_id"  # noqa: S608 - ours
    rows = connection.execute(text(query))
    _rebuild_states_of(connection, [row.game_id for row in rows if not _has_all_fields(row.state)])


class _TableNames(NamedTuple):
    states: str
    entries: str


def _current_table_names(connection: Connection) -> _TableNames:
    """The names of two tables; migration 0028 renamed both."""
    is_old = inspect(connection).has_table("board")
    return _TableNames("board", "entry") if is_old else _TableNames("game_state", "game_entry")


def _has_all_fields(state_json: str) -> bool:
    with suppress(msgspec.DecodeError):
        decode_state(state_json)
        return True
    return False


def _rebuild_states_of(connection: Connection, game_ids: Iterable[int]) -> None:
    """Rebuild the states of these games. A game whose journal was tampered with keeps its state."""
    tables = _current_table_names(connection)
    columns = {column["name"] for column in inspect(connection).get_columns(tables.entries)}
    by_column = '"by"' if "by" in columns else "NULL"
    entries = f"SELECT seq, key, kind, body, {by_column} FROM {tables.entries} WHERE game_id = :game ORDER BY seq"  # noqa: S608 - ours
    for game_id in game_ids:
        rows = connection.execute(text(entries), {"game": game_id}).all()
        try:
            record = fold_game(
                FoldEntry(seq, kind, decode_optional_body(body), decode_optional_body(link), key)
                for seq, key, kind, body, link in rows
            )
            state = state_of(record, record.play(), rows[-1][0])
        except FOLD_ERRORS:
            continue  # `trexscore verify` reports it
        connection.execute(
            text(f"UPDATE {tables.states} SET state = :state WHERE game_id = :game"),  # noqa: S608 - ours
            {"state": encode_json(state), "game": game_id},
        )
