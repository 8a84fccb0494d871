"""Export of a game as a file."""

import json

from flask import Blueprint, Response

from trexscore.db.journals import GAMES
from trexscore.db.models import db
from trexscore.game.builder import fold
from trexscore.web.games.token_access import open_game

pages = Blueprint("game_file", __name__)


@pages.get("/g/<token>/game.json")
def download(token: str) -> Response:
    """Download the game file."""
    scope = open_game(token)
    text = json.dumps(fold(GAMES.told(db.session(), scope.game_id)).game_file(), ensure_ascii=False, indent=1)
    headers = {"Content-Disposition": 'attachment; filename="trex-game.json"'}
    return Response(text + "\n", headers=headers, content_type="application/json")
