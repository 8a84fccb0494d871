"""Pages that take longer files than any other: who is not signed in is let through with no more than elsewhere."""

from typing import Any

from flask import Blueprint, Flask, current_app, request
from werkzeug.exceptions import HTTPException

from trexscore.web.accounts.session import current_account

UNPACKED = 32
"""How many times its length a club's file may unfold to: what is meant is a fifth of that. A zip of games unfolds to no
more than may be sent as it is."""

_TAKING: set[str] = set()
"""Endpoints of all pages that take files."""


def allow_large_uploads(pages: Blueprint, *endpoints: str) -> None:
    """Let these views take files. Said before anything of the body is read, which the look for forged forms does."""
    taking = {f"{pages.name}.{endpoint}" for endpoint in endpoints}
    _TAKING.update(taking)

    def allow(endpoint: str | None, _values: dict[str, Any] | None) -> None:
        if endpoint in taking and current_account() is not None:
            request.max_content_length = longest_file()

    pages.url_value_preprocessor(allow)


def may_take_files(app: Flask, method: str, path: str) -> bool:
    """Whether files are taken at an address. The server reads no more than that of a body."""
    if method != "POST":
        return False
    try:
        endpoint, _values = app.url_map.bind("").match(path, method)
    except HTTPException:
        return False
    return endpoint in _TAKING


def takes_files() -> bool:
    """Whether this request may bring a file."""
    return request.max_content_length == longest_file()


def longest_file() -> int:
    """Bytes."""
    most: int = current_app.config["MAX_IMPORT_BYTES"]
    return most
