"""The games of a database, each checked."""

from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError

from trexscore.actions.verify import verify_all
from trexscore.cli.complaints import CannotWork
from trexscore.cli.installation import existing_database, reading_app, refuse_newer, refuse_older, why_unusable
from trexscore.journal.entries import Break

Games = Iterator[tuple[int, list[Break]]]


def games_of_folder(folder: str) -> Games:
    """Each game of an installation, and where it does not hold."""
    yield from _games(existing_database(folder))


def games_of_file(file: Path) -> Games:
    """The same of a database by itself, such as a backup."""
    yield from _games(URL.create("sqlite", database=str(file)))


def _games(url: URL) -> Games:
    app = reading_app(url)
    try:
        with app.app_context():
            refuse_newer()
            refuse_older()
            yield from verify_all()
    except DBAPIError as fault:
        raise CannotWork(why_unusable(fault, url)) from fault
