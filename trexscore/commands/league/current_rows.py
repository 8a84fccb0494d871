"""The derived rows of a club that hold now: as they are stored, or as a rebuild would make them; nothing is written."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Executable, Insert, Table, Update, select
from sqlalchemy.orm import Session

from trexscore.db.clubs.counted_games import as_text
from trexscore.db.clubs.models import OPEN_END
from trexscore.db.models import Base
from trexscore.league.tally import NOTHING

_OF_GAME = ("season", "member", "partner")
_OF_TWO = (*_OF_GAME, "other", "other_partner")
_KEYS = {
    "club_game": ("game_id",),
    "club_game_member": ("game_id", "member"),
    "part": ("game_id", *_OF_GAME),
    "standing": _OF_GAME,
    "played": (*_OF_GAME, "span"),
    "meeting": _OF_TWO,
    "faced": (*_OF_TWO, "span"),
    "game_facts": ("game_id",),
    "sitting": ("game_id", "seat"),
    "month_profile": ("member", "partner", "month"),
    "span_records": ("span",),
}
_OF_HISTORY = frozenset({"id", "since", "cause"})
"""When and why a row came to hold is not told by what holds now."""
_NO_GAMES, _NEVER_MET = as_text(NOTHING.as_json()), (0, 0, 0)


class Row(NamedTuple):
    """A row of a table, by the names of its columns."""

    table: str
    values: tuple[tuple[str, Any], ...]

    def get(self, name: str) -> Any:  # noqa: ANN401 - as the column has it
        """What a column says; None where the table has no such one."""
        return dict(self.values).get(name)


def kept_rows(session: Session, club_id: int) -> Counter[Row]:
    """What is stored."""
    found: Counter[Row] = Counter()
    for table in map(Base.metadata.tables.__getitem__, _KEYS):
        holds = [table.c.until == OPEN_END] if "until" in table.c else []
        for row in session.execute(select(table).where(table.c.club_id == club_id, *holds)).mappings():
            found.update(_row(table, dict(row)))
    return found


class MadeRows:
    """What a rebuild writes: `put` takes its statements in place of the database."""

    def __init__(self) -> None:
        self._rows: dict[tuple[object, ...], tuple[Table, Mapping[str, Any]]] = {}

    def put(self, statement: Executable, rows: Sequence[Mapping[str, Any]]) -> None:
        """Take rows in; or, of those that have ended, forget that they held."""
        assert isinstance(statement, Insert | Update)  # noqa: S101 - a rebuild runs no others
        table = statement.table
        assert isinstance(table, Table)  # noqa: S101 - and none of several tables
        key, prefix = _KEYS[table.name], "of_" if isinstance(statement, Update) else ""
        for row in rows:
            whose = (table.name, *(row[prefix + name] for name in key))
            if isinstance(statement, Update):
                del self._rows[whose]
            elif row.get("until", OPEN_END) == OPEN_END:
                self._rows[whose] = table, row

    def rows(self) -> Counter[Row]:
        """What holds at the end."""
        found: Counter[Row] = Counter()
        for table, row in self._rows.values():
            found.update(_row(table, row))
        return found


def _row(table: Table, row: Mapping[str, Any]) -> list[Row]:
    """The row as it is compared; none where it says of someone that there is nothing."""
    values = {one.name: _value(row[one.name]) for one in table.columns if one.name not in _OF_HISTORY}
    is_empty = values.get("tally") == _NO_GAMES or (
        table.name == "meeting" and (values["ahead"], values["level"], values["behind"]) == _NEVER_MET
    )
    return [] if is_empty else [Row(table.name, tuple(values.items()))]


def _value(value: object) -> object:
    """JSON is the same in whatever order it was written."""
    if isinstance(value, str) and value[:1] in {"{", "["}:
        return msgspec.json.encode(msgspec.json.decode(value), order="sorted").decode()
    return value
