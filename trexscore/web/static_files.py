"""Style, scripts and drawings: small files, kept in memory, whose address changes with their content."""

import hashlib
import mimetypes
from functools import cache
from pathlib import Path
from typing import NamedTuple

from flask import Flask, Response, current_app, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.security import safe_join

from trexscore import assets

_FOREVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
_FINGERPRINT = 12


class _File(NamedTuple):
    content: bytes
    mimetype: str
    fingerprint: str


def init_static_files(app: Flask) -> None:
    """Serve the folder `static`."""
    app.add_url_rule("/static/<path:filename>", endpoint="static", view_func=_serve)


def static_url(path: str) -> str:
    """The address of a static file. It changes with the file's content, so that it can be kept for a year."""
    return _fresh_url(path) if current_app.debug else _url(path)


def _fresh_url(path: str) -> str:
    return url_for("static", filename=path, v=_read(path).fingerprint)


_url = cache(_fresh_url)


def _serve(filename: str) -> Response:
    file = _read(filename) if current_app.debug else _kept(filename)
    response = Response(file.content, mimetype=file.mimetype)
    response.set_etag(file.fingerprint)
    # A script that another one imports is asked for without its fingerprint.
    response.headers["Cache-Control"] = _FOREVER if request.args.get("v") == file.fingerprint else _ASK_AGAIN
    response.make_conditional(request)
    return response


def _read(path: str) -> _File:
    place = safe_join(str(assets.static()), path)
    if place is None or not Path(place).is_file():
        raise NotFound
    content = Path(place).read_bytes()
    mimetype = mimetypes.guess_type(path)[0] or "application/octet-stream"
    return _File(content, mimetype, hashlib.sha256(content).hexdigest()[:_FINGERPRINT])


_kept = cache(_read)
