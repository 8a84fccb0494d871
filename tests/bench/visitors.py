"""How long other phones wait for a game's state while one address does its worst, and how much memory that takes."""

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
_AT_ONCE = 16
_APART = multiprocessing.get_context("fork")
_VISITOR = ("127.0.0.2", 0)
"""Another address than that of the phones."""
_LONG = 2_000
_ADJUSTMENT = {"adjustment": {"A": 1, "B": -1}, "reason": "agreed"}
_NAMES = ["Amal", "Basil", "Carine", "Dani"]
_HALF = (
    b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n\r\n{"
)
_HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
_FORM = {"Content-Type": "application/x-www-form-urlencoded"}
_HIDDEN = re.compile(r'<input(?=[^>]*type="hidden")(?=[^>]*name="([^"]+)")[^>]*value="([^"]*)"')

Attack = Callable[["_Visitor", threading.Event], None]


class _Seen(NamedTuple):
    """Seconds of every poll, and the most megabytes of all processes together."""

    polls: list[float]
    memory: int


class _Visitor:
    """A client at the other address that keeps its cookies."""

    def __init__(self, port: int, long_game: str) -> None:
        self.port = port
        self.long_game = long_game
        self.cookies: dict[str, str] = {}

    def ask(self, path: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> tuple[int, str]:
        """The status and text of an answer; 0 where the server closed the connection."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=_VISITOR)
        cookies = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        try:
            connection.request("GET" if body is None else "POST", path, body, {**cookies, **(headers or {})})
            answer = connection.getresponse()
            for name, value in answer.getheaders():
                if name.lower() == "set-cookie":
                    key, _, rest = value.partition("=")
                    self.cookies[key] = rest.partition(";")[0]
            return answer.status, answer.read().decode("utf-8", "replace")
        except (OSError, http.client.HTTPException):
            return 0, ""
        finally:
            connection.close()

    def post(self, page: str, fields: dict[str, str], to: str | None = None) -> tuple[int, str]:
        """Send a form of a page."""
        return self.ask(to or page, urlencode(_hidden(self.ask(page)[1]) | fields).encode(), _FORM)


def figures() -> Iterator[str]:
    """A line for each attack, as soon as it is there."""
    goal = f"goal {GOAL_MILLISECONDS} ms and {GOAL_MEGABYTES} MB"
    yield f"state on {_PHONES} other phones while one address …  p50 / p99 / max ms, memory ({goal})"
    for name, attack in ATTACKS.items():
        yield f"{name:44} {_line(_under(attack))}"


def _attack(attack: Attack, visitor: "_Visitor", stop: Event) -> None:
    """In a process of its own: in one with the phones, these would wait for it and not for the server."""
    over = threading.Event()

    def end() -> None:
        stop.wait()
        over.set()

    threading.Thread(target=end, daemon=True).start()
    attack(visitor, over)


def _line(seen: _Seen) -> str:
    polls = sorted(1000 * one for one in seen.polls)
    p99 = polls[int(0.99 * len(polls))]
    reached = "reached" if p99 <= GOAL_MILLISECONDS and seen.memory <= GOAL_MEGABYTES else "NOT reached"
    return f"{polls[len(polls) // 2]:7.1f} {p99:7.1f} {polls[-1]:7.1f} {seen.memory:5} MB  {reached}"


def _under(attack: Attack) -> _Seen:
    """What the phones see while one visitor does this."""
    with tempfile.TemporaryDirectory(prefix="trexscore-bench-") as folder:
        server = LiveServer(Path(folder) / "data")
        server.start()
        try:
            token = _start(server.port, [])["read"]
            visitor = _Visitor(server.port, _start(server.port, [_ADJUSTMENT] * _LONG)["read"])
            over, seen = threading.Event(), _Seen([], 0)
            polling = server.port, token, over, seen.polls
            phones = [threading.Thread(target=_poll, args=polling) for _ in range(_PHONES)]
            stop = _APART.Event()
            attacker = _APART.Process(target=_attack, args=(attack, visitor, stop), daemon=True)
            attacker.start()
            for one in phones:
                one.start()
            memory = _watch_memory(server, _SECONDS)
            over.set()
            for one in phones:
                one.join()
            stop.set()
            attacker.join(_SECONDS)
            attacker.kill()
        finally:
            server.stop()
        return seen._replace(memory=memory)


def _start(port: int, deals: Sequence[object]) -> dict[str, str]:
    game = {"format": "trexscore-game/1", "players": _NAMES, "first_king": "A", "deals": deals}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid4())}
    connection.request("POST", "/api/games", json.dumps(game), headers)
    links: dict[str, str] = json.loads(connection.getresponse().read())
    connection.close()
    return links


def _poll(port: int, token: str, over: threading.Event, polls: list[float]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    tag = ""
    while not over.wait(_PAUSE):
        began = time.perf_counter()
        connection.request("GET", f"/api/games/{token}/state", headers={"If-None-Match": tag})
        answer = connection.getresponse()
        answer.read()
        polls.append(time.perf_counter() - began)
        tag = answer.headers["ETag"]
    connection.close()


def _watch_memory(server: LiveServer, seconds: float) -> int:
    """The most megabytes that the server's processes have held together; shared ones are counted once."""
    end, most = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        most = max(most, sum(map(_kilobytes, _processes(server))) // 1024)
        time.sleep(0.25)
    return most


def _processes(server: LiveServer) -> list[int]:
    found = [server.process.pid or 0] if server.process else []
    for process in found:
        children = Path(f"/proc/{process}/task/{process}/children")
        found += map(int, children.read_text(encoding="ascii").split()) if children.exists() else ()
    return found


def _kilobytes(process: int) -> int:
    try:
        text = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
    except OSError:
        return 0
    return int(next(line.split()[1] for line in text.splitlines() if line.startswith("Pss:")))


def _connections(count: int, said: bytes) -> Attack:
    """Open so many connections, send this, and wait."""

    def attack(visitor: _Visitor, over: threading.Event) -> None:
        held = []
        for _ in range(count):
            if over.is_set():
                break
            try:
                one = socket.create_connection(("127.0.0.1", visitor.port), 5, source_address=_VISITOR)
                one.sendall(said)
                held.append(one)
            except OSError:
                continue
        over.wait()
        for one in held:
            one.close()

    return attack


def _again_and_again(ask: Callable[[_Visitor], object]) -> Attack:
    """Ask from several connections at once, until it is over."""

    def attack(visitor: _Visitor, over: threading.Event) -> None:
        def go_on() -> None:
            while not over.is_set():
                ask(visitor)

        threads = [threading.Thread(target=go_on) for _ in range(_AT_ONCE)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()

    return attack


def _zip_of_blank_lines() -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("games.jsonl", b"\n" * (100 * 2**20))
    return packed.getvalue()


def _send_zip(visitor: _Visitor, over: threading.Event) -> None:
    """An account of one's own, a club, and a file that is a thousand times as long as it looks."""
    name = f"visitor{uuid4().hex[:8]}"
    account = {"name": "Visitor", "username": name, "password": "three unlikely tables"}
    _done(visitor.post("/account/new", account))
    _done(visitor.post("/clubs/new", {"name": "Visitors", "my_name": "Visitor", "shows": "nothing"}, "/clubs"))
    club = re.search(r'"(/c/[^"/]+)"', visitor.ask("/clubs")[1])
    if club is None:
        raise RuntimeError("the visitor has no club")
    path = f"{club[1]}/games/import"
    boundary = uuid4().hex
    fields = _hidden(visitor.ask(path)[1]) | {"on": "2026-11-01"}
    parts = [f'form-data; name="{name}"\r\n\r\n{value}'.encode() for name, value in fields.items()]
    parts.append(b'form-data; name="files"; filename="games.zip"\r\n\r\n' + _zip_of_blank_lines())
    start = f"--{boundary}\r\nContent-Disposition: ".encode()
    body = b"".join(start + part + b"\r\n" for part in parts) + f"--{boundary}--\r\n".encode()
    while not over.is_set():
        visitor.ask(path, body, {"Content-Type": f"multipart/form-data; boundary={boundary}"})


def _done(answer: tuple[int, str]) -> None:
    """A form that was taken leads on."""
    if answer[0] != HTTPStatus.SEE_OTHER:
        raise RuntimeError(f"the visitor's form was not taken: {answer[0]} {answer[1][:500]}")


def _hidden(page: str) -> dict[str, str]:
    """The hidden fields of a page's forms."""
    return {found[1]: found[2] for found in _HIDDEN.finditer(page)}


_LONG_BODY = b"{" + b" " * 250_000 + b"}"

ATTACKS: dict[str, Attack] = {
    "does nothing": _connections(0, b""),
    "sends 200 half requests": _connections(200, _HALF),
    "opens 4,200 connections": _connections(4_200, b""),
    "begins 2,000 heads of requests": _connections(2_000, _HEAD),
    "asks for a long history": _again_and_again(lambda one: one.ask(f"/g/{one.long_game}/history")),
    "asks for a long journal": _again_and_again(lambda one: one.ask(f"/api/games/{one.long_game}/journal")),
    "asks for a long sheet": _again_and_again(lambda one: one.ask(f"/g/{one.long_game}/sheet")),
    "asks for explanations": _again_and_again(lambda one: one.ask(f"/g/{one.long_game}/explain")),
    "asks what if": _again_and_again(lambda one: one.ask(f"/g/{one.long_game}/what-if")),
    "has paper sheets searched": _again_and_again(
        lambda one: one.post("/paper", {"pasted": "10 -20 30 -40\n" * 20, "preset": "standard"})
    ),
    "sends unreadable sheets": _again_and_again(lambda one: one.post("/paper", {"pasted": "٣," * 9000})),
    "has totals searched": _again_and_again(lambda one: one.ask(f"/g/{one.long_game}/from-points?A=-75&B=0&C=0&D=0")),
    "sends zips of blank lines": _send_zip,
    "tries passwords": _again_and_again(
        lambda one: one.post("/account/sign-in", {"identity": "amal", "password": "no"})
    ),
    "sends long bodies": _again_and_again(
        lambda one: one.ask("/api/games", _LONG_BODY, {"Content-Type": "application/json"})
    ),
    "starts games": _again_and_again(lambda one: _start(one.port, [])),
    "spells static paths": _again_and_again(lambda one: one.ask(f"/static/css/./{uuid4().hex}/../base.css")),
    "guesses links": _again_and_again(lambda one: one.ask(f"/g/{uuid4().hex}")),
}
