"""Calls the WSGI application with an ASGI request, and collects its whole response."""

import io
import sys
import tempfile
from collections.abc import Callable, Iterable
from typing import IO, TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote_to_bytes

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

Scope = dict[str, Any]
_MAX_RESPONSE_BYTES_IN_MEMORY = 1024 * 1024
"""Bytes of a response above which it is written to a temporary file."""


class WsgiResponse(NamedTuple):
    """A whole response. A long body is in a file, so that no thread waits for a slow reader."""

    status_code: int
    headers: list[tuple[bytes, bytes]]
    body: bytes | IO[bytes]


def environ_of(scope: Scope, body_file: IO[bytes] | None) -> "WSGIEnvironment":
    """The environment of a request (PEP 3333)."""
    host, port = scope["server"] or ("localhost", None)
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 80),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": scope["client"][0] if scope["client"] else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body_file or io.BytesIO(),
        "wsgi.input_terminated": True,  # the whole body is here, even if it was sent in chunks
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw, value in scope["headers"]:
        name = raw.decode("latin-1")
        if "_" in name:
            continue  # X_Forwarded_For would be read as X-Forwarded-For
        key = name.upper().replace("-", "_")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = f"HTTP_{key}"
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{text}" if key in environ else text
    return environ


def call_application(application: "WSGIApplication", environ: "WSGIEnvironment") -> WsgiResponse:
    """Run the application and collect its response."""
    started_responses: list[tuple[str, list[tuple[str, str]]]] = []

    def start_response(
        status: str, headers: list[tuple[str, str]], _fault: object = None, /
    ) -> Callable[[bytes], object]:
        started_responses.append((status, headers))
        return lambda _piece: None  # PEP 3333 requires it; Flask never calls it

    pieces = application(environ, start_response)
    try:
        body = _collect_body(pieces)
    finally:
        close = getattr(pieces, "close", None)
        if close is not None:
            close()
    status, headers = started_responses[-1]
    # The server adds the date itself.
    lower = [(name.lower(), value) for name, value in headers if name.lower() != "date"]
    encoded = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in lower]
    return WsgiResponse(int(status[:3]), encoded, body)


def _collect_body(pieces: Iterable[bytes]) -> bytes | IO[bytes]:
    if isinstance(pieces, (list, tuple)):
        return b"".join(pieces)
    file = tempfile.SpooledTemporaryFile(max_size=_MAX_RESPONSE_BYTES_IN_MEMORY)  # noqa: SIM115 - the caller closes it
    try:
        for piece in pieces:
            file.write(piece)
        length = file.tell()
        file.seek(0)
        if length > _MAX_RESPONSE_BYTES_IN_MEMORY:
            return file
    except BaseException:
        file.close()
        raise
    with file:
        return file.read()
