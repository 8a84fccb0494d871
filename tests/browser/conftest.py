"""One server for all pages looked at; tests that kill theirs have `live_server`."""

from collections.abc import Iterator

import pytest

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
