"""A request's body, read in the event loop with a deadline: a slow or silent sender holds no thread."""

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from typing import IO, Any, NamedTuple

Receive = Callable[[], Awaitable[Any]]

_IN_MEMORY = 512 * 1024
"""Bytes of a body before it goes to a temporary file."""
_LONGEST_SILENCE = 10.0
"""Seconds between two pieces of a body."""
_AT_LEAST = 15.0
"""Seconds that any body may take."""
_SLOWEST = 2048
"""Bytes a second that a longer body needs beyond that."""
_AT_MOST = 600.0
"""Seconds that no body may exceed."""


class TooSlow(Exception):
    """The body did not arrive in time."""


class Left(Exception):
    """The sender closed the connection."""


class Body(NamedTuple):
    """What was sent, from its beginning; `cut` where more followed than may be read."""

    file: IO[bytes]
    length: int
    cut: bool


async def read_body(receive: Receive, most: int) -> Body:
    """Read up to `most` bytes, and one more to know that there are more. Raises `TooSlow` and `Left`."""
    file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - whoever gets it closes it
    length, started = 0, time.monotonic()
    try:
        while True:
            message = await _next(receive, started + _allowed(length))
            piece = message.get("body", b"")
            file.write(piece[: most + 1 - length])
            length += len(piece)
            if length > most or not message.get("more_body", False):
                break
        file.seek(0)
    except BaseException:
        file.close()
        raise
    return Body(file, min(length, most + 1), length > most)


def _allowed(length: int) -> float:
    """Seconds that a body may take of which this much has arrived."""
    return min(_AT_LEAST + length / _SLOWEST, _AT_MOST)


async def _next(receive: Receive, deadline: float) -> Any:  # noqa: ANN401 - an ASGI message
    try:
        async with asyncio.timeout(min(_LONGEST_SILENCE, deadline - time.monotonic())):
            message = await receive()
    except TimeoutError as fault:
        raise TooSlow from fault
    if message["type"] == "http.disconnect":
        raise Left
    return message
