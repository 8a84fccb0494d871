"""Fixtures for tests of clubs."""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.support.clubs.club import Clock, SiteClub, new_club, set_clock
from tests.support.clubs.files import Line, eventful_club, export_club, lines
from tests.support.clubs.unpublished_clubs import ROWS
from tests.support.sites import site_in
from trexscore.commands.club_files import unpublished_club
from trexscore.db import batches
from trexscore.db.clubs import hidden_clubs


@pytest.fixture
def app_context(app: Flask) -> Iterator[None]:
    """The whole test runs in the app context."""
    with app.app_context():
        yield


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The server's clock, controlled by the test."""
    test_clock = Clock()
    set_clock(monkeypatch, test_clock)
    return test_clock


@pytest.fixture
def club(app_context: None, clock: Clock) -> SiteClub:
    """A club with one member, its owner, whose clock is controlled by the test."""
    assert (app_context, clock()) == (None, clock())
    return new_club()


@pytest.fixture(scope="module")
def source_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The installation from which a club is exported."""
    with site_in(tmp_path_factory.mktemp("home")) as site:
        yield site


@pytest.fixture(scope="module")
def club_file(source_site: Flask) -> bytes:
    """The file of a club with every kind of entry."""
    with source_site.app_context():
        return export_club(eventful_club())


@pytest.fixture(scope="module")
def file_lines(club_file: bytes) -> list[Line]:
    return lines(club_file)


@pytest.fixture
def target_site(app: Flask) -> Flask:
    """An empty installation."""
    return app


@pytest.fixture
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small step sizes, so that a few rows need several steps."""
    for module in (hidden_clubs, batches, unpublished_club):
        monkeypatch.setattr(module, "ROWS_PER_TRANSACTION", ROWS)
    monkeypatch.setattr("trexscore.commands.club_files.import_club._GAMES_PER_TRANSACTION", 1)
