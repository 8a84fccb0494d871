"""Reads with the bare driver, for requests that every open phone sends every two seconds.

On SQLite such a read takes 11 µs of CPU time; a SQLAlchemy connection in AUTOCOMMIT takes 88 µs, a session 130 µs.
`make bench ARGS=state` leaves some 90 µs for all of our work.
"""

from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

from trexscore.db.models import db

_Row = tuple[Any, ...]


def read_first_row(statement: str, *values: object) -> _Row | None:
    """Return the first row of a statement with `?` placeholders, or None. Raises `OperationalError`."""
    engine = db.engine
    try:
        return _fetch_first_row(engine, statement, values)
    except engine.dialect.loaded_dbapi.Error as error:
        # Without the values: one may be a token, and the error is logged.
        raise OperationalError(statement, None, error, hide_parameters=True) from error


def _fetch_first_row(engine: Engine, statement: str, values: tuple[object, ...]) -> _Row | None:
    pooled = engine.raw_connection()
    driver: Any = pooled.driver_connection
    is_postgres = engine.dialect.name == "postgresql"
    try:
        if is_postgres:
            driver.autocommit = True  # saves the round trips of BEGIN and ROLLBACK
            statement = statement.replace("?", "%s")
        row: _Row | None = driver.execute(statement, values).fetchone()
        if is_postgres:
            driver.autocommit = False
    except BaseException:
        pooled.invalidate()  # never return a connection in autocommit mode to the pool
        raise
    finally:
        pooled.close()
    return row
