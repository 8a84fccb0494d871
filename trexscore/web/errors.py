"""What a request gets that cannot be served: a page for people, JSON for programs; a token in no log."""

import re
import time
from collections.abc import Callable

from flask import Flask, Response, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import DBAPIError
from werkzeug.exceptions import HTTPException, NotFound

from trexscore.commands.jobs import TooManyJobs
from trexscore.db.failures import Failure, failure_of
from trexscore.db.journals import Gone
from trexscore.i18n.marking import N_
from trexscore.web.accounts.session import current_account
from trexscore.web.api.answers import PROBLEMS, problem
from trexscore.web.disk_space import NoRoom
from trexscore.web.error_texts import (
    BUSY,
    FAILURE_TEXTS,
    FILE_TOO_LONG,
    JOBS_FULL,
    NO_ROOM,
    NOT_FROM_HERE,
    OF_CLUBS,
    SENT_ENOUGH,
    SIGNED_OUT,
    TEXTS,
    TOO_MANY_GUESSES,
    TOO_MANY_JOBS,
)
from trexscore.web.health import remember_damage
from trexscore.web.language import reader_language
from trexscore.web.limits import TooManyRequests
from trexscore.web.uploads import takes_files

_PART = re.compile(r"<(?:[^<>]*:)?(\w+)>")
"""A part of a rule that an address fills in."""

REFUSAL = "trexscore.refusal"
"""In a request's environment: the status that answers it. The server says so of what it does not let through."""

_SAY_AGAIN = 60
"""Seconds."""
_GUESSES = "sign_in", "account", "guess"
FAILURES: dict[Failure, tuple[str, str, str]] = {
    "full": ("The disk is full, nothing can be saved", "make room; docs/hosting.md", "disk_full"),
    "read_only": ("The database can only be read", "see the rights of the data folder", "database_read_only"),
    "damaged": ("The database is damaged", "restore a backup; docs/backup.md", "database_damaged"),
}
"""For the log: what it is, and what to do. For programs: the code."""
_LINKS_OF_CLUBS = "/screen/", "/calendar/", "/table/"


def init_errors(app: Flask) -> None:
    """Answer every failure, and what the server refuses before any view is asked."""
    app.before_request(_refused_by_server)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(CSRFError, lambda _fault: answer(400, texts=NOT_FROM_HERE))
    app.register_error_handler(TooManyRequests, _too_many)
    app.register_error_handler(TooManyJobs, _too_many_jobs)
    app.register_error_handler(NoRoom, lambda _fault: _of_failure("full", NO_ROOM))
    app.register_error_handler(Gone, lambda _fault: _http(NotFound()))
    app.register_error_handler(DBAPIError, _database(app))
    app.register_error_handler(Exception, _unexpected(app))


def answer(
    status: int,
    headers: dict[str, str] | None = None,
    texts: tuple[str, str, str] | None = None,
    back: tuple[str, str] | None = None,
) -> Response:
    """A failure with this status, as the asker can read it; with an address to go back to, and what it is called."""
    if request.path.startswith("/api/"):
        return problem(status, headers)
    title, message, what_next = map(reader_language().gettext, texts or TEXTS[status])
    page = render_template(
        "errors/error.html", status=status, title=title, message=message, what_next=what_next, back=back
    )
    return Response(page, status, headers)


def _too_many(fault: TooManyRequests) -> Response:
    texts = TOO_MANY_GUESSES if fault.what in _GUESSES else SENT_ENOUGH if fault.what == "sent" else None
    return answer(429, {"Retry-After": str(fault.seconds)}, texts, back=_way_back(fault.what))


def _too_many_jobs(fault: TooManyJobs) -> Response:
    texts, seconds = (JOBS_FULL, "120") if fault.is_full else (TOO_MANY_JOBS, "30")
    return answer(429, {"Retry-After": seconds}, texts, back=_way_back("search"))


def _way_back(what: str) -> tuple[str, str] | None:
    """The sheet or table where somebody did too much of what they may. Guessed links lead nowhere."""
    if what not in ("search", "write"):
        return None
    if request.blueprint == "paper":
        return request.path, N_("Back to the score sheet")
    named = request.view_args or {}
    if "uid" in named:
        return url_for("club.show", uid=named["uid"]), N_("Back to the club")
    return (
        (url_for("table.show", token=named["token"]), N_("Back to the table"))
        if request.path.startswith("/g/")
        else None
    )


def _refused_by_server() -> Response | None:
    status = request.environ.get(REFUSAL)
    headers = {"Retry-After": "5"} if status in BUSY else None
    return None if status is None else answer(status, headers, BUSY.get(status))


def _http(fault: HTTPException) -> Response | HTTPException:
    if fault.code is None or fault.code < 400:  # noqa: PLR2004 - a redirection is no failure
        return fault
    allow = dict(fault.get_headers()).get("Allow")
    status = fault.code if fault.code in PROBLEMS else 400
    if request.path.startswith("/c/") and status in OF_CLUBS:
        return _of_club(status)
    texts = FILE_TOO_LONG if fault.code == 413 and takes_files() else None  # noqa: PLR2004 - as above
    if request.path.startswith(_LINKS_OF_CLUBS):
        texts = OF_CLUBS.get(status)
    return answer(status, {"Allow": allow} if allow else None, texts)


def _of_club(status: int) -> Response:
    """What is said to a stranger hangs on the address not at all: nobody learns from it which clubs there are."""
    if current_account() is not None:
        return answer(status, texts=OF_CLUBS[status])
    wanted = request.path if request.method == "GET" else f"/c/{(request.view_args or {}).get('uid', '')}"
    return answer(status, texts=SIGNED_OUT, back=(url_for("sign_in.show", next=wanted), N_("Sign in")))


def _database(app: Flask) -> Callable[[DBAPIError], Response]:
    said_at: dict[Failure, float] = {}

    def handle(fault: DBAPIError) -> Response:
        failure = failure_of(fault)
        if failure == "away":
            _log(app, fault)
            return answer(503, {"Retry-After": "2"})
        if failure == "damaged":
            remember_damage()
        now = time.monotonic()
        if now - said_at.get(failure, -_SAY_AGAIN) >= _SAY_AGAIN:  # each request would fill what is left of the disk
            said_at[failure] = now
            app.logger.error("%s: %s (%s)", FAILURES[failure][0], fault.orig, FAILURES[failure][1])
        return _of_failure(failure)

    return handle


def _of_failure(failure: Failure, texts: tuple[str, str, str] | None = None) -> Response:
    """Waiting a moment does not help: somebody has to be told."""
    headers, texts = {"Retry-After": "60"}, texts or FAILURE_TEXTS[failure]
    if request.path.startswith("/api/"):
        return problem(503, headers, (FAILURES[failure][2], texts[0]))
    return answer(503, headers, texts)


def _unexpected(app: Flask) -> Callable[[Exception], Response]:
    def handle(fault: Exception) -> Response:
        if app.config["PROPAGATE_EXCEPTIONS"] or (app.testing and app.config["PROPAGATE_EXCEPTIONS"] is None):
            raise fault
        _log(app, fault)
        return answer(500)

    return handle


def _log(app: Flask, fault: Exception) -> None:
    """The failure with its traceback; of the address, its pattern, which holds none of the keys in it."""
    app.logger.error("%s %s", request.method, _without_keys(), exc_info=fault)


def _without_keys() -> str:
    """The address as its rule has it: numbers are filled in, and every text, which may be a key, is left out."""
    if request.url_rule is None:
        return "an address that nothing serves"
    values = {name: value for name, value in (request.view_args or {}).items() if isinstance(value, int)}
    return _PART.sub(lambda part: str(values.get(part[1], f"<{part[1]}>")), request.url_rule.rule)
