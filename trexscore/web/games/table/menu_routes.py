"""The menu of a game as a page, for browsers that cannot open it as a sheet."""

from flask import Blueprint, render_template

from trexscore.web.games.access import open_for_reader, requested_king

pages = Blueprint("menu", __name__)


@pages.get("/g/<token>/menu")
def show(token: str) -> str:
    """What this link may do in this game."""
    game, _game_id = open_for_reader(token, requested_king())
    return render_template("games/menu/menu.html", game=game)
