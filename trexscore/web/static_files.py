"""Serves styles, scripts and images from memory, under URLs that change with the content."""

import hashlib
import mimetypes
import re
from functools import cache
from typing import NamedTuple

from flask import Flask, Response, current_app, request, url_for
from werkzeug.exceptions import NotFound

from trexscore import assets

IMMUTABLE_CACHE_CONTROL = "public, max-age=31536000, immutable"
REVALIDATE_CACHE_CONTROL = "no-cache"
DIGEST_LENGTH = 12
_RELEASE_PATTERN = re.compile(f"[0-9a-f]{{{DIGEST_LENGTH}}}")
_COMMENT_PATTERN_BY_SUFFIX = {
    ".js": re.compile(r"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/[ \t]*)$", re.DOTALL | re.MULTILINE),
    ".css": re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*$", re.DOTALL | re.MULTILINE),
}


class _StaticFile(NamedTuple):
    content: bytes
    mimetype: str
    fingerprint: str


def init_static_files(app: Flask) -> None:
    """Serve the folder `static_folder`."""
    app.add_url_rule("/static/<path:filename>", endpoint="static", view_func=_serve_static_file)


def static_url(path: str) -> str:
    """The URL of a static file. It changes with the content, so that browsers can cache it for a year.

    Its folder changes, so that scripts find their imports in the same folder.
    """
    return _release_url(_release_digest() if current_app.debug else _cached_release(), path)


@cache
def _release_url(release: str, path: str) -> str:
    if not (assets.static_folder() / path).exists():
        raise LookupError(path)  # a page must not link a missing file
    return url_for("static", filename=f"{release}/{path}")


def _list_paths() -> tuple[str, ...]:
    folder = assets.static_folder()
    return tuple(sorted(str(path.relative_to(folder).as_posix()) for path in folder.rglob("*") if path.is_file()))


@cache
def static_files() -> tuple[str, ...]:
    """The paths of all static files."""
    return _list_paths()


def _release_digest() -> str:
    """The digest of all static files."""
    files = sorted(path for path in assets.static_folder().rglob("*") if path.is_file())
    return hashlib.sha256(b"".join(hashlib.sha256(path.read_bytes()).digest() for path in files)).hexdigest()[
        :DIGEST_LENGTH
    ]


_cached_release = cache(_release_digest)


def _serve_static_file(filename: str) -> Response:
    release, _slash, path = filename.partition("/")
    has_release = _RELEASE_PATTERN.fullmatch(release)
    file = _require_file(path if has_release else filename)
    response = Response(file.content, mimetype=file.mimetype)
    response.set_etag(file.fingerprint)
    # A page opened before an update asks for the files of the old release, and gets the new ones.
    current = release == (_release_digest() if current_app.debug else _cached_release())
    response.headers["Cache-Control"] = IMMUTABLE_CACHE_CONTROL if current else REVALIDATE_CACHE_CONTROL
    response.make_conditional(request)
    return response


def _require_file(path: str) -> _StaticFile:
    """The file with this path. Only listed paths are read and cached, so other spellings of a path are not found."""
    known = _list_paths() if current_app.debug else _known_paths()
    if path not in known:
        raise NotFound
    return _read_file(path) if current_app.debug else _cached_file(path)


@cache
def _known_paths() -> frozenset[str]:
    return frozenset(static_files())


def _read_file(path: str) -> _StaticFile:
    file = assets.static_folder() / path
    content = file.read_bytes()
    if file.suffix in {".js", ".css"}:
        content = without_comments(content.decode(), file.suffix).encode()
    mimetype = mimetypes.guess_type(path)[0] or "application/octet-stream"
    return _StaticFile(content, mimetype, hashlib.sha256(content).hexdigest()[:DIGEST_LENGTH])


_cached_file = cache(_read_file)


def without_comments(text: str, suffix: str) -> str:
    """Remove comments that fill whole lines from a script or style sheet; other files are unchanged.

    `suffix` is the file name's suffix. Lines keep their numbers, so that browser messages match the source. No line of
    a template literal may begin like a comment (tests/web/test_comments.py).
    """
    pattern = _COMMENT_PATTERN_BY_SUFFIX.get(suffix)
    return text if pattern is None else pattern.sub(lambda comment: "\n" * comment[0].count("\n"), text)
