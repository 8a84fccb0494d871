"""Request bodies are read completely, within limits of length and time."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.support.server.loops import run
from trexscore.server import request_bodies
from trexscore.server.request_bodies import BodyTooSlow, Disconnected, read_body


def receive_of(*pieces: bytes, ends: bool = True) -> Callable[[], Awaitable[dict[str, Any]]]:
    """An ASGI `receive` that returns these pieces and then waits forever."""
    remaining = list(pieces)

    async def receive() -> dict[str, Any]:
        if not remaining:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": remaining.pop(0), "more_body": bool(remaining) or not ends}

    return receive


def test_body_is_read_as_a_whole() -> None:
    body = run(read_body(receive_of(b"ab", b"", b"cd"), 4))
    with body.file:
        assert (body.file.read(), body.byte_count, body.is_truncated) == (b"abcd", 4, False)


def test_body_is_cut_at_maximum_length() -> None:
    body = run(read_body(receive_of(b"ab", b"cdefgh", b"never asked for"), 4))
    with body.file:
        assert (body.file.read(), body.byte_count, body.is_truncated) == (b"abcde", 5, True)


def test_silent_body_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_bodies, "_MAX_SILENCE_SECONDS", 0.05)
    with pytest.raises(BodyTooSlow):
        run(read_body(receive_of(b"{", ends=False), 100))


def test_trickling_body_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_bodies, "_BASE_BODY_SECONDS", 0.1)

    async def trickle() -> dict[str, Any]:
        await asyncio.sleep(0.01)
        return {"type": "http.request", "body": b"x", "more_body": True}

    with pytest.raises(BodyTooSlow):
        run(read_body(trickle, 10_000))


def test_disconnected_body_is_not_read() -> None:
    async def disconnect() -> dict[str, Any]:
        await asyncio.sleep(0)
        return {"type": "http.disconnect"}

    with pytest.raises(Disconnected):
        run(read_body(disconnect, 100))


def test_long_body_may_take_longer() -> None:
    assert request_bodies._seconds_allowed(0) == 15  # noqa: SLF001
    assert request_bodies._seconds_allowed(256 * 1024) == 15 + 128  # noqa: SLF001
    assert request_bodies._seconds_allowed(2**30) == 600  # noqa: SLF001
