"""Health checks for monitoring: whether the server is alive, and whether it is ready."""

import time
from dataclasses import dataclass

from flask import Blueprint, Flask, Response, current_app

from trexscore.db.failures import (
    AnyDatabaseError,
    DatabaseDriverError,
    DatabaseFailureKind,
    check_database_writable,
    classify_failure,
    free_disk_bytes,
)
from trexscore.db.raw_sql import read_first_row
from trexscore.web.disk_space import format_megabytes, is_disk_nearly_full, is_disk_space_low

health = Blueprint("health", __name__)
_EXTENSION = "trexscore_readiness"
_CACHE_SECONDS = 1.0
"""How long a result is reused, so that frequent checks do not reach the database."""
_REASON_BY_FAILURE_KIND: dict[DatabaseFailureKind, str] = {
    "full": "the disk is full",
    "read_only": "the database can only be read",
    "damaged": "the database is damaged",
    "away": "the database does not answer, or another program holds it",
}


@dataclass
class _ReadinessCache:
    """The last result. Damage is remembered until a restart."""

    is_database_damaged: bool = False
    checked_at: float = -_CACHE_SECONDS
    text_and_status: tuple[str, int] = "", 503


def init_health(app: Flask) -> None:
    app.extensions[_EXTENSION] = _ReadinessCache()
    app.register_blueprint(health)


def remember_database_damage() -> None:
    """Report the database as damaged from now on, even if other parts of it work."""
    current_app.extensions[_EXTENSION].is_database_damaged = True


@health.get("/healthz")
def check_alive() -> Response:
    """200 `ok` when the database answers, else 503."""
    try:
        read_first_row("SELECT count(*) FROM game WHERE id = 0")
    except AnyDatabaseError as fault:
        name = type(fault).__name__
        return _text_response(f"the database does not answer: {name}\n", 503)
    return _text_response("ok", 200)


@health.get("/readyz")
def check_ready() -> Response:
    """200 when the database answers, can be written to, and has room; else 503 and why."""
    readiness: _ReadinessCache = current_app.extensions[_EXTENSION]
    now = time.monotonic()
    if now - readiness.checked_at >= _CACHE_SECONDS:
        readiness.text_and_status = _readiness_text_and_status(is_database_damaged=readiness.is_database_damaged)
        readiness.checked_at = now
    return _text_response(*readiness.text_and_status)


def _readiness_text_and_status(*, is_database_damaged: bool) -> tuple[str, int]:
    failure = "damaged" if is_database_damaged else _find_failure()
    if failure is not None:
        return f"not ready: {_REASON_BY_FAILURE_KIND[failure]}\n", 503
    if is_disk_space_low(current_app):
        return f"ready\nwarning: {format_megabytes(free_disk_bytes())} are left on the disk\n", 200
    return "ready\n", 200


def _find_failure() -> DatabaseFailureKind | None:
    try:
        check_database_writable()
    except DatabaseDriverError as fault:
        return classify_failure(fault)
    return "full" if is_disk_nearly_full(current_app) else None


def _text_response(text: str, status: int) -> Response:
    return Response(text, status, content_type="text/plain; charset=utf-8")
