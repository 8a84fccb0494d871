"""`trexscore backup`: one file that holds every game, taken while the server runs."""

import argparse
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from trexscore.cli.complaints import DONE, CannotWork, complain
from trexscore.cli.installation import add_data_argument, existing_database

_FOR_ITS_OWNER = 0o600


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="where to put the copy; an existing file is left alone")
    add_data_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Copy the database."""
    try:
        url = existing_database(options.data)
        if url.get_backend_name() != "sqlite":
            raise CannotWork("The games are in PostgreSQL, which has its own tool for this: pg_dump.")  # noqa: TRY301
        games = back_up(Path(url.database or ""), options.file)
    except CannotWork as fault:
        return complain(fault)
    print(f"{options.file} holds {games} games. It holds their links too: keep it to yourself.")
    return DONE


def back_up(source: Path, target: Path) -> int:
    """Copy a database as it stands at one moment; how many games are in the copy. It is on disk when this returns."""
    if not source.exists():
        raise CannotWork(f"There are no games to copy: {source} does not exist.")
    try:
        with new_file(target) as draft:
            games = _copy(source, draft)
    except FileExistsError as fault:
        raise CannotWork(f"{target} exists already and was left as it is.") from fault
    except OSError as fault:
        raise CannotWork(f"{target} cannot be written: {fault.strerror}.") from fault
    except sqlite3.Error as fault:
        raise CannotWork(f"{source} cannot be copied: {fault}.") from fault
    return games


def _copy(source: Path, draft: Path) -> int:
    reading = sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)
    with closing(reading) as original, closing(sqlite3.connect(draft)) as copy:
        original.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
        return int(copy.execute("SELECT count(*) FROM game").fetchone()[0])


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
