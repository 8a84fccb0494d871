"""What a request gets that cannot be served: a page for people, JSON for programs; a token in no log."""

import re
from collections.abc import Callable

from flask import Flask, Response, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import DBAPIError
from werkzeug.exceptions import HTTPException, NotFound

from trexscore.language.marking import N_
from trexscore.storage.journals import Gone
from trexscore.web.accounts import current_account
from trexscore.web.api.answers import PROBLEMS, problem
from trexscore.web.language import reader_language
from trexscore.web.limits import TooManyRequests
from trexscore.web.uploads import takes_files

_TOKEN = re.compile(r"(/g/|/games/|/account/links/|/join/|/screen/|/calendar/|/from/)[^/?\s]+")

_LINKS_OF_CLUBS = "/screen/", "/calendar/"

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
        N_("No game has this link, or its owner has renewed it. Games are never deleted by opening a link."),
        N_("Ask the table for its present link, or begin at the home page."),
    ),
    405: (
        N_("That cannot be done here."),
        N_("This address does something else. Nothing was written."),
        N_("Go back to the game and try again from there."),
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
NOT_FROM_HERE = (
    N_("This phone and the page do not know each other any more."),
    N_("The browser has lost the site’s cookie since the page was opened. Nothing was written."),
    N_("Go back and load the page again: what you entered is still there. Then save it once more."),
)


def init_errors(app: Flask) -> None:
    """Answer every failure."""
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(CSRFError, lambda _fault: answer(400, texts=NOT_FROM_HERE))
    app.register_error_handler(TooManyRequests, _too_many)
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
    return answer(429, {"Retry-After": str(fault.seconds)}, back=_way_back(fault.what))


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
    def handle(fault: DBAPIError) -> Response:
        _log(app, fault)
        return answer(503, {"Retry-After": "2"})

    return handle


def _unexpected(app: Flask) -> Callable[[Exception], Response]:
    def handle(fault: Exception) -> Response:
        if app.config["PROPAGATE_EXCEPTIONS"] or (app.testing and app.config["PROPAGATE_EXCEPTIONS"] is None):
            raise fault
        _log(app, fault)
        return answer(500)

    return handle


def _log(app: Flask, fault: Exception) -> None:
    """The failure with its traceback; of the address, all but the token."""
    app.logger.error("%s %s", request.method, _TOKEN.sub(r"\1…", request.path), exc_info=fault)
