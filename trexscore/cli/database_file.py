"""Copies and checks SQLite database files, and never overwrites one."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from trexscore.cli.output.errors import CannotWork, Damaged

_OWNER_ONLY_MODE = 0o600
_MAX_REPORTED_FAULTS = 3


def copy_check_and_count_games(source: Path, target: Path) -> int:
    """Copy a database while others write to it. Returns the number of games in the copy, which is checked and on disk.

    Raises `Damaged`, or `CannotWork` if it cannot be copied; in both cases there is no copy.
    """
    if not source.exists():
        raise CannotWork(f"There are no games to copy: {source} does not exist.")
    try:
        with atomic_new_file(target) as draft:
            _copy_database(source, draft)
            return _check_copy_and_count_games(source, draft)
    except sqlite3.Error as fault:
        if is_corruption_error(fault):
            raise Damaged(f"{source} is damaged, and no copy was made: {fault}.") from fault
        raise CannotWork(f"{source} cannot be copied: {fault}.") from fault


def is_corruption_error(error: BaseException | None) -> bool:
    """Whether SQLite reports a corrupt database file."""
    return getattr(error, "sqlite_errorname", "").startswith("SQLITE_CORRUPT")


def first_integrity_faults(database_path: Path) -> list[str]:
    """The first faults in a database's pages, indexes and rows, in SQLite's words. Only reads the file."""
    with closing(_open_read_only(database_path)) as database:
        try:
            faults = [
                str(message) for (message,) in database.execute(f"PRAGMA integrity_check({_MAX_REPORTED_FAULTS})")
            ]
        except sqlite3.DatabaseError as fault:
            if not is_corruption_error(fault):
                raise
            return [str(fault)]
    return [] if faults == ["ok"] else [" ".join(message.split()) for message in faults]


def count_games(database_path: Path) -> int:
    """The number of games in a database. Raises `sqlite3.Error` for a database of another program."""
    with closing(_open_read_only(database_path)) as database:
        return int(database.execute("SELECT count(*) FROM game").fetchone()[0])


def file_name_timestamp() -> str:
    """The current time in UTC for file names, so that they sort by time."""
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S")


def delete_all_but_newest(folder: Path, glob_pattern: str, kept_count: int) -> list[Path]:
    """Delete all but the `kept_count` files matching `glob_pattern` that are last by name. Returns the deleted ones."""
    deleted = sorted(folder.glob(glob_pattern))[:-kept_count]
    for file in deleted:
        file.unlink()
    return deleted


def _copy_database(source: Path, draft: Path) -> None:
    with closing(_open_read_only(source)) as original, closing(sqlite3.connect(draft)) as copy:
        original.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # no separate log file


def _check_copy_and_count_games(source: Path, draft: Path) -> int:
    """The number of games in the copy. Raises `Damaged`, naming the source if its damage was copied."""
    if faults := first_integrity_faults(draft):
        source_faults = first_integrity_faults(source)
        damage = f"{source} is damaged" if source_faults else "The copy was not written as it should be"
        raise Damaged(f"{damage}, and no copy was kept: {(source_faults or faults)[0]}.")
    return count_games(draft)


def _open_read_only(database_path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{database_path.resolve().as_uri()}?mode=ro", uri=True)


@contextmanager
def atomic_new_file(target: Path) -> Iterator[Path]:
    """A draft file that is renamed to `target` when the block ends and it is on disk.

    An empty file reserves the name first, so that no file is overwritten, even on file systems without links. Raises
    `CannotWork` if there is a file of this name, or it cannot be written.
    """
    draft = target.with_name(f".{target.name}.part")
    try:
        _create_owner_only_file(target)
        try:
            draft.unlink(missing_ok=True)
            _create_owner_only_file(draft)
            yield draft
            _sync_to_disk(draft, os.O_RDWR)
            draft.replace(target)
        except BaseException:
            draft.unlink(missing_ok=True)
            target.unlink(missing_ok=True)
            raise
        if os.name != "nt":  # Windows cannot open folders
            _sync_to_disk(target.parent, os.O_RDONLY)
    except FileExistsError as fault:
        raise CannotWork(f"{target} exists already and was left as it is. Choose another name.") from fault
    except OSError as fault:
        raise CannotWork(f"{target} cannot be written: {fault.strerror}.") from fault


def _create_owner_only_file(path: Path) -> None:
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _OWNER_ONLY_MODE))


def _sync_to_disk(path: Path, open_flags: int) -> None:
    file_descriptor = os.open(path, open_flags)
    try:
        os.fsync(file_descriptor)
    finally:
        os.close(file_descriptor)
