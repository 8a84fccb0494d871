"""Insert rows, or update the rows with the same keys, in one statement."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from sqlalchemy import Executable, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session


def put(session: Session, table: Table, rows: Sequence[Mapping[str, object]], adding: Sequence[str] = ()) -> None:
    """Insert rows; where the primary key exists, set the other columns. Columns in `adding` are added to instead."""
    if not rows:
        return
    connection = session.connection()
    connection.execute(_upsert(connection.dialect.name, table, tuple(rows[0]), tuple(adding)), rows)


@lru_cache(maxsize=64)
def _upsert(dialect: str, table: Table, columns: tuple[str, ...], adding: tuple[str, ...]) -> Executable:
    """Cached, because building the statement takes as long as running it."""
    insert = (postgresql if dialect == "postgresql" else sqlite).insert(table)
    key = [column.name for column in table.primary_key]
    values = {
        name: table.c[name] + insert.excluded[name] if name in adding else insert.excluded[name]
        for name in columns
        if name not in key
    }
    statement: Executable = (
        insert.on_conflict_do_update(index_elements=key, set_=values)
        if values
        else insert.on_conflict_do_nothing(index_elements=key)
    )
    return statement
