"""What the tests of the pages may ask for. Games are strangers to each other: one database serves them all."""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.support.pages import Game, Phone, start
from tests.support.postgres import database
from trexscore.app import create_app
from trexscore.config import Settings
from trexscore.storage.migrations import upgrade


@pytest.fixture(scope="session")
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The app with the protection against forged forms that it has in life: on SQLite, or on the kind asked for."""
    folder = tmp_path_factory.mktemp("site")
    if getattr(request, "param", "sqlite") == "sqlite":
        yield from _site(TREXSCORE_DATA=str(folder))
    else:
        with database(request.getfixturevalue("postgres_server")) as address:
            yield from _site(TREXSCORE_DATA=str(folder), TREXSCORE_DATABASE_URL=address)


def _site(**given: str) -> Iterator[Flask]:
    limits = dict.fromkeys(("WRITES", "UNKNOWN_TOKENS", "NEW_GAMES", "SEARCHES"), "1000000")
    given |= {f"TREXSCORE_{name}_PER_MINUTE": value for name, value in limits.items()}
    made = create_app(Settings.from_environment(given))
    made.testing = True
    upgrade(made)
    yield made
    with made.app_context():
        for engine in made.extensions["sqlalchemy"].engines.values():
            engine.dispose()


@pytest.fixture
def phone(site: Flask) -> Phone:
    """A phone that reads English."""
    return Phone(site)


@pytest.fixture
def arabic(site: Flask) -> Phone:
    """A phone that reads Arabic."""
    return Phone(site, "ar")


@pytest.fixture
def game(site: Flask) -> Game:
    """A game of the usual rules that has just begun."""
    return start(site)
