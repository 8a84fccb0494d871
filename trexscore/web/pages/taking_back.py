"""Taking the last entry back: one tap, and itself an entry."""

from flask import Blueprint, flash, redirect, url_for
from werkzeug.wrappers import Response

from trexscore.web.forms.small import TakeBackForm
from trexscore.web.numbers import whole
from trexscore.web.pages.opening import open_to_write, write
from trexscore.web.rendering import translate as _

pages = Blueprint("taking_back", __name__)


@pages.post("/g/<token>/taking-back")
def create(token: str) -> Response:
    """Take back what the form names. What went wrong is said on the table page."""
    game, game_id = open_to_write(token)
    form = TakeBackForm()
    form.prepare(game.seq)
    seq = form.seq.data or ""
    if write(game, game_id, form, {"take_back": whole(seq) or 0}):
        flash(_("Taken back. It stays in the game’s journal."))
    for problem in form.problems:
        flash(problem, "problem")
    return redirect(url_for("table.show", token=token), 303)
