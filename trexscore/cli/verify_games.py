"""Checks all games and clubs of a database."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import URL

from trexscore.cli.installation import (
    begin_snapshot,
    database_url_of,
    explained_faults,
    is_current,
    reading_app,
    refuse_newer,
    refuse_older,
)
from trexscore.commands.league.verify import verify_clubs
from trexscore.commands.verify import journals_with_faults, verify_all
from trexscore.db.journals import CLUBS, GAMES
from trexscore.db.models import db
from trexscore.ledger.chain import ChainFault


class CheckedJournal(NamedTuple):
    """A checked journal of a database: its name in JSON and in sentences, and its faults."""

    name: dict[str, object]
    where: str
    breaks: list[ChainFault]


def check_folder(folder: str) -> Iterator[CheckedJournal]:
    """Check each journal of an installation."""
    yield from _check_all(database_url_of(folder))


def check_file(file: Path) -> Iterator[CheckedJournal]:
    """Check each journal of a database file, such as a backup."""
    yield from _check_all(URL.create("sqlite", database=str(file)))


def refuse_unknown_version(file: Path) -> None:
    """Raise `CannotWork` for a backup of a newer version."""
    with reading_app(URL.create("sqlite", database=str(file))).app_context():
        refuse_newer()


def broken_journals(file: Path, most: int = 5) -> list[str]:
    """The first games and clubs of a backup with broken chains; scores are not checked.

    Empty for a database of another version.
    """
    app = reading_app(URL.create("sqlite", database=str(file)))
    broken: list[str] = []
    with app.app_context():
        if not is_current():
            return []
        for journals, name in ((GAMES, "game"), (CLUBS, "club")):
            numbers = journals_with_faults(journals, db.session())
            broken += [f"{name} {number}" for number in islice(numbers, most - len(broken))]
    return broken


def _check_all(url: URL) -> Iterator[CheckedJournal]:
    app = reading_app(url)
    with explained_faults(url), app.app_context():
        refuse_newer()
        refuse_older()
        begin_snapshot()
        for game_id, faults in verify_all():
            yield CheckedJournal({"game": game_id}, f"game {game_id}", faults)
        for club_id, name, faults in verify_clubs():
            yield CheckedJournal({"club": club_id}, f"club {club_id} ({name})" if name else f"club {club_id}", faults)
