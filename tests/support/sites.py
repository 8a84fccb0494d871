"""The app on one database for many tests: games are strangers to each other."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask
from sqlalchemy import make_url

from trexscore.app import create_app
from trexscore.config import Settings
from trexscore.storage.migrations import upgrade

CHEAPEST = {"argon2__memory_cost": 8, "argon2__time_cost": 1}
"""Everybody in these tests has a password, and nobody tries to guess it: a good hash takes as long as a page."""


@contextmanager
def site_in(folder: Path, database_url: str | None = None, **settings: str) -> Iterator[Flask]:
    """The app with its tables made, on SQLite in this folder or on the database named.

    Nothing is limited, unless these settings do.
    """
    limits = dict.fromkeys(("WRITES", "UNKNOWN_TOKENS", "NEW_GAMES", "SEARCHES", "SIGN_INS"), "1000000")
    given = {f"TREXSCORE_{name}_PER_MINUTE": value for name, value in limits.items()}
    given |= {"TREXSCORE_DATA": str(folder)} | ({"TREXSCORE_DATABASE_URL": database_url} if database_url else {})
    given |= {f"TREXSCORE_{name}": value for name, value in settings.items()}
    made = create_app(Settings.from_environment(given))
    made.testing = True
    made.extensions["security"].pwd_context.update(**CHEAPEST)
    make_tables(made)
    yield made
    let_go(made)


def make_tables(app: Flask) -> None:
    """What the migrations make of an empty database. For SQLite that is a file, and the same one each time."""
    address = make_url(app.config["SQLALCHEMY_DATABASE_URI"])
    file = Path(address.database or "")
    if address.drivername == "sqlite" and not file.exists():
        file.write_bytes(_migrated())
    upgrade(app)


def let_go(app: Flask) -> None:
    """Of the database."""
    with app.app_context():
        for engine in app.extensions["sqlalchemy"].engines.values():
            engine.dispose()


@cache
def _migrated() -> bytes:
    with TemporaryDirectory(prefix="trexscore-") as folder:
        app = create_app(Settings.from_environment({"TREXSCORE_DATA": folder}))
        upgrade(app)
        let_go(app)
        (file,) = Path(folder).glob("*.sqlite3*")
        return file.read_bytes()
