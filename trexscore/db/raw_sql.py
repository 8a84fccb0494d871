"""Reads with the driver alone, for what every open phone asks every two seconds.

On SQLite such a read takes 11 µs of CPU time, the same by a connection of SQLAlchemy in AUTOCOMMIT 88 µs, by a session
130 µs; `make bench ARGS=state` leaves some 90 µs for all of our work.
"""

from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

from trexscore.db.models import db


def read_row(statement: str, *values: object) -> tuple[Any, ...] | None:
    """The first row of a statement whose places are marked by question marks. Raises `OperationalError`."""
    engine = db.engine
    try:
        return _first_row(engine, statement, values)
    except engine.dialect.loaded_dbapi.Error as fault:
        # Without the values: one may be a token, and this ends up in a log.
        raise OperationalError(statement, None, fault, hide_parameters=True) from fault


def _first_row(engine: Engine, statement: str, values: tuple[object, ...]) -> tuple[Any, ...] | None:
    pooled = engine.raw_connection()
    driver: Any = pooled.driver_connection
    on_a_server = engine.dialect.name == "postgresql"
    try:
        if on_a_server:
            driver.autocommit = True  # one statement needs no BEGIN and no ROLLBACK to travel along
            statement = statement.replace("?", "%s")
        row: tuple[Any, ...] | None = driver.execute(statement, values).fetchone()
        if on_a_server:
            driver.autocommit = False
    except BaseException:
        pooled.invalidate()  # whatever it was: the pool gets no connection back that still commits by itself
        raise
    finally:
        pooled.close()
    return row
