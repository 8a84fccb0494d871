"""The menu of a game as a page, for browsers in which it cannot rise as a sheet."""

from flask import Blueprint, render_template

from trexscore.web.games.access import king_asked, open_to_read

pages = Blueprint("menu", __name__)


@pages.get("/g/<token>/menu")
def show(token: str) -> str:
    """What this link may do with the deal and the game."""
    game, _game_id = open_to_read(token, king_asked())
    return render_template("games/menu/menu.html", game=game)
