"""A running server: one visitor delays no other, and a hanging process is replaced."""

import json
import os
import signal
import socket
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from tests.support.server.command import DIAMONDS, EMPTY_GAME, envelope, fetch, send
from tests.support.server.server import LiveServer
from trexscore.config import DATABASE_FILE_NAME

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals as on Unix")

INCOMPLETE_POST = (
    b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n\r\n{"
)
MAX_SECONDS = 5.0
"""Much longer than a response on a busy machine, and much shorter than any timeout of the server."""


@contextmanager
def connections(server: LiveServer, count: int, sent: bytes = b"") -> Iterator[list[socket.socket]]:
    """Open connections that send these bytes and then nothing."""
    with ExitStack() as stack:
        opened = [stack.enter_context(socket.create_connection(("127.0.0.1", server.port), 10)) for _ in range(count)]
        for connection in opened:
            connection.sendall(sent)
        yield opened


def seconds_of_state(server: LiveServer, token: str) -> float:
    """How long another phone waits for the state of its game."""
    start = time.monotonic()
    fetch(f"{server.url}/api/games/{token}/state")
    return time.monotonic() - start


def process_ids(server: LiveServer) -> list[int]:
    """The processes of a server."""
    assert server.process is not None
    children_file = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
    if not children_file.exists():
        pytest.skip("This system does not list a process's children.")
    return [int(pid) for pid in children_file.read_text(encoding="ascii").split()]


def test_incomplete_posts_delay_nobody(live_server: LiveServer) -> None:
    token = send(f"{live_server.url}/api/games", EMPTY_GAME)["read"]
    with connections(live_server, 100, INCOMPLETE_POST):
        assert max(seconds_of_state(live_server, token) for _ in range(20)) < MAX_SECONDS


def test_stalled_body_gets_408(live_server: LiveServer) -> None:
    with connections(live_server, 1, INCOMPLETE_POST) as (connection,):
        connection.settimeout(30)
        response = b""
        while piece := connection.recv(65536):
            response += piece
    head, _, body = response.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408")
    assert json.loads(body)["code"] == "too_slow"


def test_silent_connections_delay_nobody(live_server: LiveServer) -> None:
    token = send(f"{live_server.url}/api/games", EMPTY_GAME)["read"]
    with connections(live_server, 900):
        assert seconds_of_state(live_server, token) < MAX_SECONDS


def test_locked_database_blocks_no_reader(live_server: LiveServer) -> None:
    links = send(f"{live_server.url}/api/games", EMPTY_GAME)
    path = f"/api/games/{links['write']}/entries"
    with closing(
        sqlite3.connect(live_server.data_folder / DATABASE_FILE_NAME, isolation_level=None)
    ) as locking_connection:
        locking_connection.execute("BEGIN IMMEDIATE")
        body = json.dumps(envelope(DIAMONDS, 5)).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        with connections(live_server, 20, head.encode() + body):
            assert max(seconds_of_state(live_server, links["read"]) for _ in range(20)) < MAX_SECONDS
        locking_connection.execute("ROLLBACK")


def test_hanging_process_is_replaced(live_server: LiveServer) -> None:
    *workers, _job_process = process_ids(live_server)
    for process in workers:
        os.kill(process, signal.SIGSTOP)
    deadline = time.monotonic() + 90  # a starting process has a minute
    while set(process_ids(live_server)) & set(workers):
        assert time.monotonic() < deadline
        time.sleep(0.5)
    assert live_server.answers()


def test_processes_are_renewed_in_turn(live_server: LiveServer) -> None:
    token = send(f"{live_server.url}/api/games", EMPTY_GAME)["read"]
    before = set(process_ids(live_server))
    assert live_server.process is not None
    os.kill(live_server.process.pid or 0, signal.SIGHUP)
    deadline = time.monotonic() + 60
    while set(process_ids(live_server)) & before:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert seconds_of_state(live_server, token) < MAX_SECONDS
