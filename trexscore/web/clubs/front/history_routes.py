"""A club's history: who changed what and when, for the owner and admins."""

from flask import Blueprint, render_template, request

from trexscore.club.events import EVENT_TYPE_BY_KIND, FOLDED_KINDS
from trexscore.club.events.game_night import AttendanceEvent, TablesDrawn
from trexscore.club.events.undo import ClubEntryUndone
from trexscore.db.journals import CLUBS
from trexscore.db.models import db
from trexscore.web.clubs.access import require_owner_or_admin
from trexscore.web.clubs.front.history import club_history
from trexscore.web.number_parsing import parse_ascii_number

pages = Blueprint("club_history", __name__)
PAGE_SIZE = 50
_REFERENCED_KINDS = tuple(
    kind for kind in FOLDED_KINDS if not issubclass(EVENT_TYPE_BY_KIND[kind], AttendanceEvent | TablesDrawn)
)
"""Kinds of earlier entries that texts refer to: all but attendance and draws."""


@pages.get("/c/<club_uid>/history")
def show(club_uid: str) -> str:
    """A page of entries, the latest first. Entries of games are in the games' own histories."""
    club = require_owner_or_admin(club_uid)
    session = db.session()
    before_seq = parse_ascii_number(request.args.get("before", "")) or club.club_head.seq + 1
    first_seq = max(1, before_seq - PAGE_SIZE)
    entries = CLUBS.read_entries(session, club.id, first_seq - 1, before_seq)
    undone_numbers = {
        entry.body[entry.kind] for entry in entries if entry.kind == ClubEntryUndone.stored_kind and entry.body
    }
    undone = CLUBS.read_entries_by_seq(session, club.id, undone_numbers).values()
    undone_entries = [(entry.seq, entry.kind, entry.body) for entry in undone]
    history = club_history(
        club.record, entries, [*CLUBS.read_kinds_and_bodies(session, club.id, kinds=_REFERENCED_KINDS), *undone_entries]
    )
    return render_template(
        "clubs/front/history.html", club=club, history=history, earlier=first_seq if first_seq > 1 else None
    )
