"""The story of a game: everything that was ever entered, by whom and when, and what became of it."""

from flask import Blueprint, Response, render_template

from trexscore.journal import FORMAT
from trexscore.journal.fold import fold
from trexscore.storage.journals import GAMES
from trexscore.storage.models import db
from trexscore.web.api.answers import json_answer
from trexscore.web.pages.opening import open_to_read
from trexscore.web.views.story import story

pages = Blueprint("journal", __name__)


@pages.get("/g/<token>/journal")
def show(token: str) -> str:
    """The story, the latest first."""
    game, game_id = open_to_read(token)
    entries = GAMES.journal(db.session(), game_id)
    record = fold((entry.seq, entry.kind, entry.body) for entry in entries)
    return render_template("why/journal.html", game=game, story=story(record, entries))


@pages.get("/g/<token>/journal.json")
def download(token: str) -> Response:
    """The journal as a file, which `trexscore verify` checks anywhere."""
    _game, game_id = open_to_read(token)
    entries = [entry._asdict() for entry in GAMES.journal(db.session(), game_id)]
    answer = json_answer({"format": FORMAT, "entries": entries})
    answer.headers["Content-Disposition"] = 'attachment; filename="trex-journal.json"'
    return answer
