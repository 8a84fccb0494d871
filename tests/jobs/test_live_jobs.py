"""Jobs of the real server are finished although a process is killed."""

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

_ASK = "/from-points?A=-75&B=-110&C=-180&D=5"
_PATIENCE = 60


class Answer(NamedTuple):
    """What the server answers."""

    status: int
    location: str
    body: bytes


def _request(server: LiveServer, method: str, path: str, value: object = None) -> Answer:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as connection:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        connection.request(method, path, None if value is None else json.dumps(value), headers)
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers.get("Location", ""), answer.read())


def _complex_game(server: LiveServer) -> str:
    answer = _request(server, "POST", "/api/games", {**NEW_GAME, "house_rules": {"preset": "complex"}})
    assert answer.status == 201
    return str(json.loads(answer.body)["write"])


def _search(server: LiveServer, token: str, ask: str = _ASK) -> str:
    answer = _request(server, "GET", f"/g/{token}{ask}")
    assert answer.status == 303
    return answer.location


def _state(server: LiveServer, path: str) -> dict[str, Any]:
    answer = _request(server, "GET", path)
    assert answer.status == 200
    said: dict[str, Any] = json.loads(answer.body)
    return said


def _over(server: LiveServer, path: str) -> str:
    end = time.monotonic() + _PATIENCE
    while (state := str(_state(server, path)["state"])) in ("waiting", "running"):
        assert time.monotonic() < end
        time.sleep(0.05)
    return state


def _runner(server: LiveServer) -> int:
    """The process that does the server's jobs, the latest one."""
    main = server.process
    assert main is not None
    listed = Path(f"/proc/{main.pid}/task/{main.pid}/children")
    return int(listed.read_text(encoding="ascii").split()[-1])


@pytest.mark.slow
def test_search_survives_killed_server(live_server: LiveServer) -> None:
    token = _complex_game(live_server)
    path = _search(live_server, token)
    while _state(live_server, path)["state"] == "waiting":
        time.sleep(0.01)
    live_server.restart()
    assert _over(live_server, path) == "done"
    page = _request(live_server, "GET", path)
    assert page.status == 200


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked for as Linux shows them")
def test_killed_runner_is_restarted_and_ends_with_server(live_server: LiveServer) -> None:
    token = _complex_game(live_server)
    assert _over(live_server, _search(live_server, token, "/from-points?A=-75&B=0&C=0&D=0")) == "done"
    os.kill(_runner(live_server), signal.SIGKILL)
    assert _over(live_server, _search(live_server, token)) == "done"
    assert live_server.process is not None
    group = live_server.process.pid
    live_server.stop()
    end = time.monotonic() + 10
    while any(_in_group(int(folder.name), group) for folder in Path("/proc").glob("[0-9]*")):
        assert time.monotonic() < end
        time.sleep(0.05)


def _in_group(pid: int, group: int | None) -> bool:
    try:
        return os.getpgid(pid) == group
    except ProcessLookupError:
        return False
