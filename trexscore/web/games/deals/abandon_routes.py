"""Abandoning a game: the table stops before the end; what was played stays."""

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from trexscore.game.events.announcement import GameAbandoned
from trexscore.i18n.texts.options import WHAT_COUNTS
from trexscore.web.games.access import open_for_scorer, submit
from trexscore.web.games.entry_form import EntryForm
from trexscore.web.games.view import GameView
from trexscore.web.rendering import translate as _

pages = Blueprint("abandoning", __name__)


@pages.get("/g/<token>/abandon")
def ask(token: str) -> str | Response:
    """Say what happens to the game; nothing is recorded yet."""
    game, _game_id = open_for_scorer(token)
    if game.complete or game.abandoned:
        return redirect(url_for("table.show", token=token))
    form = EntryForm(game.seq)
    return _page(game, form)


@pages.post("/g/<token>/abandon")
def create(token: str) -> str | Response | tuple[str, int]:
    """Record it. Undo opens the game again."""
    game, game_id = open_for_scorer(token)
    form = EntryForm(game.seq)
    if submit(game, game_id, form, GameAbandoned.body({})):
        return redirect(url_for("table.show", token=token), 303)
    return _page(game, form), 422


def _page(game: GameView, form: EntryForm) -> str:
    what_counts = _(WHAT_COUNTS[game.rules.unfinished_game])
    return render_template("games/deals/abandon.html", game=game, form=form, what_counts=what_counts)
