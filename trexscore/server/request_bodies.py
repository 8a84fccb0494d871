"""Reads request bodies in the event loop with a deadline, so that a slow or silent sender occupies no thread."""

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from typing import IO, Any, NamedTuple

Message = dict[str, Any]  # of ASGI
Receive = Callable[[], Awaitable[Message]]

_MAX_REQUEST_BYTES_IN_MEMORY = 512 * 1024
"""Bytes of a body above which it is written to a temporary file."""
_MAX_SILENCE_SECONDS = 10.0
"""Seconds allowed between two pieces of a body."""
_BASE_BODY_SECONDS = 15.0
"""Seconds allowed for any body."""
_MIN_BYTES_PER_SECOND = 2048
"""Bytes per second required of longer bodies."""
_MAX_BODY_SECONDS = 600.0
"""Seconds allowed for the longest body."""


class BodyTooSlow(Exception):
    """The body did not arrive in time."""


class Disconnected(Exception):
    """The sender closed the connection."""


class RequestBody(NamedTuple):
    """A body, positioned at its beginning. `is_truncated`: it was longer than allowed, and the rest was not read."""

    file: IO[bytes]
    byte_count: int
    is_truncated: bool


async def read_body(receive: Receive, most_bytes: int) -> RequestBody:
    """Read up to `most_bytes` bytes, and one more to detect a longer body. Raises `BodyTooSlow` and `Disconnected`."""
    file = tempfile.SpooledTemporaryFile(max_size=_MAX_REQUEST_BYTES_IN_MEMORY)  # noqa: SIM115 - the caller closes it
    length, start_time = 0, time.monotonic()
    try:
        while True:
            message = await _receive_message(receive, start_time + _seconds_allowed(length))
            piece = message.get("body", b"")
            file.write(piece[: most_bytes + 1 - length])
            length += len(piece)
            if length > most_bytes or not message.get("more_body", False):
                break
        file.seek(0)
    except BaseException:
        file.close()
        raise
    return RequestBody(file, min(length, most_bytes + 1), length > most_bytes)


def _seconds_allowed(received_byte_count: int) -> float:
    """Seconds allowed for a body of which `received_byte_count` bytes have arrived."""
    return min(_BASE_BODY_SECONDS + received_byte_count / _MIN_BYTES_PER_SECOND, _MAX_BODY_SECONDS)


async def _receive_message(receive: Receive, deadline: float) -> Message:
    try:
        async with asyncio.timeout(min(_MAX_SILENCE_SECONDS, deadline - time.monotonic())):
            message = await receive()
    except TimeoutError as fault:
        raise BodyTooSlow from fault
    if message["type"] == "http.disconnect":
        raise Disconnected
    return message
