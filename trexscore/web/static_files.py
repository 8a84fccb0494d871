"""Serves styles, scripts and images from memory, under URLs that change with the content."""

import hashlib
import mimetypes
import re
from functools import cache
from typing import NamedTuple

from flask import Flask, Response, request, url_for
from werkzeug.exceptions import NotFound

from trexscore import asset_folders

IMMUTABLE_CACHE_CONTROL = "public, max-age=31536000, immutable"
REVALIDATE_CACHE_CONTROL = "no-cache"
SHORT_DIGEST_LENGTH = 12
_RELEASE_DIGEST_PATTERN = re.compile(f"[0-9a-f]{{{SHORT_DIGEST_LENGTH}}}")
_COMMENT_PATTERN_BY_SUFFIX = {
    ".js": re.compile(r"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/[ \t]*)$", re.DOTALL | re.MULTILINE),
    ".css": re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*$", re.DOTALL | re.MULTILINE),
}


class _StaticFile(NamedTuple):
    content: bytes
    mimetype: str
    content_digest: str


def init_static_files(app: Flask) -> None:
    """Serve the folder `static_folder`."""
    app.add_url_rule("/static/<path:filename>", endpoint="static", view_func=_serve_static_file)
    if app.debug:
        app.before_request(_clear_file_caches)


def _clear_file_caches() -> None:
    """Read the files again: someone is working on them."""
    for cached in (static_url, static_file_paths, _release_digest, _read_file):
        cached.cache_clear()


@cache
def static_url(path: str) -> str:
    """The URL of a static file. It changes with the content, so that browsers can cache it for a year.

    Its folder changes, so that scripts find their imports in the same folder.
    """
    if not (asset_folders.static_folder() / path).exists():
        raise LookupError(path)  # a page must not link a missing file
    return url_for("static", filename=f"{_release_digest()}/{path}")


@cache
def static_file_paths() -> tuple[str, ...]:
    """The paths of all static files."""
    folder = asset_folders.static_folder()
    return tuple(sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()))


def static_file_text(path: str) -> str:
    """The text of a static file, as it is served."""
    return _read_file(path).content.decode()


@cache
def _release_digest() -> str:
    """The digest of all static files."""
    contents = ((asset_folders.static_folder() / path).read_bytes() for path in static_file_paths())
    return hashlib.sha256(b"".join(hashlib.sha256(content).digest() for content in contents)).hexdigest()[
        :SHORT_DIGEST_LENGTH
    ]


def _serve_static_file(filename: str) -> Response:
    release, _slash, path = filename.partition("/")
    has_release = _RELEASE_DIGEST_PATTERN.fullmatch(release)
    file = _read_file(path if has_release else filename)
    response = Response(file.content, mimetype=file.mimetype)
    response.set_etag(file.content_digest)
    # A page opened before an update asks for the files of the old release, and gets the new ones.
    is_current_release = release == _release_digest()
    response.headers["Cache-Control"] = IMMUTABLE_CACHE_CONTROL if is_current_release else REVALIDATE_CACHE_CONTROL
    response.make_conditional(request)
    return response


@cache
def _read_file(path: str) -> _StaticFile:
    """The file with this path. Only listed paths are read and cached, so other spellings of a path are not found."""
    if path not in static_file_paths():
        raise NotFound
    file = asset_folders.static_folder() / path
    file_bytes = file.read_bytes()
    if file.suffix in {".js", ".css"}:
        file_bytes = without_comments(file_bytes.decode(), file.suffix).encode()
    mimetype = mimetypes.guess_type(path)[0] or "application/octet-stream"
    return _StaticFile(file_bytes, mimetype, hashlib.sha256(file_bytes).hexdigest()[:SHORT_DIGEST_LENGTH])


def without_comments(text: str, file_suffix: str) -> str:
    """Remove comments that fill whole lines from a script or style sheet; other files are unchanged.

    Lines keep their numbers, so that browser messages match the source. No line of a template literal may begin like a
    comment (tests/web/test_comments.py).
    """
    pattern = _COMMENT_PATTERN_BY_SUFFIX.get(file_suffix)
    return text if pattern is None else pattern.sub(lambda comment: "\n" * comment[0].count("\n"), text)
