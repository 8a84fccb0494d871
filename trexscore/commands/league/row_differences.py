"""The derived rows that differ between a database and a scratch database in which their club was rebuilt."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from trexscore.db.clubs.models import OPEN_END
from trexscore.db.league.models import CurrentRating, GameRating
from trexscore.db.league.ratings import read_backlog_start
from trexscore.db.league.scratch_database import COUNTED_GAMES_TABLE, DERIVED_TABLES_EXCEPT_COUNTED_GAMES
from trexscore.db.league.sums_by_period import MEETING_COUNT_COLUMNS
from trexscore.db.models import tables_of_models
from trexscore.db.stored_json import encode_json
from trexscore.league.tally import EMPTY_TALLY

_UNCOMPARED_COLUMNS = frozenset({"id", "valid_from", "valid_to", "cause"})
"""Columns about when and why a row was written; not compared."""
_GAME_RATING, _CURRENT_RATING = tables_of_models(GameRating, CurrentRating)
_EMPTY_TALLY_JSON, _NO_MEETING_COUNTS = encode_json(EMPTY_TALLY.as_json()), (0, 0, 0)


class DifferingRow(NamedTuple):
    """A row of only one of the two databases. Its game and season are 0 if the table has no such column."""

    table_name: str
    game_id: int
    season_number: int


def differing_rows(session: Session, scratch_session: Session, club_id: int) -> Iterator[DifferingRow]:
    """Compare the current rows of all tables; of ratings, those before the first game whose recalculation is due."""
    due_from = read_backlog_start(session, club_id)
    for table in (COUNTED_GAMES_TABLE, *DERIVED_TABLES_EXCEPT_COUNTED_GAMES):
        columns = [column for column in table.columns if column.name not in _UNCOMPARED_COLUMNS]
        query = select(*columns).where(table.c.club_id == club_id)
        if "valid_to" in table.c:
            query = query.where(table.c.valid_to == OPEN_END)
        if due_from is not None and table is _CURRENT_RATING:
            continue
        if due_from is not None and table is _GAME_RATING:
            query = query.where(table.c.sort_key < due_from)
        stored, rebuilt = (Counter(map(tuple, database.execute(query))) for database in (session, scratch_session))
        names = [column.name for column in columns]
        stored, rebuilt = _comparable_rows(names, stored - rebuilt), _comparable_rows(names, rebuilt - stored)
        for row in (stored - rebuilt) + (rebuilt - stored):
            values = dict(zip(names, row, strict=True))
            yield DifferingRow(table.name, _int_or_zero(values.get("game_id")), _int_or_zero(values.get("season")))


def _comparable_rows(
    column_names: Sequence[str], row_counts: Counter[tuple[object, ...]]
) -> Counter[tuple[object, ...]]:
    """The same rows with JSON texts in one form, without those that are empty (no games, never met)."""
    counts: Counter[tuple[object, ...]] = Counter()
    for row, times in row_counts.items():
        values = dict(zip(column_names, row, strict=True))
        never_met = tuple(values.get(name) for name in MEETING_COUNT_COLUMNS) == _NO_MEETING_COUNTS
        if values.get("tally") != _EMPTY_TALLY_JSON and not never_met:
            counts[tuple(map(_with_sorted_json_keys, row))] += times
    return counts


def _with_sorted_json_keys(value: object) -> object:
    """JSON texts are compared regardless of key order."""
    if isinstance(value, str) and value[:1] in {"{", "["}:
        return msgspec.json.encode(msgspec.json.decode(value), order="sorted").decode()
    return value


def _int_or_zero(value: object) -> int:
    return value if isinstance(value, int) else 0
