"""Error pages and their texts: title, message, and what to do next."""

from flask import Response, render_template

from trexscore.db.failures import FailureKind
from trexscore.i18n.marking import N_
from trexscore.web.language import reader_language

ERROR_TEXTS_BY_STATUS = {
    400: (
        N_("The request could not be read."),
        N_("The page may be out of date. Nothing was saved."),
        N_("Go back, reload the page and send it again."),
    ),
    403: (
        N_("This link does not allow that."),
        N_(
            "You can view everything. To save points you need a scorer link; some actions need the "
            "owner or referee link."
        ),
        N_("Ask the scorer for a scorer link."),
    ),
    404: (
        N_("Page not found."),
        N_("The link is wrong or was replaced, or the game was deleted."),
        N_("Ask your table for the current link, or go to the home page."),
    ),
    405: (
        N_("This action is not possible here."),
        N_("This address is for something else. Nothing was saved."),
        N_("Go back to the game and try again from there."),
    ),
    408: (
        N_("The connection is too slow."),
        N_("The request did not arrive in time. Nothing was saved."),
        N_("Check your connection, then send it again."),
    ),
    413: (
        N_("That is too large."),
        N_("More than 256 KB was sent. Nothing was saved."),
        N_("Go back and send less at once."),
    ),
    429: (
        N_("Too many requests."),
        N_("Your network sent too many requests in the last minute. Nothing was lost."),
        N_("Wait a minute, then send it again."),
    ),
    500: (
        N_("Something went wrong."),
        N_("Anything saved before is safe. What was just sent was not saved."),
        N_("Go back and send it again."),
    ),
    503: (
        N_("The database is not available right now."),
        N_("Anything saved before is safe. What was just sent was not saved."),
        N_("Wait a moment, then send it again."),
    ),
}

BUSY_TEXTS_BY_STATUS = {
    429: (
        N_("Too much at once."),
        N_("Your network is sending too many requests at once. Nothing was saved."),
        N_("Wait a few seconds, then send it again."),
    ),
    503: (
        N_("The server is busy."),
        N_("This took too long, so it was stopped. Anything saved before is safe."),
        N_("Wait a few seconds, then try again."),
    ),
}
"""Texts if the server itself is overloaded; a database failure has the other 503."""

FAILURE_TEXTS_BY_KIND: dict[FailureKind, tuple[str, str, str]] = {
    "full": (
        N_("The server’s disk is full."),
        N_("What was saved before is safe and can be read. What was just sent was not saved."),
        N_("Contact the server admin. Send it again once there is space."),
    ),
    "read_only": (
        N_("Nothing can be saved right now."),
        N_("The server is read-only right now. Anything saved before is safe. What was just sent was not saved."),
        N_("Contact the server admin, and send it again later."),
    ),
    "damaged": (
        N_("The server’s database is damaged."),
        N_("Part of what was saved cannot be read. What was just sent was not saved."),
        N_("Contact the server admin: a backup has to be restored."),
    ),
}
DISK_NEARLY_FULL_TEXTS = (
    N_("The server’s disk is nearly full."),
    N_("The remaining space is kept for games in progress. New games and imports are not possible."),
    N_("Contact the server admin."),
)

CLUB_TEXTS_BY_STATUS = {
    403: (
        N_("Your role in the club does not allow that."),
        N_("The club’s pages show what you can see and do. Nothing was saved."),
        N_("Ask a club admin."),
    ),
    404: (
        N_("This page is not available."),
        N_("No club has this address, or only its members can see this page."),
        N_("Ask the club for its current address or an invitation."),
    ),
}
CLUB_SIGNED_OUT_TEXTS = (
    *CLUB_TEXTS_BY_STATUS[404][:2],
    N_("If you belong to the club, sign in. If you just sent something, you were signed out and it was not saved."),
)
FILE_TOO_LARGE_TEXTS = (
    N_("This file is too large."),
    N_("It is over the limit for one import. Nothing was saved."),
    N_("Ask the server admin to allow larger files, or to import this one with a command."),
)
TOO_MUCH_SENT_TEXTS = (
    N_("Too much was sent."),
    N_("This network sent too much in the last hour. Games in progress continue; new games and imports have to wait."),
    N_("Try again in an hour, or from another network."),
)
TOO_MANY_JOBS_TEXTS = (
    N_("You have already started several tasks."),
    N_("They run one after the other. Nothing was saved this time."),
    N_("Wait until one of them is done, then send it again."),
)
JOB_QUEUE_FULL_TEXTS = (
    N_("The server is busy."),
    N_("Many long tasks are already waiting. Nothing was saved."),
    N_("Wait a few minutes, then send it again."),
)
TOO_MANY_SIGN_IN_ATTEMPTS_TEXTS = (
    N_("Too many attempts to sign in"),
    N_("Many passwords were tried for this account or from this network. Your account is unchanged."),
    N_("Wait a while and try again, or sign in on a browser that has signed in before."),
)
INVALID_CSRF_TOKEN_TEXTS = (
    N_("This page is out of date."),
    N_("The browser lost the site’s cookie after the page was opened. Nothing was saved."),
    N_("Go back and reload the page: what you entered is still there. Then save again."),
)


def error_page(
    status: int,
    headers: dict[str, str] | None = None,
    texts: tuple[str, str, str] | None = None,
    back_link: tuple[str, str] | None = None,
) -> Response:
    """The page of an error with this status. `back_link`: URL and text of a link on it."""
    title, message, advice = map(reader_language().gettext, texts or ERROR_TEXTS_BY_STATUS[status])
    page = render_template(
        "errors/error.html", status=status, title=title, message=message, advice=advice, back=back_link
    )
    return Response(page, status, headers)
