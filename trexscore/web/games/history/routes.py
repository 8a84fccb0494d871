"""The history of a game: every entry, its author and time, and whether it still counts."""

from flask import Blueprint, Response, render_template, request

from trexscore.db.journals import GAMES
from trexscore.db.models import db
from trexscore.game import JOURNAL_FORMAT
from trexscore.game.builder import fold_game
from trexscore.web.api.responses import json_response
from trexscore.web.games.access import load_fold_entries, load_view_and_scope, open_for_reader
from trexscore.web.games.counting_clubs import game_time_zone
from trexscore.web.games.history.presenter import history_of, page_range_before
from trexscore.web.number_parsing import parse_ascii_number

pages = Blueprint("history", __name__)


@pages.get("/g/<token>/history")
def show(token: str) -> str:
    """One page of entries, the latest first; `before` selects older ones."""
    game, scope = load_view_and_scope(token)
    journal = load_fold_entries(game.game_id)
    pages = page_range_before(parse_ascii_number(request.args.get("before", "")), len(journal))
    entries = GAMES.read_entries(db.session(), game.game_id, pages.first_seq - 1, pages.last_seq + 1)
    record = fold_game(journal)
    return render_template(
        "games/history/history.html",
        game=game,
        lines=history_of(record, journal, entries, game_time_zone(token)),
        explained_seqs={file_entry.seq for file_entry in (*record.counted_entries, *record.uncounted_entries)},
        pages=pages,
        head=scope.last_digest,
    )


@pages.get("/g/<token>/journal.json")
def download(token: str) -> Response:
    """The journal as a file, which `trexscore verify` checks anywhere."""
    game = open_for_reader(token)
    entries = [entry.as_json() for entry in GAMES.read_entries(db.session(), game.game_id)]
    answer = json_response({"format": JOURNAL_FORMAT, "entries": entries})
    answer.headers["Content-Disposition"] = 'attachment; filename="trex-journal.json"'
    return answer
