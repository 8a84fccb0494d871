"""Style, scripts and drawings: small files, kept in memory, whose address changes with their content."""

import hashlib
import mimetypes
import re
from functools import cache
from typing import NamedTuple

from flask import Flask, Response, current_app, request, url_for
from werkzeug.exceptions import NotFound

from trexscore import assets
from trexscore.web.offline.comments import without_comments

_FOREVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
_LENGTH = 12
_RELEASE = re.compile(f"[0-9a-f]{{{_LENGTH}}}")


class _File(NamedTuple):
    content: bytes
    mimetype: str
    fingerprint: str


def init_static_files(app: Flask) -> None:
    """Serve the folder `static`."""
    app.add_url_rule("/static/<path:filename>", endpoint="static", view_func=_serve)


def static_url(path: str) -> str:
    """The address of a static file. It changes with the files' content, so that it can be kept for a year.

    What changes is the folder: so scripts find those that they import under the same one.
    """
    return _url(_release() if current_app.debug else _kept_release(), path)


@cache
def _url(release: str, path: str) -> str:
    if not (assets.static() / path).exists():
        raise LookupError(path)  # a page that names a file that is not there would be without it
    return url_for("static", filename=f"{release}/{path}")


def _listed() -> tuple[str, ...]:
    folder = assets.static()
    return tuple(sorted(str(path.relative_to(folder).as_posix()) for path in folder.rglob("*") if path.is_file()))


@cache
def static_files() -> tuple[str, ...]:
    """Every static file, by its path."""
    return _listed()


def _release() -> str:
    """What tells these static files from those of another version."""
    files = sorted(path for path in assets.static().rglob("*") if path.is_file())
    return hashlib.sha256(b"".join(hashlib.sha256(path.read_bytes()).digest() for path in files)).hexdigest()[:_LENGTH]


_kept_release = cache(_release)


def _serve(filename: str) -> Response:
    release, _slash, path = filename.partition("/")
    named = _RELEASE.fullmatch(release)
    file = _found(path if named else filename)
    response = Response(file.content, mimetype=file.mimetype)
    response.set_etag(file.fingerprint)
    # A page that was open while the server was renewed asks for another release's files, and gets these.
    current = release == (_release() if current_app.debug else _kept_release())
    response.headers["Cache-Control"] = _FOREVER if current else _ASK_AGAIN
    response.make_conditional(request)
    return response


def _found(path: str) -> _File:
    """The file of that name. Only names of files are looked up, so that no spelling of a path is kept or read."""
    known = _listed() if current_app.debug else _known()
    if path not in known:
        raise NotFound
    return _read(path) if current_app.debug else _kept(path)


@cache
def _known() -> frozenset[str]:
    return frozenset(static_files())


def _read(path: str) -> _File:
    found = assets.static() / path
    content = found.read_bytes()
    if found.suffix in {".js", ".css"}:
        content = without_comments(content.decode(), found.suffix).encode()
    mimetype = mimetypes.guess_type(path)[0] or "application/octet-stream"
    return _File(content, mimetype, hashlib.sha256(content).hexdigest()[:_LENGTH])


_kept = cache(_read)
