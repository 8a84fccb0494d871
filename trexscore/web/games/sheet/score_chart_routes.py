"""The score chart of a game."""

from flask import Blueprint, render_template

from trexscore.web.games.access import load_record, open_for_reader
from trexscore.web.games.sheet import score_chart as score_line
from trexscore.web.language import reader_language

pages = Blueprint("line", __name__)


@pages.get("/g/<token>/chart")
def show(token: str) -> str:
    """Every player's total after each deal, as a chart and in numbers."""
    game, game_id = open_for_reader(token)
    record = load_record(game_id)
    drawn = score_line.chart_variables(game, record, record.play().game, reader_language())
    return render_template("games/sheet/line.html", game=game, **drawn)
