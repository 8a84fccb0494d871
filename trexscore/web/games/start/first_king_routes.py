"""Correcting the first king, before the first deal."""

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from trexscore.game.events.first_king import FirstKingChosen
from trexscore.web.games.access import open_for_scorer, submit
from trexscore.web.games.small_forms import FirstKingForm
from trexscore.web.games.view import GameView
from trexscore.web.rendering import translate as _

pages = Blueprint("first_king", __name__)


@pages.get("/g/<token>/first-king")
def edit(token: str) -> str:
    """Ask who the first king is."""
    game, _game_id = open_for_scorer(token)
    form = FirstKingForm(game.seq)
    form.king.data = game.king.seat if game.king else None
    return _page(game, form)


@pages.post("/g/<token>/first-king")
def update(token: str) -> str | Response | tuple[str, int]:
    """Record the first king."""
    game, game_id = open_for_scorer(token)
    form = FirstKingForm(game.seq)
    if not form.king.data:
        form.king.errors = [_("Who is the first king?")]
    elif submit(game, game_id, form, FirstKingChosen.body_of(form.king.data)):
        return redirect(url_for("table.show", token=token), 303)
    return _page(game, form), 422


def _page(game: GameView, form: FirstKingForm) -> str:
    question = {
        "seven_of_hearts": _("Who holds the 7 of hearts?"),
        "highest_card": _("Who drew the highest card?"),
        "agreed": _("Who is the first king?"),
    }[game.rules.first_king]
    return render_template("games/start/first_king.html", game=game, form=form, question=question)
