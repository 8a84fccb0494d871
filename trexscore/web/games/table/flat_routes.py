"""The table laid flat: numbers turned towards their players, for a phone or tablet in the middle of the table."""

import uuid

from flask import Blueprint, render_template
from flask_wtf.csrf import generate_csrf

from trexscore.web.games.access import open_for_reader, requested_king
from trexscore.web.games.table import board, status_line

pages = Blueprint("flat", __name__)


@pages.get("/g/<token>/flat")
def show(token: str) -> str:
    """For everyone with a link. Undo leads to the table, which says what was undone and offers to put it back."""
    game, _game_id = open_for_reader(token, requested_king())
    return render_template(
        "games/table/flat.html",
        game=game,
        rims=board.rims(game),
        kingdom=board.kingdom(game),
        saved=status_line.saved(game),
        proof=generate_csrf(),
        key=str(uuid.uuid4()),
    )
