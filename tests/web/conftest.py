"""What the tests of the pages may ask for. Games are strangers to each other: one database serves them all."""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.support.pages import Phone
from trexscore.app import create_app
from trexscore.config import Settings
from trexscore.storage.migrations import upgrade


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The app on SQLite, with the protection against forged forms that it has in life."""
    folder = tmp_path_factory.mktemp("site")
    limits = dict.fromkeys(("WRITES", "UNKNOWN_TOKENS", "NEW_GAMES"), "1000000")
    given = {f"TREXSCORE_{name}_PER_MINUTE": value for name, value in limits.items()}
    made = create_app(Settings.from_environment({"TREXSCORE_DATA": str(folder), **given}))
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
