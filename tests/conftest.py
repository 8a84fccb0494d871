"""Fixtures for all tests: databases, the running server, phones in a browser."""

import gc
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings as hypothesis_settings

from tests.support.browser.network import Network
from tests.support.databases import NIGHTLY
from tests.support.server import postgres
from tests.support.server.server import LiveServer
from tests.support.strict import skip_or_fail_in_ci
from trexscore.config import Settings

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient
    from playwright.sync_api import Browser, Page, Playwright

    from tests.support.browser.browser import Contexts, PersistentPhone, Phones
    from tests.support.sites import SharedSite

# No deadline: under xdist, the time of an example depends on other workers. Normal runs repeat the same examples, so
# that a new failure is caused by a change; nightly runs try new ones.
hypothesis_settings.register_profile("every", deadline=None, derandomize=True, max_examples=25, print_blob=True)
hypothesis_settings.register_profile("nightly", deadline=None, max_examples=200, print_blob=True)
hypothesis_settings.load_profile("nightly" if NIGHTLY else "every")
_MIN_FREE_MEMORY_BYTES = 4 << 30


def pytest_configure(config: pytest.Config) -> None:
    # Thousands of collected tests are in memory. Default garbage collection would take up to a quarter of the time.
    gc.set_threshold(20_000, 20, 20)
    if not hasattr(config, "workerinput"):
        _write_to_memory()
        postgres.prepare()


def _write_to_memory() -> None:
    """Put temporary files into memory, because durable writes to a disk would take most of the time."""
    memory = Path("/dev/shm")  # noqa: S108 - pytest creates its own folder there
    if "TMPDIR" not in os.environ and memory.is_dir() and shutil.disk_usage(memory).free >= _MIN_FREE_MEMORY_BYTES:
        os.environ["TMPDIR"] = str(memory)
        tempfile.tempdir = None


def pytest_collection_finish() -> None:
    """Exempt the collected tests from garbage collection; they live until the end of the run."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        postgres.remove()


@pytest.fixture(autouse=True)
def _no_personal_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("TREXSCORE_")]:
        monkeypatch.delenv(name)


@pytest.fixture(scope="session")
def postgres_server() -> str:
    """The address of a running PostgreSQL."""
    try:
        return postgres.connect()
    except (OSError, RuntimeError, postgres.SubprocessError) as error:
        skip_or_fail_in_ci(f"PostgreSQL could not be started here: {error}.")


@pytest.fixture(scope="session")
def postgres_database(postgres_server: str) -> Iterator[str]:
    """A database shared by the tests of this process; each test empties it."""
    with postgres.database(postgres_server) as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"] if NIGHTLY else ["sqlite"])
def database_kind(request: pytest.FixtureRequest) -> str:
    """SQLite, unless the test is marked with `both_databases`."""
    return str(request.param)


@pytest.fixture
def database_url(database_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database, without tables."""
    if database_kind == "sqlite":
        return f"sqlite:///{(tmp_path / 'test.sqlite3').as_posix()}"
    return postgres.empty_database(request.getfixturevalue("postgres_database"))


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    return Settings.from_environment({"TREXSCORE_DATA": str(tmp_path / "data"), "TREXSCORE_DATABASE_URL": database_url})


@pytest.fixture(scope="session")
def make_app(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Callable[[Settings], Flask]]":
    """`create_app`, for tests with their own app; compiled templates are shared."""
    # Imported here, because tests of the rules need no Flask.
    from flask import Flask  # noqa: PLC0415
    from jinja2 import FileSystemBytecodeCache  # noqa: PLC0415

    import tests.support.sites  # noqa: F401, PLC0415 - makes missing attributes in templates an error
    from trexscore.app import create_app  # noqa: PLC0415

    Flask.jinja_options["bytecode_cache"] = FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))
    yield create_app
    del Flask.jinja_options["bytecode_cache"]


@pytest.fixture(scope="session")
def shared_site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, make_app: "Callable[[Settings], Flask]"
) -> "Iterator[Callable[[str], SharedSite]]":
    """An app for each kind of database, shared by the tests of this process."""
    from tests.support.sites import SharedSite  # noqa: PLC0415

    with ExitStack() as exit_stack:

        @cache
        def site_of(kind: str) -> SharedSite:
            environment = {"TREXSCORE_DATA": str(tmp_path_factory.mktemp(kind))}
            if kind == "postgresql":
                server = request.getfixturevalue("postgres_server")
                environment["TREXSCORE_DATABASE_URL"] = exit_stack.enter_context(postgres.database(server))
            site = SharedSite(Settings.from_environment(environment), make_app)
            exit_stack.callback(site.close_database)
            return site

        yield site_of


@pytest.fixture
def app(database_kind: str, shared_site: "Callable[[str], SharedSite]") -> "Flask":
    """The app with empty tables."""
    return shared_site(database_kind).emptied()


@pytest.fixture
def own_app(settings: Settings, make_app: "Callable[[Settings], Flask]") -> "Iterator[Flask]":
    """A new app and database, for tests that change tables or settings, which would affect other tests with `app`."""
    from tests.support.sites import close_database, make_tables  # noqa: PLC0415

    new_app = make_app(settings)
    new_app.testing = True
    make_tables(new_app)
    yield new_app
    close_database(new_app)


@pytest.fixture
def client(app: "Flask") -> "FlaskClient":
    return app.test_client()


@pytest.fixture
def live_server(tmp_path: Path) -> Iterator[LiveServer]:
    """The running `trexscore serve` with an empty data folder."""
    server = LiveServer(tmp_path / "data")
    server.start()
    try:
        yield server
    finally:
        server.kill()  # a clean stop would take seconds


@pytest.fixture
def network(live_server: LiveServer) -> "Iterator[Network]":
    """The network between a phone and the running server."""
    proxy = Network(live_server.port)
    yield proxy
    proxy.close()


@pytest.fixture(scope="session")
def playwright() -> "Iterator[Playwright]":
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - slow; few tests need it

    from tests.support.browser.browser import executable  # noqa: PLC0415

    if executable() is None:
        skip_or_fail_in_ci("Chromium was not found on this machine.")
    with sync_playwright() as instance:
        yield instance


@pytest.fixture(scope="session")
def browser(playwright: "Playwright") -> "Iterator[Browser]":
    from tests.support.browser.browser import launch  # noqa: PLC0415

    chromium = launch(playwright)
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def contexts(browser: "Browser") -> "Contexts":
    """Browser contexts shared by the tests of this process."""
    from tests.support.browser.browser import Contexts  # noqa: PLC0415

    return Contexts(browser)


@pytest.fixture
def phones(contexts: "Contexts") -> "Iterator[Phones]":
    """Several phones at one table. An error on any of their pages fails the test."""
    from tests.support.browser.browser import Phones  # noqa: PLC0415

    all_phones = Phones(contexts)
    yield all_phones
    all_phones.close()
    assert not all_phones.faults


@pytest.fixture
def persistent_phone(browser: "Browser", tmp_path: Path) -> "Iterator[PersistentPhone]":
    """A phone whose browser can be closed or killed, and reopened with its stored data."""
    from tests.support.browser.browser import PersistentPhone  # noqa: PLC0415

    phone = PersistentPhone(browser, tmp_path / "browser")
    yield phone
    phone.close()


@pytest.fixture
def page(phones: "Phones") -> "Page":
    return phones.page()
