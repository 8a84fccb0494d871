"""The home page: continue a game, start one, or play again with the same four."""

from flask import Blueprint, render_template

from trexscore.web.games.device_games import archived_tokens
from trexscore.web.home.presenter import find_rematch_candidate, games_on_device

pages = Blueprint("home", __name__)

_MAX_RECENT_GAMES = 3


@pages.get("/")
def show() -> str:
    """The home page, with an introduction if this device has no games yet."""
    games = games_on_device()
    rematch_candidate = find_rematch_candidate(games)
    return render_template(
        "home/home.html",
        games=[game for game in games if not game.is_archived][:_MAX_RECENT_GAMES],
        games_count=len(games),
        archived=sorted(archived_tokens()),
        same_four=rematch_candidate,
    )
