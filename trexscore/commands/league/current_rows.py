"""A club's current derived rows, as stored or as a rebuild would write them. Writes nothing."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Executable, Insert, Table, Update, select
from sqlalchemy.orm import Session

from trexscore.db.clubs.counted_games import encode_json
from trexscore.db.clubs.models import OPEN_END
from trexscore.db.models import Base
from trexscore.league.tally import EMPTY_TALLY

_OF_GAME = ("season", "member", "partner")
_OF_TWO = (*_OF_GAME, "opponent", "opponent_partner")
_KEYS = {
    "club_game": ("game_id",),
    "club_game_member": ("game_id", "member"),
    "season_result": ("game_id", *_OF_GAME),
    "standing": _OF_GAME,
    "result_by_period": (*_OF_GAME, "period"),
    "head_to_head": _OF_TWO,
    "head_to_head_by_period": (*_OF_TWO, "period"),
    "game_facts": ("game_id",),
    "game_seat": ("game_id", "seat"),
    "monthly_statistics": ("member", "partner", "month"),
    "period_records": ("period",),
}
_OF_HISTORY = frozenset({"id", "valid_from", "cause"})
"""Columns about when and why a row was written; not compared."""
_NO_GAMES, _NEVER_MET = encode_json(EMPTY_TALLY.as_json()), (0, 0, 0)


class Row(NamedTuple):
    """A row of a table, as (column, value) pairs."""

    table: str
    values: tuple[tuple[str, object], ...]

    def number(self, name: str) -> int:
        """An integer column's value, or 0 if the table has no such column."""
        value = dict(self.values).get(name)
        return value if isinstance(value, int) else 0


def stored_rows(session: Session, club_id: int) -> Counter[Row]:
    counts: Counter[Row] = Counter()
    for table in map(Base.metadata.tables.__getitem__, _KEYS):
        is_current = [table.c.valid_to == OPEN_END] if "valid_to" in table.c else []
        for row in session.execute(select(table).where(table.c.club_id == club_id, *is_current)).mappings():
            counts.update(_row(table, dict(row)))
    return counts


class RebuiltRows:
    """Collects the rows of a rebuild: `put` takes its statements in place of the database."""

    def __init__(self) -> None:
        self._rows: dict[tuple[object, ...], tuple[Table, Mapping[str, object]]] = {}

    def put(self, statement: Executable, rows: Sequence[Mapping[str, object]]) -> None:
        """Add rows, or drop rows that an update ends."""
        assert isinstance(statement, Insert | Update)  # noqa: S101 - a rebuild runs no others
        table = statement.table
        assert isinstance(table, Table)  # noqa: S101 - and none of several tables
        key, prefix = _KEYS[table.name], "of_" if isinstance(statement, Update) else ""
        for row in rows:
            row_key = (table.name, *(row[prefix + name] for name in key))
            if isinstance(statement, Update):
                del self._rows[row_key]
            elif row.get("valid_to", OPEN_END) == OPEN_END:
                self._rows[row_key] = table, row

    def rows(self) -> Counter[Row]:
        counts: Counter[Row] = Counter()
        for table, row in self._rows.values():
            counts.update(_row(table, row))
        return counts


def _row(table: Table, row: Mapping[str, object]) -> list[Row]:
    """The row in comparable form, or nothing if it is empty (no games, never met)."""
    values = {column.name: _value(row[column.name]) for column in table.columns if column.name not in _OF_HISTORY}
    is_empty = values.get("tally") == _NO_GAMES or (
        table.name == "head_to_head" and (values["wins"], values["ties"], values["losses"]) == _NEVER_MET
    )
    return [] if is_empty else [Row(table.name, tuple(values.items()))]


def _value(value: object) -> object:
    """JSON texts are compared regardless of key order."""
    if isinstance(value, str) and value[:1] in {"{", "["}:
        return msgspec.json.encode(msgspec.json.decode(value), order="sorted").decode()
    return value
