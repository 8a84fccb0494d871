"""Error responses: a page for people, JSON for programs. Tokens are never logged."""

import re
import time
from collections.abc import Callable

from flask import Flask, Response, request, url_for
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, NotFound

from trexscore.commands.jobs import TooManyJobs
from trexscore.db.failures import DatabaseDriverError, DatabaseFailureKind, classify_failure
from trexscore.db.journals import JournalGone
from trexscore.i18n.marking import N_
from trexscore.i18n.texts.error_pages import ERROR_TEXTS, ErrorTexts
from trexscore.web.accounts.session import current_account
from trexscore.web.api.responses import CODE_AND_MESSAGE_BY_STATUS, problem_response
from trexscore.web.disk_space import DiskSpaceReserved
from trexscore.web.error_pages import BackLink, error_page
from trexscore.web.health import remember_database_damage
from trexscore.web.large_uploads import may_send_large_file
from trexscore.web.limits import TooManyRequests
from trexscore.web.urls import is_api_request

_URL_VARIABLE_PATTERN = re.compile(r"<(?:[^<>]*:)?(\w+)>")
"""A variable in a URL rule."""

SERVER_REFUSAL_STATUS_KEY = "trexscore.refusal"
"""Key in the WSGI environment: the error status of a request that the server refuses."""

_LOG_INTERVAL_SECONDS = 60
_TEXTS_BY_LIMIT_NAME = {
    **dict.fromkeys(("sign_in", "account", "guess"), ERROR_TEXTS.too_many_sign_in_attempts),
    "sent": ERROR_TEXTS.too_much_sent,
}
LOG_TEXTS_AND_CODE_BY_FAILURE_KIND: dict[DatabaseFailureKind, tuple[str, str, str]] = {
    "full": ("The disk is full, nothing can be saved", "make room; docs/hosting.md", "disk_full"),
    "read_only": ("The database can only be read", "see the rights of the data folder", "database_read_only"),
    "damaged": ("The database is damaged", "restore a backup; docs/backup.md", "database_damaged"),
}
"""The failure and what to do, both for the log, and the code for programs."""
_STATUSES_WITH_BACK_LINK = (403, 405)
"""The reader may see the game or club, and gets a link back to it."""
_CLUB_LINK_PATH_PREFIXES = "/live-board/", "/calendar/", "/table/"


def init_errors(app: Flask) -> None:
    """Register the handlers of all failures, and of requests that the server refuses before any view."""
    app.before_request(_server_refusal_response)
    app.register_error_handler(HTTPException, _http_error_response)
    app.register_error_handler(CSRFError, lambda _fault: error_response(400, texts=ERROR_TEXTS.invalid_csrf_token))
    app.register_error_handler(TooManyRequests, _too_many_requests_response)
    app.register_error_handler(TooManyJobs, _too_many_jobs_response)
    app.register_error_handler(
        DiskSpaceReserved, lambda _fault: _unavailable_response("full", ERROR_TEXTS.disk_nearly_full)
    )
    app.register_error_handler(JournalGone, lambda _fault: _http_error_response(NotFound()))
    app.register_error_handler(DatabaseDriverError, _make_database_error_handler(app))
    app.register_error_handler(Exception, _make_unexpected_error_handler(app))


def error_response(
    status: int,
    headers: dict[str, str] | None = None,
    texts: ErrorTexts | None = None,
    back_link: BackLink | None = None,
) -> Response:
    """The error response with this status, as a page or as JSON."""
    if is_api_request():
        return problem_response(status, headers)
    return error_page(status, headers, texts, back_link)


def _too_many_requests_response(error: TooManyRequests) -> Response:
    headers, texts = {"Retry-After": str(error.retry_after_seconds)}, _TEXTS_BY_LIMIT_NAME.get(error.limit_name)
    return error_response(429, headers, texts, back_link=_link_after_limit(error.limit_name))


def _too_many_jobs_response(error: TooManyJobs) -> Response:
    texts, seconds = (ERROR_TEXTS.job_queue_full, "120") if error.is_server_full else (ERROR_TEXTS.too_many_jobs, "30")
    return error_response(429, {"Retry-After": seconds}, texts, back_link=_link_after_limit("search"))


def _link_after_limit(limit_name: str) -> BackLink | None:
    """A link back to the page where the limit was reached; None for guessed links."""
    if limit_name not in ("search", "write"):
        return None
    if request.blueprint == "paper":
        return request.path, N_("Back to the score sheet")
    return _link_to_game_or_club()


def _link_to_game_or_club() -> BackLink | None:
    """A link to the game or club whose address was requested."""
    match request.path.split("/"):
        case ["", "g", token, _page, *_]:
            return url_for("table.show", token=token), N_("Back to the table")
        case ["", "c", club_uid, _page, *_]:
            return url_for("club.show", club_uid=club_uid), N_("Back to the club")
    return None


def _server_refusal_response() -> Response | None:
    status = request.environ.get(SERVER_REFUSAL_STATUS_KEY)
    headers = {"Retry-After": "5"} if status in ERROR_TEXTS.busy_by_status else None
    return None if status is None else error_response(status, headers, ERROR_TEXTS.busy_by_status.get(status))


def _http_error_response(error: HTTPException) -> Response | HTTPException:
    if error.code is None or error.code < 400:  # noqa: PLR2004 - a redirection is not a failure
        return error
    allow = dict(error.get_headers()).get("Allow")
    status = error.code if error.code in CODE_AND_MESSAGE_BY_STATUS else 400
    back_link = _link_to_game_or_club() if status in _STATUSES_WITH_BACK_LINK else None
    if request.path.startswith("/c/") and status in ERROR_TEXTS.club_by_status:
        return _club_error_response(status, back_link)
    texts = ERROR_TEXTS.file_too_large if error.code == 413 and may_send_large_file() else None  # noqa: PLR2004 - as above
    if request.path.startswith(_CLUB_LINK_PATH_PREFIXES):
        texts = ERROR_TEXTS.club_by_status.get(status)
    return error_response(status, {"Allow": allow} if allow else None, texts, back_link)


def _club_error_response(status: int, back_link: BackLink | None) -> Response:
    """The same text for every address if signed out, so that it does not reveal which clubs exist."""
    if current_account() is not None:
        return error_response(status, texts=ERROR_TEXTS.club_by_status[status], back_link=back_link)
    next_url = request.path if request.method == "GET" else f"/c/{(request.view_args or {}).get('club_uid', '')}"
    return error_response(
        status,
        texts=ERROR_TEXTS.club_signed_out,
        back_link=(url_for("sign_in.show", next=next_url), N_("Sign in")),
    )


def _make_database_error_handler(app: Flask) -> Callable[[DatabaseDriverError], Response]:
    logged_at: dict[DatabaseFailureKind, float] = {}

    def handle(error: DatabaseDriverError) -> Response:
        failure = classify_failure(error)
        if failure == "away":
            _log_failure(app, error)
            return error_response(503, {"Retry-After": "2"})
        if failure == "damaged":
            remember_database_damage()
        now = time.monotonic()
        if (
            now - logged_at.get(failure, -_LOG_INTERVAL_SECONDS) >= _LOG_INTERVAL_SECONDS
        ):  # a line per request would fill the disk
            logged_at[failure] = now
            app.logger.error(
                "%s: %s (%s)",
                LOG_TEXTS_AND_CODE_BY_FAILURE_KIND[failure][0],
                error.orig,
                LOG_TEXTS_AND_CODE_BY_FAILURE_KIND[failure][1],
            )
        return _unavailable_response(failure)

    return handle


def _unavailable_response(failure_kind: DatabaseFailureKind, texts: ErrorTexts | None = None) -> Response:
    """503 for a failure that only the server admin can fix."""
    headers, texts = {"Retry-After": "60"}, texts or ERROR_TEXTS.failures[failure_kind]
    if is_api_request():
        return problem_response(503, headers, (LOG_TEXTS_AND_CODE_BY_FAILURE_KIND[failure_kind][2], texts[0]))
    return error_response(503, headers, texts)


def _make_unexpected_error_handler(app: Flask) -> Callable[[Exception], Response]:
    def handle(error: Exception) -> Response:
        if app.config["PROPAGATE_EXCEPTIONS"] or (app.testing and app.config["PROPAGATE_EXCEPTIONS"] is None):
            raise error
        _log_failure(app, error)
        return error_response(500)

    return handle


def _log_failure(app: Flask, error: Exception) -> None:
    """Log the failure with its traceback, and the URL without tokens."""
    app.logger.error("%s %s", request.method, _url_without_tokens(), exc_info=error)


def _url_without_tokens() -> str:
    """The URL rule with its numbers filled in. Texts are left out because they may be tokens."""
    if request.url_rule is None:
        return "an address that nothing serves"
    number_by_variable = {name: value for name, value in (request.view_args or {}).items() if isinstance(value, int)}
    return _URL_VARIABLE_PATTERN.sub(
        lambda part: str(number_by_variable.get(part[1], f"<{part[1]}>")), request.url_rule.rule
    )
