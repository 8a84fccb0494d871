"""Export of a game as a file."""

import json

from flask import Blueprint, Response

from trexscore.web.games.access import load_record
from trexscore.web.games.token_access import load_scope

pages = Blueprint("game_file", __name__)


@pages.get("/g/<token>/game.json")
def download(token: str) -> Response:
    """Download the game file."""
    scope = load_scope(token)
    text = json.dumps(load_record(scope.game_id).game_file(), ensure_ascii=False, indent=1)
    headers = {"Content-Disposition": 'attachment; filename="trex-game.json"'}
    return Response(text + "\n", headers=headers, content_type="application/json")
