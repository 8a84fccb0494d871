"""Undo and redo: each is an entry of its own, and each can be repeated."""

from flask import Blueprint, redirect, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from trexscore.game.events.undo import EntryUndone
from trexscore.game.redo import redoable_entries
from trexscore.web.games.access import load_entries, open_for_scorer, submit
from trexscore.web.games.small_forms import UndoForm
from trexscore.web.numbers import parse_whole

pages = Blueprint("taking_back", __name__)


@pages.post("/g/<token>/undo")
def create(token: str) -> Response:
    """Undo the entry that the form names. The table's status line shows the result."""
    game, game_id = open_for_scorer(token)
    form = UndoForm(game.seq)
    if not submit(game, game_id, form, EntryUndone.body_of(parse_whole(form.seq.data or "") or 0)):
        form.flash_problems()
    return redirect(url_for("table.show", token=token), 303)


@pages.post("/g/<token>/redo")
def redo(token: str) -> Response:
    """Record again the entry that was undone last. 404 for any other, which no page offers."""
    game, game_id = open_for_scorer(token)
    form = UndoForm(game.seq)
    seq = parse_whole(form.seq.data or "")
    undone = next((entry for entry in redoable_entries(load_entries(game_id)) if entry.seq == seq), None)
    if undone is None or undone.body is None:
        raise NotFound
    if not submit(game, game_id, form, undone.body):
        form.flash_problems()
    return redirect(url_for("table.show", token=token), 303)
