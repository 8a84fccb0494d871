"""Insert, update or delete rows by their keys, and parameters for statements about many keys."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from sqlalchemy import ColumnElement, Executable, Table, bindparam, delete
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session


def upsert_rows(
    session: Session, table: Table, rows: Sequence[Mapping[str, object]], summed_columns: Sequence[str] = ()
) -> None:
    """Insert rows; where the primary key exists, set the other columns, or add to those in `summed_columns`."""
    if not rows:
        return
    connection = session.connection()
    connection.execute(_upsert_statement(connection.dialect.name, table, tuple(rows[0]), tuple(summed_columns)), rows)


def delete_rows(
    session: Session, table: Table, club_id: int, keys: Sequence[Mapping[str, object]], *conditions: ColumnElement[bool]
) -> None:
    """Delete the rows of a club with these keys that also meet the conditions."""
    if keys:
        statement = delete(table).where(table.c.club_id == club_id, *key_conditions(table, keys[0]), *conditions)
        session.connection().execute(statement, [key_parameters(key) for key in keys])


def key_conditions(table: Table, key_columns: Iterable[str]) -> list[ColumnElement[bool]]:
    """Return conditions for the row of a key, which `key_parameters` provides."""
    return [table.c[name] == bindparam(f"of_{name}") for name in key_columns]


def key_parameters(key: Mapping[str, object]) -> dict[str, object]:
    """Return a key as parameters, with names that differ from columns that the statement sets."""
    return {f"of_{name}": value for name, value in key.items()}


@lru_cache(maxsize=64)
def _upsert_statement(
    dialect_name: str, table: Table, columns: tuple[str, ...], summed_columns: tuple[str, ...]
) -> Executable:
    """Cached, because building the statement takes as long as running it."""
    insert = (postgresql if dialect_name == "postgresql" else sqlite).insert(table)
    key = [column.name for column in table.primary_key]
    value_by_column = {
        name: table.c[name] + insert.excluded[name] if name in summed_columns else insert.excluded[name]
        for name in columns
        if name not in key
    }
    statement: Executable = (
        insert.on_conflict_do_update(index_elements=key, set_=value_by_column)
        if value_by_column
        else insert.on_conflict_do_nothing(index_elements=key)
    )
    return statement
