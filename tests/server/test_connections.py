"""Connections: silent, oversized and unread ones are closed; those of phones stay."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
import uvicorn

from tests.support.server.loops import run
from trexscore.server import connections
from trexscore.server.connections import Connections, connection_class_registering_with

REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
LONG_BODY_BYTES = 32 * 2**20


async def application(
    scope: dict[str, Any], _receive: object, send: Callable[[dict[str, Any]], Awaitable[None]]
) -> None:
    """`ok`, or a long response on request."""
    body = b"x" * LONG_BODY_BYTES if scope["path"] == "/long" else b"ok"
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": 200, "headers": [length]})
    await send({"type": "http.response.body", "body": body})


class Clients:
    """Connections to a server, closed with it."""

    def __init__(self, port: int, server: uvicorn.Server) -> None:
        self.port = port
        self._server = server
        self._writers: list[asyncio.StreamWriter] = []

    async def open(self, sent: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self._writers.append(writer)
        writer.write(sent)
        await writer.drain()
        return reader, writer

    async def wait_for_open(self, count: int, seconds: float = 10) -> None:
        """Wait until the server has this many connections open."""
        async with asyncio.timeout(seconds):
            while len(self._server.server_state.connections) != count:  # noqa: ASYNC110 - uvicorn tells nobody
                await asyncio.sleep(0.01)

    async def close(self) -> None:
        for writer in self._writers:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()


@asynccontextmanager
async def served(max_total: int, max_per_address: int | None) -> AsyncIterator[Clients]:
    """A running server with these limits of connections."""
    registry = Connections(max_total, max_per_address)
    with socket.create_server(("127.0.0.1", 0)) as listening_socket:
        config = uvicorn.Config(
            application,
            http=connection_class_registering_with(registry),
            ws="none",
            lifespan="off",
            log_config=None,
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(config)
        server_task = asyncio.create_task(server._serve([listening_socket]))  # noqa: SLF001 - without its signals
        watch_task = asyncio.create_task(registry.watch())
        while not server.started:  # noqa: ASYNC110 - uvicorn tells nobody
            await asyncio.sleep(0.01)
        clients = Clients(listening_socket.getsockname()[1], server)
        yield clients
        await clients.close()
        server.should_exit = True
        watch_task.cancel()
        await server_task


async def is_closed(reader: asyncio.StreamReader, seconds: float = 10) -> bool:
    """Whether the server ends the connection within that time."""
    try:
        async with asyncio.timeout(seconds):
            await reader.read()
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    return True


@pytest.fixture(autouse=True)
def _shorten_deadlines(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in {
        "_MAX_HEAD_SECONDS": 0.3,
        "_MAX_UNREAD_SECONDS": 0.3,
        "_SWEEP_INTERVAL_SECONDS": 0.05,
    }.items():
        monkeypatch.setattr(connections, name, seconds)


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost:"])
def test_connection_without_request_is_closed(sent: bytes) -> None:
    async def steps() -> None:
        async with served(1000, 1000) as clients:
            reader, _ = await clients.open(sent)
            assert await is_closed(reader)

    run(steps())


def test_phone_connection_stays_open() -> None:
    async def steps() -> None:
        async with served(1000, 1000) as clients:
            reader, writer = await clients.open(REQUEST)
            for _ in range(2):
                assert (await reader.readuntil(b"\r\n\r\nok")).startswith(b"HTTP/1.1 200")
                assert not await is_closed(reader, 0.8)
                writer.write(REQUEST)

    run(steps())


def test_endless_head_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "_MAX_HEAD_SECONDS", 60)

    async def steps() -> None:
        async with served(1000, 1000) as clients:
            reader, _ = await clients.open(b"GET / HTTP/1.1\r\nX: " + b"y" * 100_000)
            assert await is_closed(reader)

    run(steps())


def test_unread_connection_is_closed() -> None:
    async def steps() -> None:
        async with served(1000, 1000) as clients:
            with socket.create_connection(("127.0.0.1", clients.port)) as silent:
                silent.sendall(b"GET /long HTTP/1.1\r\nHost: x\r\n\r\n")
                await clients.wait_for_open(1)
                await clients.wait_for_open(0)
                received = await asyncio.to_thread(_count_received, silent)
                assert received < LONG_BODY_BYTES

    run(steps())


def _count_received(connection: socket.socket) -> int:
    connection.settimeout(10)
    received = 0
    try:
        while piece := connection.recv(65536):
            received += len(piece)
    except ConnectionError:
        pass
    return received


def test_oldest_silent_connection_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "_MAX_HEAD_SECONDS", 60)
    monkeypatch.setattr(connections, "_MAX_SILENT_CONNECTIONS_PER_ADDRESS", 3)

    async def steps() -> None:
        async with served(1000, 1000) as clients:
            phone_reader, phone_writer = await clients.open(REQUEST)
            await phone_reader.readuntil(b"ok")
            silent = [await clients.open() for _ in range(5)]
            assert [await is_closed(reader, 0.3) for reader, _ in silent] == [True, True, False, False, False]
            phone_writer.write(REQUEST)
            await phone_reader.readuntil(b"ok")

    run(steps())


def test_connections_per_address_are_limited() -> None:
    async def steps() -> None:
        async with served(1000, 2) as clients:
            opened = [await clients.open(REQUEST) for _ in range(2)]
            for reader, _ in opened:
                await reader.readuntil(b"ok")
            extra_reader, _ = await clients.open()
            assert await is_closed(extra_reader, 1)
            assert not await is_closed(opened[0][0], 0.2)

    run(steps())


def test_full_server_closes_longest_idle() -> None:
    async def steps() -> None:
        async with served(2, None) as clients:
            readers = []
            for _ in range(3):
                reader, _ = await clients.open(REQUEST)
                await reader.readuntil(b"ok")
                readers.append(reader)
            assert [await is_closed(reader, 0.2) for reader in readers] == [True, False, False]

    run(steps())
