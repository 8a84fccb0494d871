"""Counts of requests that every process of a server shares, and that outlive a restart.

For SQLite they lie in a file of their own, so that counting never waits for whoever writes in a game; for PostgreSQL
in an unlogged table, so that counting waits for no disk. Nothing is lost with them: a count that is gone begins at 0.
"""

import secrets
import time
from functools import cached_property
from pathlib import Path
from typing import Any

from limits.storage import Storage
from sqlalchemy import (
    Column,
    Double,
    Engine,
    Integer,
    MetaData,
    String,
    Table,
    bindparam,
    case,
    create_engine,
    delete,
    event,
    or_,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import IntegrityError, ProgrammingError, SQLAlchemyError
from sqlalchemy.schema import CreateTable
from sqlalchemy.sql.dml import ReturningInsert

COUNTS_FILE = "limits.sqlite3"
_CLEAN_ONCE_IN = 500
"""After about so many counts, those that are over are deleted."""
_LONGEST_KEY = 100
_AT_ONCE = 10
"""Seconds by which the clocks of servers that count together may differ."""


class SharedCounts(Storage):
    """Counts of fixed windows. A window from a clock that has been set back since does not hold."""

    STORAGE_SCHEME = None

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        is_sqlite = engine.dialect.name == "sqlite"
        self._insert = sqlite.insert if is_sqlite else postgresql.insert
        self._counts = Table(
            "request_count",
            MetaData(),
            Column("key", String(_LONGEST_KEY), primary_key=True),
            Column("amount", Integer, nullable=False),
            Column("ends", Double, nullable=False),
            prefixes=[] if is_sqlite else ["UNLOGGED"],
        )

    @property
    def base_exceptions(self) -> type[Exception]:
        """What fails when the database does."""
        return SQLAlchemyError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Count `amount` more in the window of this key, which is `expiry` seconds long: how many there are now."""
        now = time.time()
        of_window = {"key": key, "amount": amount, "ends": now + expiry, "now": now}
        with self._engine.connect() as connection:
            if not secrets.randbelow(_CLEAN_ONCE_IN):
                connection.execute(delete(self._table).where(self._table.c.ends <= now))
            return int(connection.execute(self._count, of_window).scalar_one())

    @cached_property
    def _count(self) -> ReturningInsert[Any]:
        """Made once: every entry of every game is counted."""
        columns = self._table.c
        said = self._insert(self._table).values(
            key=bindparam("key"), amount=bindparam("amount"), ends=bindparam("ends")
        )
        is_over = or_(columns.ends <= bindparam("now", type_=Double), columns.ends > said.excluded.ends + _AT_ONCE)
        return said.on_conflict_do_update(
            index_elements=[columns.key],
            set_={
                "amount": case((is_over, said.excluded.amount), else_=columns.amount + said.excluded.amount),
                "ends": case((is_over, said.excluded.ends), else_=columns.ends),
            },
        ).returning(columns.amount)

    def get(self, key: str) -> int:
        """How many there are in the window of this key."""
        return self._held(key)[0]

    def get_expiry(self, key: str) -> float:
        """When the window of this key is over, in seconds since 1970."""
        return self._held(key)[1]

    def check(self) -> bool:
        """Whether the database answers."""
        self._held("")
        return True

    def reset(self) -> int:
        """Forget everything: how many counts there were."""
        with self._engine.connect() as connection:
            return connection.execute(delete(self._table)).rowcount

    def clear(self, key: str) -> None:
        """Forget one."""
        with self._engine.connect() as connection:
            connection.execute(delete(self._table).where(self._table.c.key == key))

    def let_go(self) -> None:
        """Of the database."""
        self._engine.dispose()

    def _held(self, key: str) -> tuple[int, float]:
        columns, now = self._table.c, time.time()
        wanted = select(columns.amount, columns.ends).where(columns.key == key, columns.ends > now)
        with self._engine.connect() as connection:
            row = connection.execute(wanted).one_or_none()
        return (0, now) if row is None else (row.amount, row.ends)

    @cached_property
    def _table(self) -> Table:
        """Made where it is missing; two processes may do so at once."""
        with self._engine.connect() as connection:
            make = CreateTable(self._counts, if_not_exists=True)
            try:
                connection.execute(make)
            except (IntegrityError, ProgrammingError):  # PostgreSQL looks, then makes it
                connection.execute(make)
        return self._counts


def counts_in_file(folder: Path) -> Engine:
    """An engine for counts beside an SQLite database. Losing the last of them in a power cut harms nobody."""
    engine = create_engine(f"sqlite:///{(folder / COUNTS_FILE).as_posix()}", hide_parameters=True)
    event.listen(engine, "connect", _quick)
    return engine


def _quick(connection: DBAPIConnection, _entry: object) -> None:
    cursor = connection.cursor()
    for pragma in ("busy_timeout=2000", "journal_mode=WAL", "synchronous=OFF"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
