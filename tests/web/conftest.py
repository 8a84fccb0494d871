"""Fixtures for tests of pages. All tests share one database, because games do not affect each other."""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.support.pages import Game, Phone, start
from tests.support.server.postgres import database
from tests.support.sites import site_in


@pytest.fixture(scope="session")
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The app with CSRF protection as in production, on SQLite or on the requested database."""
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
    """A game with standard rules that has just started."""
    return start(site)
