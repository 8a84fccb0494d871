"""Limits open connections: each has deadlines for its phases, and each address a maximum number."""

import asyncio
import time
from collections import defaultdict
from enum import Enum

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from trexscore.web.limits import address_or_network

_MAX_HEAD_SECONDS = 10.0
"""Before the first byte of a first request, and for the head of any request."""
_MAX_IDLE_SECONDS = 30.0
"""Between two requests. A phone sends one every two seconds."""
_MAX_UNREAD_SECONDS = 20.0
"""In which a client must read at least `_MIN_CLIENT_READ_BYTES` bytes of waiting output."""
_MIN_CLIENT_READ_BYTES = 16 * 1024
_MAX_HEAD_BYTES = 64 * 1024
_MAX_SILENT_CONNECTIONS_PER_ADDRESS = 64
"""Connections of one address without a request so far."""
_SWEEP_INTERVAL_SECONDS = 1.0


class ConnectionPhase(Enum):
    """What the server expects of a connection."""

    BEFORE_FIRST_REQUEST = "send its first request"
    BETWEEN_REQUESTS = "send another request"
    READING_HEAD = "send the rest of a request's head"
    ANSWERING = "have its request answered"


class Connection(HttpToolsProtocol):
    """uvicorn's connection, with its phase and the start of it."""

    open_connections: "Connections"
    """The connections of this process; set by `connection_class_registering_with`."""

    phase = ConnectionPhase.BEFORE_FIRST_REQUEST
    has_sent_no_request = True
    phase_since = 0.0
    address_or_network = ""
    head_bytes = 0
    unread_bytes = 0
    unread_since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Register the connection, which may close it or another one."""
        super().connection_made(transport)
        self.phase_since = time.monotonic()
        self.address_or_network = address_or_network(self.client[0] if self.client else "")
        self.open_connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.open_connections.remove(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Limit the length of a request's head, which the parser does not."""
        if self.phase in (ConnectionPhase.BEFORE_FIRST_REQUEST, ConnectionPhase.BETWEEN_REQUESTS):
            self.phase, self.phase_since, self.head_bytes = ConnectionPhase.READING_HEAD, time.monotonic(), 0
        if self.phase is ConnectionPhase.READING_HEAD:
            self.head_bytes += len(data)
        super().data_received(data)
        if self.phase is ConnectionPhase.READING_HEAD and self.head_bytes > _MAX_HEAD_BYTES:
            self.transport.abort()

    def on_headers_complete(self) -> None:
        self.phase, self.phase_since, self.has_sent_no_request = ConnectionPhase.ANSWERING, time.monotonic(), False
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        if not self.pipeline:
            self.phase, self.phase_since = ConnectionPhase.BETWEEN_REQUESTS, time.monotonic()
        super().on_response_complete()

    def is_past_deadline(self, now: float) -> bool:
        if self.transport.is_closing() or self.phase is ConnectionPhase.ANSWERING:
            return self._track_unread_and_detect_stall(now)
        allowed_seconds = _MAX_IDLE_SECONDS if self.phase is ConnectionPhase.BETWEEN_REQUESTS else _MAX_HEAD_SECONDS
        return now - self.phase_since > allowed_seconds or self._track_unread_and_detect_stall(now)

    def _track_unread_and_detect_stall(self, now: float) -> bool:
        """Whether the client has stopped reading. Must be called once per sweep."""
        unread = self.transport.get_write_buffer_size()
        if not unread or self.unread_bytes - unread >= _MIN_CLIENT_READ_BYTES or not self.unread_bytes:
            self.unread_bytes, self.unread_since = unread, now
        return bool(unread) and now - self.unread_since > _MAX_UNREAD_SECONDS


class Connections:
    """The open connections of a process: at most so many in all, and of one address (None: any number)."""

    def __init__(self, max_total: int, max_per_address: int | None) -> None:
        self._max_total = max_total
        self._max_per_address = max_per_address
        self._by_address_or_network: dict[str, dict[Connection, None]] = defaultdict(dict)
        self._count = 0

    def add(self, connection: Connection) -> None:
        """Add a new connection. Above a limit it closes this one, or the oldest silent or idle one."""
        connections_of_client = self._by_address_or_network[connection.address_or_network]
        connections_of_client[connection] = None
        self._count += 1
        if self._max_per_address is not None:
            if len(connections_of_client) > self._max_per_address:
                self._close(connection)
            elif len(connections_of_client) > _MAX_SILENT_CONNECTIONS_PER_ADDRESS:
                self._close_oldest_silent_if_many(connections_of_client)
        if self._count > self._max_total:
            self._close_longest_idle(max(self._by_address_or_network.values(), key=len))

    def remove(self, connection: Connection) -> None:
        """Remove a closed connection; does nothing if it was removed before."""
        connections_of_client = self._by_address_or_network.get(connection.address_or_network, {})
        if connection in connections_of_client:
            del connections_of_client[connection]
            self._count -= 1
            if not connections_of_client:
                del self._by_address_or_network[connection.address_or_network]

    def _close(self, connection: Connection) -> None:
        self.remove(connection)
        connection.transport.abort()

    def _close_oldest_silent_if_many(self, connections: dict[Connection, None]) -> None:
        silent = [connection for connection in connections if connection.has_sent_no_request]
        if len(silent) > _MAX_SILENT_CONNECTIONS_PER_ADDRESS:
            self._close(silent[0])

    def _close_longest_idle(self, connections: dict[Connection, None]) -> None:
        idle = (connection for connection in connections if connection.phase is not ConnectionPhase.ANSWERING)
        oldest = min(idle, key=lambda connection: connection.phase_since, default=None)
        if oldest is not None:
            self._close(oldest)

    def close_overdue_connections(self, now: float) -> None:
        """Close all connections that have exceeded a deadline."""
        groups = self._by_address_or_network.values()
        for late in [connection for group in groups for connection in group if connection.is_past_deadline(now)]:
            self._close(late)

    async def watch(self) -> None:
        """Sweep every second until cancelled."""
        while True:
            await asyncio.sleep(_SWEEP_INTERVAL_SECONDS)
            self.close_overdue_connections(time.monotonic())


def connection_class_registering_with(connections: Connections) -> type[Connection]:
    """A class of connections that register themselves with `connections`."""
    return type("ServedConnection", (Connection,), {"open_connections": connections})
