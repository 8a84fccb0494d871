"""Set-up of the database engine: durable writes, one writer at a time."""

import contextlib
import os
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

if sys.platform != "win32":
    import fcntl

WRITES_OPTION = "trexscore_writes"
"""Execution option of a connection that is about to write."""
_MAX_LOCK_WAIT_SECONDS = 10
"""For other writers. After that a request is refused, and its sender retries."""
_writer_lock_by_engine: WeakKeyDictionary[Engine, "_WriterLock"] = WeakKeyDictionary()


def configure_engine(engine: Engine) -> None:
    """Configure an engine before its first connection."""
    if engine.dialect.name == "sqlite":
        _writer_lock_by_engine[engine] = _WriterLock(Path(f"{engine.url.database}-turn"))
        event.listen(engine, "connect", _disable_driver_transactions)
        timeout = f"busy_timeout={1000 * _MAX_LOCK_WAIT_SECONDS}"
        set_pragmas_on_connect(engine, "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", timeout)
        event.listen(engine, "begin", _begin_transaction)


def set_pragmas_on_connect(engine: Engine, *pragmas: str) -> None:
    """Set these pragmas in every new connection of an SQLite engine."""

    def set_all(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    event.listen(engine, "connect", set_all)


@contextmanager
def lock_for_writing(engine: Engine) -> Iterator[None]:
    """Let writers to SQLite proceed one at a time, across the threads and processes of an installation.

    SQLite polls for its own lock with pauses, which can starve a writer for seconds.
    Raises `OperationalError` on timeout.
    """
    lock = _writer_lock_by_engine.get(engine)
    if lock is None:
        yield
        return
    with lock.hold():
        yield


class _WriterLock:
    """The lock for writing. Processes lock an empty file beside the database; the lock ends with its process."""

    def __init__(self, path: Path) -> None:
        self._file = path
        self._lock = threading.Lock()
        self._handle: int | None = None

    @contextmanager
    def hold(self) -> Iterator[None]:
        deadline = time.monotonic() + _MAX_LOCK_WAIT_SECONDS
        if not self._lock.acquire(timeout=_MAX_LOCK_WAIT_SECONDS):
            raise _database_locked_error()
        try:
            with self._hold_file_lock():
                if time.monotonic() > deadline:
                    raise _database_locked_error()
                yield
        finally:
            self._lock.release()

    @contextmanager
    def _hold_file_lock(self) -> Iterator[None]:
        lock_file = self._open_lock_file()
        if lock_file is None:
            yield
            return
        fcntl.flock(lock_file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(lock_file, fcntl.LOCK_UN)

    def _open_lock_file(self) -> int | None:
        if self._handle is None and sys.platform != "win32":
            with contextlib.suppress(OSError):  # the folder is read-only; writing to the database will fail, too
                self._handle = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        return self._handle

    def __del__(self) -> None:
        if self._handle is not None:
            os.close(self._handle)


def _database_locked_error() -> OperationalError:
    return OperationalError("BEGIN IMMEDIATE", None, sqlite3.OperationalError("database is locked"))


@contextmanager
def foreign_keys_disabled(connection: Connection) -> Iterator[None]:
    """For migrations: switch off SQLite's foreign key checks, since a table is changed by replacing it.

    SQLite permits this only outside of a transaction.
    """
    driver = connection.connection.driver_connection
    if not isinstance(driver, sqlite3.Connection):
        yield
        return
    driver.execute("PRAGMA foreign_keys=OFF")
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys=ON")


def _disable_driver_transactions(connection: DBAPIConnection, _pool_entry: ConnectionPoolEntry) -> None:
    """Keep the driver from starting transactions: `_begin_transaction` does."""
    if isinstance(connection, sqlite3.Connection):
        connection.isolation_level = None


def _begin_transaction(connection: Connection) -> None:
    """A writer locks at once: upgrading a read transaction fails if another writer was faster."""
    connection.exec_driver_sql(
        "BEGIN IMMEDIATE" if dict(connection.get_execution_options()).get(WRITES_OPTION) else "BEGIN"
    )
