"""The score of a game as a line over its deals."""

from flask import Blueprint, render_template

from trexscore.journal.fold import fold
from trexscore.rules.winners import standing_order
from trexscore.storage.journals import GAMES
from trexscore.storage.models import db
from trexscore.web.language import reader_language
from trexscore.web.pages.opening import open_to_read
from trexscore.web.views import score_line

pages = Blueprint("line", __name__)


@pages.get("/g/<token>/line")
def show(token: str) -> str:
    """How everybody's total went, drawn and in numbers."""
    game, game_id = open_to_read(token)
    record = fold(GAMES.folded(db.session(), game_id))
    played = score_line.stretches(game, record, record.play().game)
    language = reader_language()
    return render_template(
        "games/line.html",
        game=game,
        played=played,
        fewer_is_better=standing_order(game.rules) < 0,
        players=score_line.players_picture(game, played, language),
        teams=score_line.teams_picture(game, played, language),
    )
