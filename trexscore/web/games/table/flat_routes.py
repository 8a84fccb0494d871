"""The flat view: numbers face their players, for a phone or tablet in the middle of the table."""

import uuid

from flask import Blueprint, render_template
from flask_wtf.csrf import generate_csrf

from trexscore.rules.cards import CONTRACTS
from trexscore.web.games.access import open_for_reader, requested_king
from trexscore.web.games.table import board, status_line

pages = Blueprint("flat", __name__)


@pages.get("/g/<token>/flat")
def show(token: str) -> str:
    """The page, for any link. Undo leads to the table page, which shows what was undone and offers redo."""
    game, _game_id = open_for_reader(token, requested_king())
    return render_template(
        "games/table/flat.html",
        game=game,
        rims=board.rims(game),
        contracts=CONTRACTS,
        saved=status_line.saved(game),
        proof=generate_csrf(),
        key=str(uuid.uuid4()),
    )
