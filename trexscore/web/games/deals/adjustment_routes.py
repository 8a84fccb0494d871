"""Adjustments: points moved by agreement."""

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from trexscore.web.games.access import open_for_scorer, submit
from trexscore.web.games.small_forms import AdjustmentForm

pages = Blueprint("adjustments", __name__)


@pages.get("/g/<token>/adjustments/new")
def new(token: str) -> str:
    """The form."""
    game, _game_id = open_for_scorer(token)
    form = AdjustmentForm(game.seq)
    return render_template("games/deals/adjust.html", game=game, form=form)


@pages.post("/g/<token>/adjustments")
def create(token: str) -> str | Response | tuple[str, int]:
    """Record the adjustment."""
    game, game_id = open_for_scorer(token)
    form = AdjustmentForm(game.seq)
    if submit(game, game_id, form, form.entry()):
        return redirect(url_for("table.show", token=token), 303)
    return render_template("games/deals/adjust.html", game=game, form=form), 422
