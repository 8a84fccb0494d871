"""What a request that cannot be served is told: what happened, what it means, and what to do. Title, message, next."""

from trexscore.language.marking import N_
from trexscore.storage.failures import Failure

TEXTS = {
    400: (
        N_("That could not be read."),
        N_("The page and the server did not understand each other. Nothing was written."),
        N_("Go back, load the page again and send it once more."),
    ),
    403: (
        N_("This link may not do that."),
        N_("It shows everything. Points need a scorer link; some things need the owner link or the referee link."),
        N_("Ask the scorer for a scorer link."),
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
NO_ROOM = (
    N_("The server’s disk is nearly full."),
    N_("The remaining space is kept for games in progress: they go on. New games and imports are not possible."),
    N_("Tell the person who runs this server."),
)

OF_CLUBS = {
    403: (
        N_("Your role in the club does not go that far."),
        N_("What you may see and do is on the club’s own pages. Nothing was written."),
        N_("Ask a club admin."),
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
    N_("Ask the server admin: they can allow longer files, or import this one by a command."),
)
SENT_ENOUGH = (
    N_("Too much was sent."),
    N_("This network sent too much in the last hour. Games in progress go on; new games and imports have to wait."),
    N_("Try again in an hour, or from another network."),
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
