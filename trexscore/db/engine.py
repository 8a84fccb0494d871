"""How the database is talked to: durable, and one writer after the other."""

import contextlib
import os
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

if sys.platform != "win32":
    import fcntl

WRITES = "trexscore_writes"
"""Execution option of a connection that is about to write."""
_SECONDS_TO_WAIT = 10
"""For others who write. A request that waits longer is refused, and its sender tries again."""
_turns: WeakKeyDictionary[Engine, "_Turn"] = WeakKeyDictionary()


def prepare(engine: Engine) -> None:
    """Set an engine up before its first connection."""
    if engine.dialect.name == "sqlite":
        _turns[engine] = _Turn(Path(f"{engine.url.database}-turn"))
        event.listen(engine, "connect", _set_pragmas)
        event.listen(engine, "begin", _begin)


@contextmanager
def one_writer(engine: Engine) -> Iterator[None]:
    """All who write to SQLite do so in turn: the threads of a process, and the processes of an installation.

    SQLite's own lock is asked for again and again after pauses, so that the slowest would wait for seconds. Raises
    `OperationalError` where it takes too long.
    """
    turn = _turns.get(engine)
    if turn is None:
        yield
        return
    with turn.taken():
        yield


class _Turn:
    """The right to write. Beside the database lies an empty file that processes lock; no lock outlives its process."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._handle: int | None = None

    @contextmanager
    def taken(self) -> Iterator[None]:
        end = time.monotonic() + _SECONDS_TO_WAIT
        if not self._lock.acquire(timeout=_SECONDS_TO_WAIT):
            raise _locked()
        try:
            with self._before_other_processes():
                if time.monotonic() > end:
                    raise _locked()
                yield
        finally:
            self._lock.release()

    @contextmanager
    def _before_other_processes(self) -> Iterator[None]:
        handle = self._opened()
        if handle is None:
            yield
            return
        fcntl.flock(handle, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(handle, fcntl.LOCK_UN)

    def _opened(self) -> int | None:
        if self._handle is None and sys.platform != "win32":
            with contextlib.suppress(OSError):  # nothing can be written there, as the database is about to say
                self._handle = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        return self._handle

    def __del__(self) -> None:
        if self._handle is not None:
            os.close(self._handle)


def _locked() -> OperationalError:
    return OperationalError("BEGIN IMMEDIATE", None, sqlite3.OperationalError("database is locked"))


@contextmanager
def tables_rebuilt(connection: Connection) -> Iterator[None]:
    """For a migration: SQLite changes a table by dropping it and putting another in its place, so that what points to
    its rows must not be checked meanwhile. Only outside of a transaction can that be said.
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


def _set_pragmas(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    if not isinstance(connection, sqlite3.Connection):
        return
    connection.isolation_level = None  # transactions are begun below, not by the driver's guess
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"busy_timeout={1000 * _SECONDS_TO_WAIT}",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """A writer takes the lock at once: turning a reader into a writer half-way fails when somebody else was first."""
    options: dict[str, Any] = dict(connection.get_execution_options())
    connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get(WRITES) else "BEGIN")
