"""Rate limit counters, shared by all processes of a server, which survive a restart.

On SQLite they have a file of their own, so that counting never waits for a writer; on PostgreSQL an unlogged table,
so that counting never waits for the disk. Losing them does no harm: a lost counter starts at 0.
"""

import secrets
import time
from functools import cached_property
from pathlib import Path

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
    or_,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError, ProgrammingError, SQLAlchemyError
from sqlalchemy.schema import CreateTable
from sqlalchemy.sql.dml import ReturningInsert

from trexscore.db.engine import set_pragmas_on_connect
from trexscore.db.models import db

COUNTS_FILE_NAME = "limits.sqlite3"
_COUNTS_PER_CLEANUP = 500
"""Expired counters are deleted once in about so many counts."""
_MAX_KEY_LENGTH = 100
_CLOCK_TOLERANCE_SECONDS = 10
"""Seconds by which the clocks of servers with a common counter may differ."""


class RateLimitStorage(Storage):
    """Counters of fixed windows. A window is ignored if the clock was set back after it was opened.

    The connections of the engine commit each statement.
    """

    STORAGE_SCHEME = None

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self._engine = engine
        is_sqlite = engine.dialect.name == "sqlite"
        self._insert = sqlite.insert if is_sqlite else postgresql.insert
        self._counts = Table(
            "request_count",
            MetaData(),
            Column("key", String(_MAX_KEY_LENGTH), primary_key=True),
            Column("amount", Integer, nullable=False),
            Column("ends", Double, nullable=False),
            prefixes=[] if is_sqlite else ["UNLOGGED"],
        )

    @property
    def base_exceptions(self) -> type[Exception]:
        """The error raised when the database fails."""
        return SQLAlchemyError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Add `amount` to the counter of this key, in a window of `expiry` seconds. Returns the new count."""
        now = time.time()
        parameters = {"key": key, "amount": amount, "ends": now + expiry, "now": now}
        with self._engine.connect() as connection:
            if not secrets.randbelow(_COUNTS_PER_CLEANUP):
                connection.execute(delete(self._table).where(self._table.c.ends <= now))
            return int(connection.execute(self._increment_statement, parameters).scalar_one())

    @cached_property
    def _increment_statement(self) -> ReturningInsert[int]:
        """Built once: every recorded entry is counted."""
        columns = self._table.c
        upsert = self._insert(self._table).values({name: bindparam(name) for name in ("key", "amount", "ends")})
        inserted_row = upsert.excluded
        is_expired = or_(
            columns.ends <= bindparam("now", type_=Double), columns.ends > inserted_row.ends + _CLOCK_TOLERANCE_SECONDS
        )
        return upsert.on_conflict_do_update(
            index_elements=[columns.key],
            set_={
                "amount": case((is_expired, inserted_row.amount), else_=columns.amount + inserted_row.amount),
                "ends": case((is_expired, inserted_row.ends), else_=columns.ends),
            },
        ).returning(columns.amount)

    def get(self, key: str) -> int:
        return self._read_counter(key)[0]

    def get_expiry(self, key: str) -> float:
        """Return the end of this key's window in seconds since 1970."""
        return self._read_counter(key)[1]

    def check(self) -> bool:
        """Return True if the database answers. Raises its error otherwise."""
        self._read_counter("")
        return True

    def reset(self) -> int:
        """Delete all counters and return how many there were."""
        with self._engine.connect() as connection:
            return connection.execute(delete(self._table)).rowcount

    def clear(self, key: str) -> None:
        with self._engine.connect() as connection:
            connection.execute(delete(self._table).where(self._table.c.key == key))

    def close(self) -> None:
        self._engine.dispose()

    def _read_counter(self, key: str) -> tuple[int, float]:
        columns, now = self._table.c, time.time()
        query = select(columns.amount, columns.ends).where(columns.key == key, columns.ends > now)
        with self._engine.connect() as connection:
            row = connection.execute(query).one_or_none()
        return (0, now) if row is None else (row.amount, row.ends)

    @cached_property
    def _table(self) -> Table:
        """The table, created if it is missing; two processes may do so at once."""
        with self._engine.connect() as connection:
            statement = CreateTable(self._counts, if_not_exists=True)
            try:
                connection.execute(statement)
            except (IntegrityError, ProgrammingError):  # PostgreSQL checks first, then creates: not atomic
                connection.execute(statement)
        return self._counts


def create_rate_limit_storage(data_folder: Path) -> RateLimitStorage:
    """Return the counters that the processes of this app share. Needs the app context."""
    if db.engine.dialect.name == "sqlite":
        return RateLimitStorage(create_counts_engine(data_folder))
    return RateLimitStorage(db.engine.execution_options(isolation_level="AUTOCOMMIT"))


def create_counts_engine(folder: Path) -> Engine:
    """Return an engine for counters beside an SQLite database. A power cut may lose the latest of them.

    It commits each statement from the start: changing this for each connection takes longer than counting.
    """
    url = f"sqlite:///{(folder / COUNTS_FILE_NAME).as_posix()}"
    engine = create_engine(url, isolation_level="AUTOCOMMIT", hide_parameters=True)
    set_pragmas_on_connect(engine, "busy_timeout=2000", "journal_mode=WAL", "synchronous=OFF")
    return engine
