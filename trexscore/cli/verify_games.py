"""The games and clubs of a database, each checked."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError

from trexscore.cli.installation import (
    existing_database,
    is_current,
    look_at_one_moment,
    reading_app,
    refuse_newer,
    refuse_older,
    why_unusable,
)
from trexscore.cli.output.errors import CannotWork
from trexscore.commands.league.verify import verify_clubs
from trexscore.commands.verify import broken_chains, verify_all
from trexscore.db.journals import CLUBS, GAMES
from trexscore.db.models import db
from trexscore.ledger.chain import ChainFault


class Kept(NamedTuple):
    """A journal of a database: what programs call it, what people do, and where it does not hold."""

    name: dict[str, Any]
    where: str
    breaks: list[ChainFault]


def kept_in_folder(folder: str) -> Iterator[Kept]:
    """Each journal of an installation."""
    yield from _kept(existing_database(folder))


def kept_in_file(file: Path) -> Iterator[Kept]:
    """The same of a database by itself, such as a backup."""
    yield from _kept(URL.create("sqlite", database=str(file)))


def refuse_unknown_version(file: Path) -> None:
    """A backup of a newer version is refused with a `CannotWork`."""
    with reading_app(URL.create("sqlite", database=str(file))).app_context():
        refuse_newer()


def broken_journals(file: Path, most: int = 5) -> list[str]:
    """The first games and clubs of a backup whose chains do not hold. Scores are not worked out again.

    Nothing is said of a database that another version has written.
    """
    app = reading_app(URL.create("sqlite", database=str(file)))
    found: list[str] = []
    with app.app_context():
        if not is_current():
            return []
        for journals, called in ((GAMES, "game"), (CLUBS, "club")):
            numbers = broken_chains(journals, db.session())
            found += [f"{called} {number}" for number in islice(numbers, most - len(found))]
    return found


def _kept(url: URL) -> Iterator[Kept]:
    app = reading_app(url)
    try:
        with app.app_context():
            refuse_newer()
            refuse_older()
            look_at_one_moment()
            for game_id, found in verify_all():
                yield Kept({"game": game_id}, f"game {game_id}", found)
            for club_id, name, found in verify_clubs():
                yield Kept({"club": club_id}, f"club {club_id} ({name})" if name else f"club {club_id}", found)
    except DBAPIError as fault:
        raise CannotWork(why_unusable(fault, url)) from fault
