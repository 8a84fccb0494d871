"""How long other phones wait for a game's state while one address attacks the server, and its use of memory."""

import http.client
import json
import multiprocessing
import re
import socket
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from http import HTTPStatus
from io import BytesIO
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode
from uuid import uuid4

from tests.support.server.server import LiveServer

GOAL_MILLISECONDS, GOAL_MEGABYTES = 100, 300
_PHONES = 20
_SECONDS = 6.0
_PAUSE = 0.2
_THREADS = 16
_PROCESSES = multiprocessing.get_context("fork")
_VISITOR = ("127.0.0.2", 0)
"""The source address of the attack, different from that of the phones."""
_LONG_JOURNAL = 2_000
_ADJUSTMENT = {"adjustment": {"A": 1, "B": -1}, "reason": "agreed"}
_NAMES = ["Amal", "Basil", "Carine", "Dani"]
_INCOMPLETE_REQUEST = (
    b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n\r\n{"
)
_REQUEST_HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
_FORM_HEADERS = {"Content-Type": "application/x-www-form-urlencoded"}
_HIDDEN_FIELD = re.compile(r'<input(?=[^>]*type="hidden")(?=[^>]*name="([^"]+)")[^>]*value="([^"]*)"')

Attack = Callable[["_Visitor", threading.Event], None]


class _Measured(NamedTuple):
    """Seconds of every poll, and the peak of megabytes of all processes together."""

    polls: list[float]
    memory: int


class _Visitor:
    """A client with cookies at the attacking address."""

    def __init__(self, port: int, long_game: str) -> None:
        self.port = port
        self.long_game = long_game
        self.cookies: dict[str, str] = {}

    def get(self, path: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> tuple[int, str]:
        """The status and text of a response; 0 if the server closed the connection."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=_VISITOR)
        cookies = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        try:
            connection.request("GET" if body is None else "POST", path, body, {**cookies, **(headers or {})})
            response = connection.getresponse()
            for name, value in response.getheaders():
                if name.lower() == "set-cookie":
                    key, _, cookie = value.partition("=")
                    self.cookies[key] = cookie.partition(";")[0]
            return response.status, response.read().decode("utf-8", "replace")
        except (OSError, http.client.HTTPException):
            return 0, ""
        finally:
            connection.close()

    def post(self, page: str, fields: dict[str, str], action: str | None = None) -> tuple[int, str]:
        """Send a form of a page."""
        return self.get(action or page, urlencode(_hidden(self.get(page)[1]) | fields).encode(), _FORM_HEADERS)


def figures() -> Iterator[str]:
    """Yield a line for each attack as soon as it is measured."""
    goal = f"goal {GOAL_MILLISECONDS} ms and {GOAL_MEGABYTES} MB"
    yield f"state on {_PHONES} other phones while one address …  p50 / p99 / max ms, memory ({goal})"
    for name, attack in ATTACKS.items():
        yield f"{name:44} {_line(_measure_under(attack))}"


def _attack(attack: Attack, visitor: "_Visitor", stop: Event) -> None:
    """Run an attack in its own process, so that the phones wait for the server and not for the attack's code."""
    stopped = threading.Event()

    def wait_for_stop() -> None:
        stop.wait()
        stopped.set()

    threading.Thread(target=wait_for_stop, daemon=True).start()
    attack(visitor, stopped)


def _line(measured: _Measured) -> str:
    polls = sorted(1000 * seconds for seconds in measured.polls)
    p99 = polls[int(0.99 * len(polls))]
    verdict = "reached" if p99 <= GOAL_MILLISECONDS and measured.memory <= GOAL_MEGABYTES else "NOT reached"
    return f"{polls[len(polls) // 2]:7.1f} {p99:7.1f} {polls[-1]:7.1f} {measured.memory:5} MB  {verdict}"


def _measure_under(attack: Attack) -> _Measured:
    """Poll from other phones while this attack runs."""
    with tempfile.TemporaryDirectory(prefix="trexscore-bench-") as folder:
        server = LiveServer(Path(folder) / "data")
        server.start()
        try:
            token = _start(server.port, [])["read"]
            visitor = _Visitor(server.port, _start(server.port, [_ADJUSTMENT] * _LONG_JOURNAL)["read"])
            stopped, measured = threading.Event(), _Measured([], 0)
            polling = server.port, token, stopped, measured.polls
            phones = [threading.Thread(target=_poll, args=polling) for _ in range(_PHONES)]
            stop = _PROCESSES.Event()
            attacker = _PROCESSES.Process(target=_attack, args=(attack, visitor, stop), daemon=True)
            attacker.start()
            for phone in phones:
                phone.start()
            memory = _watch_memory(server, _SECONDS)
            stopped.set()
            for phone in phones:
                phone.join()
            stop.set()
            attacker.join(_SECONDS)
            attacker.kill()
        finally:
            server.stop()
        return measured._replace(memory=memory)


def _start(port: int, deals: Sequence[object]) -> dict[str, str]:
    game = {"format": "trexscore-game/1", "players": _NAMES, "first_king": "A", "deals": deals}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid4())}
    connection.request("POST", "/api/games", json.dumps(game), headers)
    links: dict[str, str] = json.loads(connection.getresponse().read())
    connection.close()
    return links


def _poll(port: int, token: str, stopped: threading.Event, polls: list[float]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    tag = ""
    while not stopped.wait(_PAUSE):
        began = time.perf_counter()
        connection.request("GET", f"/api/games/{token}/state", headers={"If-None-Match": tag})
        response = connection.getresponse()
        response.read()
        polls.append(time.perf_counter() - began)
        tag = response.headers["ETag"]
    connection.close()


def _watch_memory(server: LiveServer, seconds: float) -> int:
    """The peak of megabytes of the server's processes together; shared memory is counted once."""
    end, max_megabytes = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        max_megabytes = max(max_megabytes, sum(map(_kilobytes, _processes(server))) // 1024)
        time.sleep(0.25)
    return max_megabytes


def _processes(server: LiveServer) -> list[int]:
    process_ids = [server.process.pid or 0] if server.process else []
    for process_id in process_ids:
        children = Path(f"/proc/{process_id}/task/{process_id}/children")
        process_ids += map(int, children.read_text(encoding="ascii").split()) if children.exists() else ()
    return process_ids


def _kilobytes(process: int) -> int:
    try:
        text = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
    except OSError:
        return 0
    return int(next(line.split()[1] for line in text.splitlines() if line.startswith("Pss:")))


def _open_connections(count: int, sent_bytes: bytes) -> Attack:
    """Open this many connections, send these bytes on each, and wait."""

    def attack(visitor: _Visitor, stopped: threading.Event) -> None:
        connections = []
        for _ in range(count):
            if stopped.is_set():
                break
            try:
                connection = socket.create_connection(("127.0.0.1", visitor.port), 5, source_address=_VISITOR)
                connection.sendall(sent_bytes)
                connections.append(connection)
            except OSError:
                continue
        stopped.wait()
        for connection in connections:
            connection.close()

    return attack


def _repeat(send: Callable[[_Visitor], object]) -> Attack:
    """Send requests from several threads at the same time until the attack is stopped."""

    def attack(visitor: _Visitor, stopped: threading.Event) -> None:
        def send_until_stopped() -> None:
            while not stopped.is_set():
                send(visitor)

        threads = [threading.Thread(target=send_until_stopped) for _ in range(_THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    return attack


def _zip_of_blank_lines() -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("games.jsonl", b"\n" * (100 * 2**20))
    return packed.getvalue()


def _send_zip(visitor: _Visitor, stopped: threading.Event) -> None:
    """Create an account and a club, and import a zip that unpacks to a thousand times its size."""
    name = f"visitor{uuid4().hex[:8]}"
    account = {"name": "Visitor", "username": name, "password": "three unlikely tables"}
    _expect_redirect(visitor.post("/account/new", account))
    _expect_redirect(
        visitor.post("/clubs/new", {"name": "Visitors", "my_name": "Visitor", "shows": "nothing"}, "/clubs")
    )
    club = re.search(r'"(/c/[^"/]+)"', visitor.get("/clubs")[1])
    if club is None:
        raise RuntimeError("the visitor has no club")
    path = f"{club[1]}/games/import"
    boundary = uuid4().hex
    fields = _hidden(visitor.get(path)[1]) | {"on": "2026-11-01"}
    parts = [f'form-data; name="{name}"\r\n\r\n{value}'.encode() for name, value in fields.items()]
    parts.append(b'form-data; name="files"; filename="games.zip"\r\n\r\n' + _zip_of_blank_lines())
    start = f"--{boundary}\r\nContent-Disposition: ".encode()
    body = b"".join(start + part + b"\r\n" for part in parts) + f"--{boundary}--\r\n".encode()
    while not stopped.is_set():
        visitor.get(path, body, {"Content-Type": f"multipart/form-data; boundary={boundary}"})


def _expect_redirect(status_and_text: tuple[int, str]) -> None:
    """Raise an error unless the form was accepted, which redirects."""
    if status_and_text[0] != HTTPStatus.SEE_OTHER:
        raise RuntimeError(f"the visitor's form was refused: {status_and_text[0]} {status_and_text[1][:500]}")


def _hidden(page: str) -> dict[str, str]:
    """The hidden fields of a page's forms."""
    return {match[1]: match[2] for match in _HIDDEN_FIELD.finditer(page)}


_LONG_BODY = b"{" + b" " * 250_000 + b"}"

ATTACKS: dict[str, Attack] = {
    "does nothing": _open_connections(0, b""),
    "sends 200 incomplete requests": _open_connections(200, _INCOMPLETE_REQUEST),
    "opens 4,200 connections": _open_connections(4_200, b""),
    "sends 2,000 incomplete headers": _open_connections(2_000, _REQUEST_HEAD),
    "loads a long history": _repeat(lambda visitor: visitor.get(f"/g/{visitor.long_game}/history")),
    "loads a long journal": _repeat(lambda visitor: visitor.get(f"/api/games/{visitor.long_game}/journal")),
    "loads a long sheet": _repeat(lambda visitor: visitor.get(f"/g/{visitor.long_game}/sheet")),
    "loads explanations": _repeat(lambda visitor: visitor.get(f"/g/{visitor.long_game}/explain")),
    "loads what if": _repeat(lambda visitor: visitor.get(f"/g/{visitor.long_game}/what-if")),
    "checks paper sheets": _repeat(
        lambda visitor: visitor.post("/paper", {"pasted": "10 -20 30 -40\n" * 20, "preset": "standard"})
    ),
    "sends unreadable sheets": _repeat(lambda visitor: visitor.post("/paper", {"pasted": "٣," * 9000})),
    "searches captures of points": _repeat(
        lambda visitor: visitor.get(f"/g/{visitor.long_game}/from-points?A=-75&B=0&C=0&D=0")
    ),
    "sends zips of blank lines": _send_zip,
    "tries passwords": _repeat(
        lambda visitor: visitor.post("/account/sign-in", {"identity": "amal", "password": "no"})
    ),
    "sends long bodies": _repeat(
        lambda visitor: visitor.get("/api/games", _LONG_BODY, {"Content-Type": "application/json"})
    ),
    "starts games": _repeat(lambda visitor: _start(visitor.port, [])),
    "requests static paths in other spellings": _repeat(
        lambda visitor: visitor.get(f"/static/css/./{uuid4().hex}/../base.css")
    ),
    "guesses links": _repeat(lambda visitor: visitor.get(f"/g/{uuid4().hex}")),
}
