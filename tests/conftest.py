"""Fixtures of all tests: databases, the running server, a phone's browser."""

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

# Under xdist all cores are shared: an example is judged by its answer, not by its time. The same examples in every run,
# so that a failure comes from a change; a nightly run looks for others.
hypothesis_settings.register_profile("every", deadline=None, derandomize=True, max_examples=25, print_blob=True)
hypothesis_settings.register_profile("nightly", deadline=None, max_examples=200, print_blob=True)
hypothesis_settings.load_profile("nightly" if NIGHTLY else "every")
_BYTES_TO_WRITE = 4 << 30


def pytest_configure(config: pytest.Config) -> None:
    # Thousands of tests lie in memory: looking through them for waste as often as usual costs up to a quarter of them.
    gc.set_threshold(20_000, 20, 20)
    if not hasattr(config, "workerinput"):
        _write_to_memory()
        postgres.prepare()


def _write_to_memory() -> None:
    """Put temporary files into memory: durable writes to a disk take most of the tests' time."""
    memory = Path("/dev/shm")  # noqa: S108 - pytest makes a folder of its own there
    if "TMPDIR" not in os.environ and memory.is_dir() and shutil.disk_usage(memory).free >= _BYTES_TO_WRITE:
        os.environ["TMPDIR"] = str(memory)
        tempfile.tempdir = None


def pytest_collection_finish() -> None:
    """Keep what has been collected to the end."""
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
    """The database that the tests of this process use in turn."""
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
    # Here, not above: the tests of the rules need no Flask.
    from flask import Flask  # noqa: PLC0415
    from jinja2 import FileSystemBytecodeCache  # noqa: PLC0415

    import tests.support.sites  # noqa: F401, PLC0415 - a missing attribute in a template is a failure
    from trexscore.app import create_app  # noqa: PLC0415

    Flask.jinja_options["bytecode_cache"] = FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))
    yield create_app
    del Flask.jinja_options["bytecode_cache"]


@pytest.fixture(scope="session")
def shared_site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, make_app: "Callable[[Settings], Flask]"
) -> "Iterator[Callable[[str], SharedSite]]":
    """The app that the tests of this process use in turn, for each kind of database."""
    from tests.support.sites import SharedSite  # noqa: PLC0415

    with ExitStack() as open_to_the_end:

        @cache
        def site_of(kind: str) -> SharedSite:
            environment = {"TREXSCORE_DATA": str(tmp_path_factory.mktemp(kind))}
            if kind == "postgresql":
                server = request.getfixturevalue("postgres_server")
                environment["TREXSCORE_DATABASE_URL"] = open_to_the_end.enter_context(postgres.database(server))
            site = SharedSite(Settings.from_environment(environment), make_app)
            open_to_the_end.callback(site.close_database)
            return site

        yield site_of


@pytest.fixture
def app(database_kind: str, shared_site: "Callable[[str], SharedSite]") -> "Flask":
    """The app with its tables, all of them empty."""
    return shared_site(database_kind).emptied()


@pytest.fixture
def own_app(settings: Settings, make_app: "Callable[[Settings], Flask]") -> "Iterator[Flask]":
    """An app and a database of the test's own, for tests that change tables or settings that `app` shares."""
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
        server.kill()  # nothing has to be tidied up: that would take seconds


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
        skip_or_fail_in_ci("No Chromium was found on this machine.")
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
    """The browser contexts that the tests of this process use in turn."""
    from tests.support.browser.browser import Contexts  # noqa: PLC0415

    return Contexts(browser)


@pytest.fixture
def phones(contexts: "Contexts") -> "Iterator[Phones]":
    """Several phones at one table. An error on any of their pages fails the test."""
    from tests.support.browser.browser import Phones  # noqa: PLC0415

    opened = Phones(contexts)
    yield opened
    opened.close()
    assert not opened.faults


@pytest.fixture
def persistent_phone(browser: "Browser", tmp_path: Path) -> "Iterator[PersistentPhone]":
    """A phone that can be closed or killed, and opened again with all it stored."""
    from tests.support.browser.browser import PersistentPhone  # noqa: PLC0415

    phone = PersistentPhone(browser, tmp_path / "browser")
    yield phone
    phone.close()


@pytest.fixture
def page(phones: "Phones") -> "Page":
    return phones.page()
