"""The history of a game: every entry, its author and time, and whether it still counts."""

from flask import Blueprint, Response, render_template, request

from trexscore.db.journals import GAMES
from trexscore.db.models import db
from trexscore.game import FORMAT
from trexscore.game.builder import fold
from trexscore.web.api.responses import json_answer
from trexscore.web.games.access import load_fold_entries, open_for_reader, open_with_scope
from trexscore.web.games.club_context import zone_of
from trexscore.web.games.history.presenter import history_of, pages_of
from trexscore.web.numbers import parse_whole

pages = Blueprint("history", __name__)


@pages.get("/g/<token>/history")
def show(token: str) -> str:
    """One page of entries, the latest first; `before` selects older ones."""
    game, scope = open_with_scope(token)
    game_id = scope.game_id
    journal = load_fold_entries(game_id)
    pages = pages_of(len(journal), parse_whole(request.args.get("before", "")))
    entries = GAMES.read_entries(db.session(), game_id, pages.first - 1, pages.last + 1)
    lines = history_of(fold(journal), journal, entries, zone_of(token))
    return render_template("games/history/journal.html", game=game, story=lines, pages=pages, head=scope.head)


@pages.get("/g/<token>/journal.json")
def download(token: str) -> Response:
    """The journal as a file, which `trexscore verify` checks anywhere."""
    _game, game_id = open_for_reader(token)
    entries = [entry.as_json() for entry in GAMES.read_entries(db.session(), game_id)]
    answer = json_answer({"format": FORMAT, "entries": entries})
    answer.headers["Content-Disposition"] = 'attachment; filename="trex-journal.json"'
    return answer
