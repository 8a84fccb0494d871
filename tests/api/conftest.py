"""What the tests of the interface may ask for: each runs on both kinds of database, and all on the same two."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.server.postgres import database
from tests.support.sites import site_in
from tests.support.tables import Table, start


@pytest.fixture(scope="session")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with site_in(tmp_path_factory.mktemp("sqlite")) as site:
        yield site


@pytest.fixture(scope="session")
def on_postgresql(tmp_path_factory: pytest.TempPathFactory, postgres_server: str) -> Iterator[Flask]:
    with database(postgres_server) as address, site_in(tmp_path_factory.mktemp("postgresql"), address) as site:
        yield site


@pytest.fixture(params=["sqlite", "postgresql"])
def client(request: pytest.FixtureRequest) -> FlaskClient:
    site: Flask = request.getfixturevalue(f"on_{request.param}")
    return site.test_client()


@pytest.fixture
def table(client: FlaskClient) -> Table:
    """A new game, where a test asks for no other."""
    return start(client)
