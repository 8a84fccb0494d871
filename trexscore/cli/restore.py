"""`trexscore restore`: replaces the installation's database with a backup, and keeps the old one."""

import argparse
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError

from trexscore.cli.database_file import (
    copy_check_and_count_games,
    count_games,
    file_name_timestamp,
    first_integrity_faults,
)
from trexscore.cli.installation import add_data_argument, read_settings
from trexscore.cli.output.errors import EXIT_DONE, CannotWork, Damaged
from trexscore.cli.verify_database import first_broken_journal_names, refuse_newer_backup

_DATABASE_LOG_SUFFIXES = ("-wal", "-shm")
"""SQLite's log files, with changes that are not in the database file yet."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup")
    parser.add_argument(
        "--replace", action="store_true", help="even if there are games already; they are kept in another file"
    )
    add_data_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Check the backup and put it in place."""
    backup = options.file
    games = _check_backup_and_count_games(backup)
    url = make_url(read_settings(options.data).database_url)
    if url.get_backend_name() != "sqlite":
        raise CannotWork("The games are in PostgreSQL, which has its own tools for this: pg_restore, or psql.")
    target = Path(url.database or "")
    if backup.resolve() == target.resolve():
        raise CannotWork(f"{backup} is the database itself.")
    if target.exists() and not options.replace:
        raise CannotWork(f"{target} exists. Use --replace to put the backup in its place; the present games are kept.")
    if target.exists() and _is_database_in_use(target):
        raise CannotWork(f"{target} is in use. Stop the server first.")
    previous = _replace_database(backup, target)
    print(f"{target} now holds the games of {backup}. Games: {games}.")
    if previous:
        print(f"The games from before are kept as {previous}.")
    print("`trexscore serve` upgrades it. With another secret key, everyone has to sign in again.")
    if broken := first_broken_journal_names(target):
        raise Damaged(
            f"Some of its journals are not valid ({', '.join(broken)}). `trexscore verify {target}` says more."
        )
    return EXIT_DONE


def _check_backup_and_count_games(backup: Path) -> int:
    """The number of games in a backup. Raises `Damaged`, or `CannotWork` if it is not a backup."""
    if not backup.is_file():
        raise CannotWork(f"{backup} is not a file.")
    try:
        if faults := first_integrity_faults(backup):
            raise Damaged(f"{backup} is damaged: {faults[0]}. Nothing was changed.")
        games = count_games(backup)
        refuse_newer_backup(backup)
    except (sqlite3.Error, DBAPIError) as fault:
        raise CannotWork(f"{backup} is not a backup of Trex Score: {fault}.") from fault
    return games


def _is_database_in_use(database_path: Path) -> bool:
    """Whether another process has the database open. If not, it leaves WAL mode.

    SQLite can only leave WAL mode if there are no other connections.
    """
    with closing(sqlite3.connect(database_path, timeout=1, isolation_level=None)) as database:
        try:
            database.execute("PRAGMA journal_mode=DELETE").fetchone()
        except sqlite3.DatabaseError as fault:
            return "locked" in str(fault)  # a damaged file does not open, and may be replaced
    return False


def _replace_database(backup: Path, target: Path) -> Path | None:
    """Replace the database atomically. Returns the path of the previous one, if there was one."""
    now = file_name_timestamp()
    staged = target.with_name(f"restored-{now}.sqlite3")
    copy_check_and_count_games(backup, staged)
    previous, existed = target.with_name(f"before-restore-{now}.sqlite3"), target.exists()
    try:
        if existed:
            previous.hardlink_to(target)
        for end in _DATABASE_LOG_SUFFIXES:  # SQLite would apply them to the restored database
            log = target.with_name(target.name + end)
            if log.exists():
                log.rename(previous.with_name(previous.name + end))
        staged.replace(target)
    except OSError as fault:
        staged.unlink(missing_ok=True)
        raise CannotWork(f"{target} cannot be replaced: {fault.strerror}.") from fault
    return previous if existed else None
