"""The real server: long bodies, many concurrent writers, and a kill during writes."""

import http.client
import json
import socket
import threading
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.support.databases import both_databases
from tests.support.server.server import LiveServer
from tests.support.tables import ADJUSTMENT, NEW_GAME, Json, envelope

_MEGABYTE = b" " * 2**20


def _request(server: LiveServer, method: str, path: str, value: object = None) -> tuple[int, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    try:
        body = None if value is None else json.dumps(value)
        connection.request(method, path, body, {"Content-Type": "application/json"})
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()


def _start_game(server: LiveServer) -> str:
    status, content = _request(server, "POST", "/api/games", NEW_GAME)
    assert status == 201
    return str(content["own"])


def _send_raw(server: LiveServer, head: str, chunks: Iterator[bytes]) -> bytes:
    """The first line of the response to a request that may be cut off while it is sent."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as server_socket:
        try:
            server_socket.sendall(head.encode())
            for chunk in chunks:
                server_socket.sendall(chunk)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the server closed the connection after its response
        return server_socket.recv(4096).partition(b"\r\n")[0]


def _chunked(body: bytes) -> bytes:
    return f"{len(body):x}\r\n".encode() + body + b"\r\n"


@pytest.mark.slow
def test_bodies_arrive_chunked_and_with_length(live_server: LiveServer) -> None:
    token = _start_game(live_server)
    head = (
        f"POST /api/games/{token}/entries HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
        "Content-Type: application/json\r\n"
    )
    text = json.dumps(envelope(ADJUSTMENT)).encode()
    chunked_head = head + "Transfer-Encoding: chunked\r\n\r\n"
    assert b" 201 " in _send_raw(
        live_server, chunked_head, iter([_chunked(text[:40]), _chunked(text[40:]), _chunked(b"")])
    )
    ten_megabytes = iter([*[_chunked(_MEGABYTE)] * 10, _chunked(b"")])
    assert b" 413 " in _send_raw(live_server, chunked_head, ten_megabytes)
    head_with_length = head + f"Content-Length: {10 * len(_MEGABYTE)}\r\n\r\n"
    assert b" 413 " in _send_raw(live_server, head_with_length, iter([_MEGABYTE] * 10))
    assert _request(live_server, "GET", f"/api/games/{token}/state")[1]["seq"] == 6


@both_databases
@pytest.mark.slow
def test_acknowledged_entries_survive_killed_server(live_server: LiveServer, database_url: str) -> None:
    live_server.stop()
    live_server.settings["TREXSCORE_DATABASE_URL"] = database_url
    live_server.start()
    token = _start_game(live_server)
    writer_count, entries_per_writer = 8, 6
    pause = threading.Event()
    with ThreadPoolExecutor(writer_count) as pool:
        futures = [pool.submit(_write, live_server, token, entries_per_writer) for _ in range(writer_count)]
        for _ in range(2):
            pause.wait(0.7)
            live_server.restart()
        acknowledged = [saved for future in futures for saved in future.result()]
    _, journal = _request(live_server, "GET", f"/api/games/{token}/journal")
    written = {entry["key"]: entry["seq"] for entry in journal["entries"][5:]}
    assert len(journal["entries"]) == 5 + writer_count * entries_per_writer
    assert dict(acknowledged) == written


def _write(server: LiveServer, token: str, entries: int) -> list[tuple[str, int]]:
    """Record entries until each is acknowledged. A broken request is sent again, and a 409 uses the new state."""
    acknowledged = []
    deadline = time.monotonic() + 120
    for _ in range(entries):
        body: Json = envelope(ADJUSTMENT)
        while True:
            assert time.monotonic() < deadline
            try:
                status, content = _request(server, "POST", f"/api/games/{token}/entries", body)
            except (OSError, http.client.HTTPException):
                time.sleep(0.05)
                continue
            if status != 409:
                break
            body["after"] = content["seq"]
        assert status in (200, 201), content
        acknowledged.append((body["key"], content["seq"]))
    return acknowledged


@pytest.mark.slow
def test_concurrent_games_keep_their_entries(live_server: LiveServer) -> None:
    def play(_: int) -> list[str]:
        token = _start_game(live_server)
        for after in (5, 6):
            body = envelope(ADJUSTMENT, after, str(uuid.uuid4()))
            assert _request(live_server, "POST", f"/api/games/{token}/entries", body)[0] == 201
        _, content = _request(live_server, "GET", f"/api/games/{token}/journal")
        return [entry["kind"] for entry in content["entries"][5:]]

    with ThreadPoolExecutor(12) as pool:
        assert list(pool.map(play, range(40))) == [["adjustment"] * 2] * 40
    assert "/api/games/" not in live_server.log
