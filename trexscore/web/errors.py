"""What a request gets that cannot be served: a page for people, JSON for programs; a token in no log."""

import re
import time
from collections.abc import Callable

from flask import Flask, Response, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import DBAPIError
from werkzeug.exceptions import HTTPException, NotFound

from trexscore.actions.jobs import TooManyJobs
from trexscore.language.marking import N_
from trexscore.storage.failures import Failure, failure_of
from trexscore.storage.journals import Gone
from trexscore.web.accounts import current_account
from trexscore.web.api.answers import PROBLEMS, problem
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
_LINKS_OF_CLUBS = "/screen/", "/calendar/", "/table/"

TEXTS = {
    400: (
        N_("That could not be read."),
        N_("The page and the server did not understand each other. Nothing was written."),
        N_("Go back, load the page again and send it once more."),
    ),
    403: (
        N_("This link may not do that."),
        N_(
            "It shows everything. Entering is for the writing link, some things for the owner’s or the referee’s alone."
        ),
        N_("Ask whoever keeps the score for the writing link."),
    ),
    404: (
        N_("There is nothing here."),
        N_("The link is wrong or was replaced, or the game was deleted."),
        N_("Ask the table for its current link, or start at the home page."),
    ),
    405: (
        N_("That cannot be done here."),
        N_("This address does something else. Nothing was written."),
        N_("Go back to the game and try again from there."),
    ),
    408: (
        N_("The connection is too slow."),
        N_("The request did not arrive in time. Nothing was saved."),
        N_("Check your connection, then send it again."),
    ),
    413: (
        N_("That is too long."),
        N_("More than 256 KB was sent, which no game needs. Nothing was written."),
        N_("Go back and send less."),
    ),
    429: (
        N_("A little slower, please."),
        N_("So much was sent from here in the last minute that the server took a breath. Nothing was lost."),
        N_("Wait a minute and send it again."),
    ),
    500: (
        N_("Something went wrong here."),
        N_("What had been saved before is safe; what was just sent was not written."),
        N_("Go back and send it once more."),
    ),
    503: (
        N_("The score book does not open just now."),
        N_("What had been saved before is safe; what was just sent was not written."),
        N_("Wait a moment and send it again."),
    ),
}

BUSY = {
    429: (
        N_("Too much at once."),
        N_("This address is sending many things at the same time. Nothing was saved."),
        N_("Wait a few seconds, then send it again."),
    ),
    503: (
        N_("The server is busy."),
        N_("This took too long, so it was stopped. Anything saved before is safe."),
        N_("Wait a few seconds, then try again."),
    ),
}
"""Said where the server itself has too much to do; what went wrong with the database is another 503."""

FAILURE_TEXTS: dict[Failure, tuple[str, str, str]] = {
    "full": (
        N_("The server’s disk is full."),
        N_("What was saved before is safe and can be read. What was just sent was not saved."),
        N_("Tell the person who runs this server. Send it again once there is room."),
    ),
    "read_only": (
        N_("Nothing can be saved just now."),
        N_("The server can only read. What was saved before is safe; what was just sent was not saved."),
        N_("Tell the person who runs this server, and send it again later."),
    ),
    "damaged": (
        N_("The server’s database is damaged."),
        N_("Part of what was saved cannot be read. What was just sent was not saved."),
        N_("Tell the person who runs this server: a backup has to be restored."),
    ),
}
FAILURES: dict[Failure, tuple[str, str, str]] = {
    "full": ("The disk is full, nothing can be saved", "make room; docs/operating.md", "disk_full"),
    "read_only": ("The database can only be read", "see the rights of the data folder", "database_read_only"),
    "damaged": ("The database is damaged", "restore a backup; docs/operating.md", "database_damaged"),
}
"""For the log: what it is, and what to do. For programs: the code."""

OF_CLUBS = {
    403: (
        N_("Your role in the club does not go that far."),
        N_("What you may see and do is on the club’s own pages. Nothing was written."),
        N_("Ask whoever leads the club."),
    ),
    404: (
        N_("There is nothing to see here."),
        N_("No club has this address, or it shows this to its members alone."),
        N_("Ask the club for its present address, or for an invitation."),
    ),
}
SIGNED_OUT = (
    *OF_CLUBS[404][:2],
    N_("If you belong to the club, sign in. If you have just sent something, you were signed out: it was not written."),
)
FILE_TOO_LONG = (
    N_("This file is too long."),
    N_("More was sent than is taken in at once. Nothing was written."),
    N_("Ask whoever runs this server: they can let longer files through, or take it in by a command."),
)
TOO_MANY_JOBS = (
    N_("You have started several things already."),
    N_("They are done one after the other. Nothing was written this time."),
    N_("Wait until one of them is done, then send it again."),
)
JOBS_FULL = (
    N_("The server is busy."),
    N_("Many people are waiting for long work. Nothing was written."),
    N_("Wait a few minutes and send it again."),
)
_GUESSES = "sign_in", "account", "guess"
TOO_MANY_GUESSES = (
    N_("Too many attempts to sign in"),
    N_("Many passwords were tried for this account or from this network. Your account is unchanged."),
    N_("Wait a while and try again, or sign in on a browser that has signed in before."),
)
NOT_FROM_HERE = (
    N_("This phone and the page do not know each other any more."),
    N_("The browser has lost the site’s cookie since the page was opened. Nothing was written."),
    N_("Go back and load the page again: what you entered is still there. Then save it once more."),
)


def init_errors(app: Flask) -> None:
    """Answer every failure, and what the server refuses before any view is asked."""
    app.before_request(_refused_by_server)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(CSRFError, lambda _fault: answer(400, texts=NOT_FROM_HERE))
    app.register_error_handler(TooManyRequests, _too_many)
    app.register_error_handler(TooManyJobs, _too_many_jobs)
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
    texts = TOO_MANY_GUESSES if fault.what in _GUESSES else None
    return answer(429, {"Retry-After": str(fault.seconds)}, texts, back=_way_back(fault.what))


def _too_many_jobs(fault: TooManyJobs) -> Response:
    texts, seconds = (JOBS_FULL, "120") if fault.is_full else (TOO_MANY_JOBS, "30")
    return answer(429, {"Retry-After": seconds}, texts, back=_way_back("search"))


def _way_back(what: str) -> tuple[str, str] | None:
    """The sheet or table where somebody did too much of what they may. Guessed links lead nowhere."""
    if what not in ("search", "write"):
        return None
    if request.blueprint == "paper":
        return request.path, N_("Back to the sheet")
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


def _of_failure(failure: Failure) -> Response:
    """Waiting a moment does not help: somebody has to be told."""
    headers, texts = {"Retry-After": "60"}, FAILURE_TEXTS[failure]
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
