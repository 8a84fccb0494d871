"""Undo and redo: one tap each, as far back as anyone wants, and each itself an entry."""

from flask import Blueprint, redirect, url_for
from flask import flash as say
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from trexscore.db.journals import GAMES
from trexscore.db.models import db
from trexscore.game.redo import redoable
from trexscore.web.games.access import open_for_scorer, submit
from trexscore.web.games.small_forms import TakeBackForm
from trexscore.web.numbers import whole

pages = Blueprint("taking_back", __name__)


@pages.post("/g/<token>/taking-back")
def create(token: str) -> Response:
    """Undo the entry that the form names. The status line of the table says what became of it."""
    game, game_id = open_for_scorer(token)
    form = TakeBackForm()
    form.prepare(game.seq)
    if not submit(game, game_id, form, {"take_back": whole(form.seq.data or "") or 0}):
        _say_problems(form)
    return redirect(url_for("table.show", token=token), 303)


@pages.post("/g/<token>/redo")
def redo(token: str) -> Response:
    """Enter again what was undone last. 404 where the form names anything else: a page never offers that."""
    game, game_id = open_for_scorer(token)
    form = TakeBackForm()
    form.prepare(game.seq)
    named = whole(form.seq.data or "")
    undone = next((one for one in redoable(GAMES.told(db.session(), game_id)) if one.seq == named), None)
    if undone is None or undone.body is None:
        raise NotFound
    if not submit(game, game_id, form, undone.body):
        _say_problems(form)
    return redirect(url_for("table.show", token=token), 303)


def _say_problems(form: TakeBackForm) -> None:
    for problem in form.problems:
        say(problem, "problem")
