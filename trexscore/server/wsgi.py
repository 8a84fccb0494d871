"""Calling the WSGI application: a request as its environment, and its whole answer."""

import io
import sys
import tempfile
from collections.abc import Callable, Iterable
from typing import IO, TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote_to_bytes

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

Scope = dict[str, Any]
_IN_MEMORY = 1024 * 1024
"""Bytes of an answer before it goes to a temporary file."""


class Answer(NamedTuple):
    """An answer as a whole. A long one lies in a file, so that no thread waits for a slow reader."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes | IO[bytes]


def environ_of(scope: Scope, body: IO[bytes] | None) -> dict[str, Any]:
    """The environment of a request, as PEP 3333 has it."""
    host, port = scope["server"] or ("localhost", None)
    environ: dict[str, Any] = {
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
        "wsgi.input": body or io.BytesIO(),
        "wsgi.input_terminated": True,  # the body is there as a whole, also one that was sent in chunks
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for raw, value in scope["headers"]:
        name = raw.decode("latin-1")
        if "_" in name:
            continue  # X_Forwarded_For would pass for X-Forwarded-For
        key = name.upper().replace("-", "_")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = f"HTTP_{key}"
        text = value.decode("latin-1")
        environ[key] = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{text}" if key in environ else text
    return environ


def call(application: "WSGIApplication", environ: dict[str, Any]) -> Answer:
    """The application's answer, all of it."""
    begun: list[tuple[str, list[tuple[str, str]]]] = []

    def start_response(
        status: str, headers: list[tuple[str, str]], _fault: object = None, /
    ) -> Callable[[bytes], object]:
        begun.append((status, headers))
        return _written_by_nobody

    pieces = application(environ, start_response)
    try:
        body = _whole(pieces)
    finally:
        close = getattr(pieces, "close", None)
        if close is not None:
            close()
    status, headers = begun[-1]
    # The server says the date itself, and once is enough.
    said = [(name.lower(), value) for name, value in headers if name.lower() != "date"]
    encoded = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in said]
    return Answer(int(status[:3]), encoded, body)


def _whole(pieces: Iterable[bytes]) -> bytes | IO[bytes]:
    if isinstance(pieces, (list, tuple)):
        return b"".join(pieces)
    file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - whoever gets it closes it
    try:
        for piece in pieces:
            file.write(piece)
        length = file.tell()
        file.seek(0)
        if length > _IN_MEMORY:
            return file
    except BaseException:
        file.close()
        raise
    with file:
        return file.read()


def _written_by_nobody(_piece: bytes) -> None:
    """PEP 3333 asks for it; Flask never calls it."""
