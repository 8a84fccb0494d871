"""What tests of clubs ask for."""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.support.clubs import Clock, ClubHere, found, set_clock


@pytest.fixture
def inside(app: Flask) -> Iterator[None]:
    """All of the test happens on the site, on both kinds of database."""
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
