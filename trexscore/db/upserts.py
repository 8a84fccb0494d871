"""Rows written in the place of those with the same key, or added to them, in one statement."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Executable, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session


def put(session: Session, table: Table, rows: Sequence[Mapping[str, Any]], adding: Sequence[str] = ()) -> None:
    """Write rows. Of one whose primary key is there, the columns are set that are no key; those in `adding` add up."""
    if not rows:
        return
    connection = session.connection()
    connection.execute(_statement(connection.dialect.name, table, tuple(rows[0]), tuple(adding)), rows)


@lru_cache(maxsize=64)
def _statement(dialect: str, table: Table, columns: tuple[str, ...], adding: tuple[str, ...]) -> Executable:
    """Building it takes as long as doing it."""
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
