"""Fixtures for tests of the API: all tests share one database of each kind."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.server.postgres import database
from tests.support.sites import site_in
from tests.support.tables import Table, start_game


@pytest.fixture(scope="session")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with site_in(tmp_path_factory.mktemp("sqlite")) as site:
        yield site


@pytest.fixture(scope="session")
def on_postgresql(tmp_path_factory: pytest.TempPathFactory, postgres_server: str) -> Iterator[Flask]:
    with database(postgres_server) as address, site_in(tmp_path_factory.mktemp("postgresql"), address) as site:
        yield site


@pytest.fixture
def client(request: pytest.FixtureRequest, database_kind: str) -> FlaskClient:
    site: Flask = request.getfixturevalue(f"on_{database_kind}")
    return site.test_client()


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """A new game, unless a test overrides it."""
    return start_game(client)
