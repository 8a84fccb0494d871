"""Jobs of a running server are completed even if a process is killed."""

import http.client
import json
import os
import signal
import time
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.support.server.server import LiveServer
from tests.support.tables import NEW_GAME

_SEARCH_QUERY = "/from-points?A=-75&B=-110&C=-180&D=5"
_TIMEOUT_SECONDS = 60


class Response(NamedTuple):
    """A response of the server."""

    status: int
    location: str
    body: bytes


def _request(server: LiveServer, method: str, path: str, value: object = None) -> Response:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as connection:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        connection.request(method, path, None if value is None else json.dumps(value), headers)
        response = connection.getresponse()
        return Response(response.status, response.headers.get("Location", ""), response.read())


def _start_complex_game(server: LiveServer) -> str:
    response = _request(server, "POST", "/api/games", {**NEW_GAME, "house_rules": {"preset": "complex"}})
    assert response.status == 201
    return str(json.loads(response.body)["write"])


def _start_search(server: LiveServer, token: str, query: str = _SEARCH_QUERY) -> str:
    response = _request(server, "GET", f"/g/{token}{query}")
    assert response.status == 303
    return response.location


def _read_state(server: LiveServer, path: str) -> dict[str, Any]:
    response = _request(server, "GET", path)
    assert response.status == 200
    state: dict[str, Any] = json.loads(response.body)
    return state


def _wait_until_over(server: LiveServer, path: str) -> str:
    deadline = time.monotonic() + _TIMEOUT_SECONDS
    while (state := str(_read_state(server, path)["state"])) in ("waiting", "running"):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return state


def _runner_pid(server: LiveServer) -> int:
    """The pid of the server's current job runner."""
    main = server.process
    assert main is not None
    children_file = Path(f"/proc/{main.pid}/task/{main.pid}/children")
    return int(children_file.read_text(encoding="ascii").split()[-1])


@pytest.mark.slow
def test_search_survives_killed_server(live_server: LiveServer) -> None:
    token = _start_complex_game(live_server)
    path = _start_search(live_server, token)
    while _read_state(live_server, path)["state"] == "waiting":
        time.sleep(0.01)
    live_server.restart()
    assert _wait_until_over(live_server, path) == "done"
    page = _request(live_server, "GET", path)
    assert page.status == 200


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked for as Linux shows them")
def test_killed_runner_is_restarted_and_ends_with_server(live_server: LiveServer) -> None:
    token = _start_complex_game(live_server)
    assert _wait_until_over(live_server, _start_search(live_server, token, "/from-points?A=-75&B=0&C=0&D=0")) == "done"
    os.kill(_runner_pid(live_server), signal.SIGKILL)
    assert _wait_until_over(live_server, _start_search(live_server, token)) == "done"
    assert live_server.process is not None
    group = live_server.process.pid
    live_server.stop()
    deadline = time.monotonic() + 10
    while any(_in_group(int(folder.name), group) for folder in Path("/proc").glob("[0-9]*")):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _in_group(pid: int, group: int | None) -> bool:
    try:
        return os.getpgid(pid) == group
    except ProcessLookupError:
        return False
