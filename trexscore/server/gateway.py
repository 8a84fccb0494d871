"""The ASGI application around the WSGI one.

The event loop reads bodies and sends responses. Threads run the application: read requests in one lane, writes in
another, so that a locked database does not stop reads. Every request has a time limit.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING

from trexscore.config import Settings
from trexscore.server.lanes import Lane, LaneFull
from trexscore.server.request_bodies import BodyTooSlow, Disconnected, Receive, RequestBody, read_body
from trexscore.server.wsgi import Scope, WsgiResponse, call_application, environ_of
from trexscore.web.errors import SERVER_REFUSAL_STATUS_KEY
from trexscore.web.limits import BODY_BYTE_COUNT_KEY, address_or_network

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

Send = Callable[[dict[str, object]], Awaitable[None]]

_READ_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_MAX_WAITING_REQUESTS_PER_LANE = 2_000
"""Requests waiting for a thread of a lane."""
_MAX_OPEN_BODIES_PER_ADDRESS = 64
"""Bodies that one address may send at once; of uploads, `_MAX_UPLOADS_PER_ADDRESS`."""
_MAX_UPLOADS_PER_ADDRESS = 2
_GRACE_SECONDS_AFTER_TIMEOUT = 10.0
"""Seconds after its time limit in which a request may still end. Then its process is replaced."""
_RESPONSE_PIECE_BYTES = 64 * 1024
_MAX_REFUSAL_RENDER_SECONDS = 5.0
"""Seconds to render an error page; after them a plain error is sent."""


class Gateway:
    """The ASGI application. `accepts_uploads(method, path)`: whether the route accepts files."""

    def __init__(
        self,
        application: "WSGIApplication",
        settings: Settings,
        accepts_uploads: Callable[[str, str], bool],
        retire_process: Callable[[], None],
    ) -> None:
        self._application = application
        self._settings = settings
        self._takes_files = accepts_uploads
        self._retire = retire_process
        self._lanes: dict[str, Lane[WsgiResponse]] = {}
        self._sending: Counter[tuple[str, bool]] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        address = self._client_address_or_network(scope)
        try:
            answer = await self._respond(scope, receive, address)
        except Disconnected:
            return
        await _send_response(answer, send)

    async def _respond(self, scope: Scope, receive: Receive, address: str) -> WsgiResponse:
        try:
            if not _has_body(scope):
                return await self._run_application(scope, None, address)
            body = await self._read_limited_body(scope, receive, address)
            with body.file:
                answer = await self._run_application(scope, body, address)
            return _with_connection_close(answer) if body.is_truncated else answer
        except _RequestRefused as fault:
            return await self._render_refusal(scope, fault)

    async def _read_limited_body(self, scope: Scope, receive: Receive, address: str) -> RequestBody:
        """Read the body, cut at the limit of the route; the application refuses a cut one."""
        is_upload, max_bytes = self._takes_files(scope["method"], scope["path"]), self._settings.max_body_bytes
        with self._limit_open_bodies(address, is_upload=is_upload):
            try:
                return await read_body(
                    receive, max(self._settings.max_import_bytes, max_bytes) if is_upload else max_bytes
                )
            except BodyTooSlow as fault:
                raise _RequestRefused(HTTPStatus.REQUEST_TIMEOUT) from fault

    @contextmanager
    def _limit_open_bodies(self, address: str, *, is_upload: bool) -> Iterator[None]:
        if self._sending[address, is_upload] >= (
            _MAX_UPLOADS_PER_ADDRESS if is_upload else _MAX_OPEN_BODIES_PER_ADDRESS
        ):
            raise _RequestRefused(HTTPStatus.TOO_MANY_REQUESTS)
        self._sending[address, is_upload] += 1
        try:
            yield
        finally:
            self._sending[address, is_upload] -= 1
            if not self._sending[address, is_upload]:
                del self._sending[address, is_upload]

    async def _run_application(self, scope: Scope, body: RequestBody | None, address: str) -> WsgiResponse:
        """Run the application. Raises `_RequestRefused` if it is overloaded or exceeds the time limit."""
        lane = self._get_or_create_lane("read" if scope["method"] in _READ_METHODS else "write")
        environ = environ_of(scope, body and body.file) | {BODY_BYTE_COUNT_KEY: body.byte_count if body else 0}
        try:
            future = lane.submit(address, scope["path"], partial(call_application, self._application, environ))
        except LaneFull as fault:
            raise _RequestRefused(HTTPStatus.SERVICE_UNAVAILABLE) from fault
        done, _ = await asyncio.wait({future}, timeout=self._settings.request_timeout_seconds)
        if done:
            return future.result()
        if not lane.cancel_unless_running(future):
            future.add_done_callback(_discard_late_response)
            asyncio.get_running_loop().call_later(
                _GRACE_SECONDS_AFTER_TIMEOUT, self._retire_process_if_stuck, lane, future
            )
        raise _RequestRefused(HTTPStatus.SERVICE_UNAVAILABLE)

    def _retire_process_if_stuck(self, lane: "Lane[WsgiResponse]", future: "asyncio.Future[WsgiResponse]") -> None:
        if lane.is_running(future):
            self._retire()

    async def _render_refusal(self, scope: Scope, refused: "_RequestRefused") -> WsgiResponse:
        """The application's error page or JSON for a refused request, in the reader's language."""
        environ = environ_of(scope, None) | {
            SERVER_REFUSAL_STATUS_KEY: refused.status,
            "REQUEST_METHOD": "GET",
            "CONTENT_LENGTH": "",
        }
        with contextlib.suppress(LaneFull):
            future = self._get_or_create_lane("refuse").submit(
                "", "", partial(call_application, self._application, environ)
            )
            done, _ = await asyncio.wait({future}, timeout=_MAX_REFUSAL_RENDER_SECONDS)
            if done and future.exception() is None:
                return _with_connection_close(future.result())
        text = refused.status.phrase.encode()
        return _with_connection_close(
            WsgiResponse(refused.status, [(b"content-length", str(len(text)).encode())], text)
        )

    def _get_or_create_lane(self, name: str) -> "Lane[WsgiResponse]":
        if name not in self._lanes:
            self._lanes[name] = Lane(
                name, 1 if name == "refuse" else self._settings.threads_per_lane, _MAX_WAITING_REQUESTS_PER_LANE
            )
        return self._lanes[name]

    def _client_address_or_network(self, scope: Scope) -> str:
        """The client's address for fair scheduling; of IPv6, its network."""
        if self._settings.trusted_proxy_count:
            forwarded_for_values = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
            hops = ",".join(value.decode("latin-1") for value in forwarded_for_values).split(",")
            if len(hops) >= self._settings.trusted_proxy_count:
                return address_or_network(hops[-self._settings.trusted_proxy_count].strip())
        return address_or_network(scope["client"][0] if scope["client"] else "")


class _RequestRefused(Exception):
    """The server refuses a request before it reaches the application."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status)
        self.status = status


def _has_body(scope: Scope) -> bool:
    return any(
        name == b"transfer-encoding" or (name == b"content-length" and value != b"0")
        for name, value in scope["headers"]
    )


def _with_connection_close(response: WsgiResponse) -> WsgiResponse:
    """A response after which the connection is closed, because the rest of the body is not read."""
    return response._replace(headers=[*response.headers, (b"connection", b"close")])


def _discard_late_response(future: "asyncio.Future[WsgiResponse]") -> None:
    """Close the file of a response that came too late."""
    if not future.cancelled() and future.exception() is None and not isinstance(future.result().body, bytes):
        future.result().body.close()  # type: ignore[union-attr]


async def _send_response(answer: WsgiResponse, send: Send) -> None:
    await send({"type": "http.response.start", "status": answer.status_code, "headers": answer.headers})
    if isinstance(answer.body, bytes):
        await send({"type": "http.response.body", "body": answer.body})
        return
    with answer.body as file:
        while piece := file.read(_RESPONSE_PIECE_BYTES):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": b""})
