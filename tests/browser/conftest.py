"""Fixtures of the browser tests: one server per process, with a game and a club on it."""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from flask import Flask

from tests.support.clubs.club_nights import ClubNight, new_club_night
from tests.support.server.running import RunningGame, start_game
from tests.support.server.server import LiveServer
from tests.support.sites import UNLIMITED, site_in
from trexscore.commands.clock import current_night_date

_MEMORY = Path("/dev/shm")  # noqa: S108 - each run creates its own folder there


@pytest.fixture(scope="session")
def shared_server() -> Iterator[LiveServer]:
    """The running `trexscore serve` of all browser tests. Its data is in memory where possible."""
    with TemporaryDirectory(dir=_MEMORY if os.access(_MEMORY, os.W_OK) else None, prefix="trexscore-") as folder:
        server = LiveServer(Path(folder) / "data", UNLIMITED)
        server.start()
        try:
            yield server
        finally:
            server.kill()


@pytest.fixture
def live_server(shared_server: LiveServer) -> Iterator[LiveServer]:
    """The same server, for tests that kill it. It is started again for the next test."""
    yield shared_server
    if shared_server.process is None:
        shared_server.start()


@pytest.fixture(scope="session")
def server(shared_server: LiveServer) -> str:
    """The address of the shared server."""
    return shared_server.url


@pytest.fixture(scope="session")
def site(shared_server: LiveServer) -> Iterator[Flask]:
    """An app on the data of the shared server."""
    with site_in(shared_server.data_folder) as app:
        yield app


@pytest.fixture
def game(server: str) -> RunningGame:
    """A new game."""
    return start_game(server)


@pytest.fixture
def night(site: Flask) -> ClubNight:
    """A club whose game night is tonight."""
    club_night = new_club_night(site)
    with club_night.app_context() as club:
        club.change_season(club_night.season, **{"from": "2000-01-01", "until": "2099-12-31"})
        club_night.game_night = club.add_entry("evening", {"on": current_night_date().isoformat()})
    return club_night
