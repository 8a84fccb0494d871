"""A database in a file of SQLite: copied as it stands at one moment, checked, and never overwritten."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from trexscore.cli.output.errors import CannotWork

_FOR_ITS_OWNER = 0o600
_MOST_FAULTS = 3


class Damaged(CannotWork):
    """What was to be kept is damaged: a sentence for the operator."""


def copy_checked(source: Path, target: Path) -> int:
    """Copy a database while others write to it; how many games the copy holds. It is checked, and on disk, when this
    returns. Raises `Damaged`, and `CannotWork` where it cannot be copied at all; then there is no copy.
    """
    if not source.exists():
        raise CannotWork(f"There are no games to copy: {source} does not exist.")
    try:
        with new_file(target) as draft:
            _copy(source, draft)
            return _checked(source, draft)
    except FileExistsError as fault:
        raise CannotWork(f"{target} exists already and was left as it is.") from fault
    except OSError as fault:
        raise CannotWork(f"{target} cannot be written: {fault.strerror}.") from fault
    except sqlite3.Error as fault:
        if is_damaged(fault):
            raise Damaged(f"{source} is damaged, and no copy was made: {fault}.") from fault
        raise CannotWork(f"{source} cannot be copied: {fault}.") from fault


def is_damaged(fault: BaseException | None) -> bool:
    """Whether SQLite found that a database's file is not as it was written."""
    return getattr(fault, "sqlite_errorname", "").startswith("SQLITE_CORRUPT")


def faults_of(file: Path) -> list[str]:
    """What is wrong with a database's pages, indexes and rows, in SQLite's words; at most a few. Changes nothing."""
    with closing(_to_read(file)) as database:
        try:
            found = [str(said) for (said,) in database.execute(f"PRAGMA integrity_check({_MOST_FAULTS})")]
        except sqlite3.DatabaseError as fault:
            if not is_damaged(fault):
                raise
            return [str(fault)]
    return [] if found == ["ok"] else [" ".join(said.split()) for said in found]


def games_in(file: Path) -> int:
    """How many games a database holds. Raises `sqlite3.Error` where it is none of this program's."""
    with closing(_to_read(file)) as database:
        return int(database.execute("SELECT count(*) FROM game").fetchone()[0])


def stamp() -> str:
    """The time as it stands in the names of files, in UTC: they sort by it."""
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S")


def keep_newest(folder: Path, names: str, most: int) -> list[Path]:
    """Delete the oldest files whose names fit a pattern and tell their time; which they were."""
    gone = sorted(folder.glob(names))[:-most]
    for file in gone:
        file.unlink()
    return gone


def _copy(source: Path, draft: Path) -> None:
    with closing(_to_read(source)) as original, closing(sqlite3.connect(draft)) as copy:
        original.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it


def _checked(source: Path, draft: Path) -> int:
    """The pages of a damaged database are copied as they are: which of the two is damaged is told."""
    if faults := faults_of(draft):
        of_source = faults_of(source)
        which = f"{source} is damaged" if of_source else "The copy was not written as it should be"
        raise Damaged(f"{which}, and no copy was kept: {(of_source or faults)[0]}.")
    return games_in(draft)


def _to_read(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """A draft that takes the target's name once it is whole and on disk. The name is taken first, by an empty file,
    so that nothing is ever overwritten, also where a disk knows no links.
    """
    draft = target.with_name(f".{target.name}.part")
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _FOR_ITS_OWNER))
    try:
        draft.unlink(missing_ok=True)
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _FOR_ITS_OWNER))
        yield draft
        _to_disk(draft, os.O_RDWR)
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        target.unlink(missing_ok=True)
        raise
    if os.name != "nt":  # Windows opens no folders
        _to_disk(target.parent, os.O_RDONLY)


def _to_disk(path: Path, flags: int) -> None:
    handle = os.open(path, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
