"""The story of a club: what was changed, by whom and when, for those who lead it."""

from flask import Blueprint, render_template, request

from trexscore.club.events import EVENTS, FOLDED
from trexscore.club.events.game_night import Attendance, TablesDrawn
from trexscore.db.journals import CLUBS
from trexscore.db.league.standings import entries_of
from trexscore.db.models import db
from trexscore.web.accounts.session import no_store
from trexscore.web.clubs.access import require_admin
from trexscore.web.clubs.front.history import club_history
from trexscore.web.numbers import whole

pages = no_store(Blueprint("club_story", __name__))
AT_ONCE = 50
_EARLIER = tuple(kind for kind in FOLDED if not issubclass(EVENTS[kind], Attendance | TablesDrawn))
"""Earlier entries that the text of an entry needs: not who was at every game night."""


@pages.get("/c/<uid>/journal")
def show(uid: str) -> str:
    """The latest first, so many at once. What was entered in games is told by the games."""
    club = require_admin(uid)
    session = db.session()
    before = whole(request.args.get("before", "")) or club.club.seq + 1
    first = max(1, before - AT_ONCE)
    entries = CLUBS.journal(session, club.club.id, first - 1, before)
    back = {entry.body["take_back"] for entry in entries if entry.kind == "take_back" and entry.body}
    more = [(seq, said.kind, said.body) for seq, said in entries_of(session, club.club.id, back).items()]
    told = club_history(club.record, entries, [*CLUBS.folded(session, club.club.id, kinds=_EARLIER), *more])
    return render_template("clubs/front/story.html", club=club, story=told, earlier=first if first > 1 else None)
