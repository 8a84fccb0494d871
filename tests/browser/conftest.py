"""One server for all pages looked at, and a game on it; tests that kill theirs have `live_server`."""

from collections.abc import Iterator

import pytest

from tests.support.clubs.rooms import Room, open_room
from tests.support.server.running import RunningGame, start_game
from tests.support.server.server import LiveServer
from tests.support.sites import site_in
from trexscore.commands.clock import current_night


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


@pytest.fixture
def room(live_server: LiveServer) -> Iterator[Room]:
    """A club whose evening is tonight, on the running server."""
    with site_in(live_server.data_folder) as site:
        made = open_room(site)
        with made.inside() as club:
            club.change_season(made.season, **{"from": "2000-01-01", "until": "2099-12-31"})
            made.evening = club.say("evening", {"on": current_night().isoformat()})
        yield made
