"""One server for all pages looked at, and a game on it; tests that kill theirs have `live_server`."""

from collections.abc import Iterator

import pytest

from tests.support.running import RunningGame, start_game
from tests.support.server import LiveServer


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running `trexscore serve`."""
    running = LiveServer(tmp_path_factory.mktemp("server") / "data")
    running.start()
    try:
        yield running.url
    finally:
        running.stop()


@pytest.fixture
def game(server: str) -> RunningGame:
    """A game that has just begun."""
    return start_game(server)
