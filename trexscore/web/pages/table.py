"""The table page."""

from flask import Blueprint, Response, make_response, render_template

from trexscore.web.games_here import remember
from trexscore.web.pages.opening import king_asked, open_to_read
from trexscore.web.views import board

pages = Blueprint("table", __name__)


@pages.get("/g/<token>")
def show(token: str) -> Response:
    """Totals, kingdoms, and what may be played next."""
    game, _game_id = open_to_read(token, king_asked())
    page = render_template(
        "games/table.html",
        game=game,
        grid=board.grid(game),
        choices=board.choices(game),
        combine=board.combine(game),
        who_is_king=board.who_is_king(game),
        saved=board.saved(game) if game.can_write else None,
        first_king_form=not game.state["result"]["deals"] and game.state["result"]["next_king"] is not None,
    )
    return remember(make_response(page), token)
