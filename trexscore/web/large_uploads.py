"""Pages that accept large files, from people who are signed in."""

from flask import Blueprint, Flask, current_app, request
from werkzeug.exceptions import HTTPException

from trexscore.web.accounts.session import current_account

MAX_CLUB_FILE_EXPANSION_FACTOR = 32
"""The most that a compressed club file may expand, five times the usual factor. A zip of games must not expand to more
than an uncompressed upload."""

_MAX_FORM_PARTS = 10_000
"""The most fields and files of one upload. Without script, a form sends all chosen files at once."""
_LARGE_UPLOAD_ENDPOINTS: set[str] = set()


def allow_large_uploads(blueprint: Blueprint, *endpoints: str) -> None:
    """Allow large files for these views. It applies before the CSRF check, which reads the body."""
    allowed_endpoints = {f"{blueprint.name}.{endpoint}" for endpoint in endpoints}
    _LARGE_UPLOAD_ENDPOINTS.update(allowed_endpoints)

    def allow(endpoint: str | None, _values: dict[str, object] | None) -> None:
        if endpoint in allowed_endpoints and current_account() is not None:
            request.max_content_length = max_import_bytes()
            request.max_form_parts = _MAX_FORM_PARTS

    blueprint.url_value_preprocessor(allow)


def accepts_large_upload(app: Flask, method: str, path: str) -> bool:
    """Whether a URL accepts large files. The server reads larger bodies only for these."""
    if method != "POST":
        return False
    try:
        endpoint, _values = app.url_map.bind("").match(path, method)
    except HTTPException:
        return False
    return endpoint in _LARGE_UPLOAD_ENDPOINTS


def may_send_large_file() -> bool:
    """Whether this request may send a large file."""
    return request.max_content_length == max_import_bytes()


def max_import_bytes() -> int:
    """The largest file that may be imported, in bytes: `MAX_IMPORT_BYTES`."""
    max_bytes: int = current_app.config["MAX_IMPORT_BYTES"]
    return max_bytes
