"""What the tests of the pages may ask for. Games are strangers to each other: one database serves them all."""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.support.pages import Game, Phone, start
from tests.support.server.postgres import database
from tests.support.sites import site_in


@pytest.fixture(scope="session")
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The app with the protection against forged forms that it has in life: on SQLite, or on the kind asked for."""
    folder = tmp_path_factory.mktemp("site")
    if getattr(request, "param", "sqlite") == "sqlite":
        with site_in(folder) as site:
            yield site
    else:
        with database(request.getfixturevalue("postgres_server")) as address, site_in(folder, address) as site:
            yield site


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
