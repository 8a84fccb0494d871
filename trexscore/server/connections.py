"""Open connections: each has a deadline for what it is about to do, and each address a share of them."""

import asyncio
import time
from collections import defaultdict
from enum import Enum
from typing import NamedTuple

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from trexscore.web.limits import network_of

_SECONDS_TO_SPEAK = 10.0
"""Before the first byte of a first request, and for the head of any request."""
_SECONDS_IDLE = 30.0
"""Between two requests: a phone asks every two."""
_SECONDS_UNREAD = 20.0
"""In which a reader takes at least `_LEAST_READ` of what waits for them."""
_LEAST_READ = 16 * 1024
_LONGEST_HEAD = 64 * 1024
_MOST_SILENT = 64
"""Connections of one address that have not asked anything yet."""
_SWEEP = 1.0


class Phase(Enum):
    """What a connection is about to do."""

    FIRST = "send its first request"
    IDLE = "send another request"
    HEAD = "send the rest of a request's head"
    REQUEST = "have its request answered"


class Share(NamedTuple):
    """How many connections may be open: in all, and of one address (None: a proxy speaks for many)."""

    all: int
    address: int | None


class Connection(HttpToolsProtocol):
    """uvicorn's connection, which also notes since when it does what it does."""

    open: "Connections"
    """Of this process; set on the class that a server is given."""

    phase = Phase.FIRST
    has_asked_nothing = True
    since = 0.0
    network = ""
    head = 0
    unread = 0
    unread_since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, unless there are too many."""
        super().connection_made(transport)
        self.since = time.monotonic()
        self.network = network_of(self.client[0] if self.client else "")
        self.open.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self.open.remove(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Count a request's head, which has no bound in the parser."""
        if self.phase in (Phase.FIRST, Phase.IDLE):
            self.phase, self.since, self.head = Phase.HEAD, time.monotonic(), 0
        if self.phase is Phase.HEAD:
            self.head += len(data)
        super().data_received(data)
        if self.phase is Phase.HEAD and self.head > _LONGEST_HEAD:
            self.transport.abort()

    def on_headers_complete(self) -> None:
        """The head is here."""
        self.phase, self.since, self.has_asked_nothing = Phase.REQUEST, time.monotonic(), False
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """The answer is written."""
        if not self.pipeline:
            self.phase, self.since = Phase.IDLE, time.monotonic()
        super().on_response_complete()

    def is_late(self, now: float) -> bool:
        """Whether it has taken longer than it may."""
        if self.transport.is_closing() or self.phase is Phase.REQUEST:
            return self._does_not_read(now)
        allowed = _SECONDS_IDLE if self.phase is Phase.IDLE else _SECONDS_TO_SPEAK
        return now - self.since > allowed or self._does_not_read(now)

    def _does_not_read(self, now: float) -> bool:
        """Whether what was written to it stays where it is. Looked at once in a sweep."""
        unread = self.transport.get_write_buffer_size()
        if not unread or self.unread - unread >= _LEAST_READ or not self.unread:
            self.unread, self.unread_since = unread, now
        return bool(unread) and now - self.unread_since > _SECONDS_UNREAD


class Connections:
    """The open connections of a process."""

    def __init__(self, share: Share) -> None:
        self._share = share
        self._of: dict[str, dict[Connection, None]] = defaultdict(dict)
        self._count = 0

    def add(self, connection: Connection) -> None:
        """A new one. Where an address has too many that ask nothing, its oldest of these goes."""
        mine = self._of[connection.network]
        mine[connection] = None
        self._count += 1
        if self._share.address is not None:
            if len(mine) > self._share.address:
                self._close(connection)
            elif len(mine) > _MOST_SILENT:
                self._close_silent(mine)
        if self._count > self._share.all:
            self._close_idle(max(self._of.values(), key=len))

    def remove(self, connection: Connection) -> None:
        """One that is closed. The second time, nothing happens."""
        mine = self._of.get(connection.network, {})
        if connection in mine:
            del mine[connection]
            self._count -= 1
            if not mine:
                del self._of[connection.network]

    def _close(self, connection: Connection) -> None:
        self.remove(connection)
        connection.transport.abort()

    def _close_silent(self, mine: dict[Connection, None]) -> None:
        silent = [one for one in mine if one.has_asked_nothing]
        if len(silent) > _MOST_SILENT:
            self._close(silent[0])

    def _close_idle(self, mine: dict[Connection, None]) -> None:
        idle = (one for one in mine if one.phase is not Phase.REQUEST)
        oldest = min(idle, key=lambda one: one.since, default=None)
        if oldest is not None:
            self._close(oldest)

    def sweep(self, now: float) -> None:
        """Close all that are late."""
        for late in [one for mine in self._of.values() for one in mine if one.is_late(now)]:
            self._close(late)

    async def watch(self) -> None:
        """Sweep until cancelled."""
        while True:
            await asyncio.sleep(_SWEEP)
            self.sweep(time.monotonic())


def protocol_of(connections: Connections) -> type[Connection]:
    """The class of connections that a server makes, all of them known to `connections`."""
    return type("ServedConnection", (Connection,), {"open": connections})
