"""What tests of clubs ask for."""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.support.clubs.arriving import ROWS
from tests.support.clubs.club import Clock, ClubHere, found, set_clock
from tests.support.clubs.files import Line, exported, lines, lively
from tests.support.sites import site_in
from trexscore.commands.club_files import stage_import as make_arriving
from trexscore.db import batches as in_steps
from trexscore.db.clubs import staged_imports as arriving


@pytest.fixture
def inside(app: Flask) -> Iterator[None]:
    """All of the test happens on the site."""
    with app.app_context():
        yield


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The server's time, which goes as it is told."""
    made = Clock()
    set_clock(monkeypatch, made)
    return made


@pytest.fixture
def club(inside: None, clock: Clock) -> ClubHere:
    """A club of one, its owner, whose clock stands still until it is told to go."""
    assert (inside, clock()) == (None, clock())
    return found()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Where a club is that is going to be taken elsewhere."""
    with site_in(tmp_path_factory.mktemp("home")) as site:
        yield site


@pytest.fixture(scope="module")
def file(home: Flask) -> bytes:
    """A club of which everything is told that can be."""
    with home.app_context():
        return exported(lively())


@pytest.fixture(scope="module")
def said(file: bytes) -> list[Line]:
    return lines(file)


@pytest.fixture
def elsewhere(app: Flask) -> Flask:
    """An empty installation."""
    return app


@pytest.fixture
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a few rows were many."""
    for module in (arriving, in_steps, make_arriving):
        monkeypatch.setattr(module, "STEP_ROWS", ROWS)
    monkeypatch.setattr("trexscore.commands.club_files.import_club._AT_ONCE", 1)
