"""Agreeing on a kingdom: each of the four, on their own phone or on the scorer's."""

from flask import Blueprint, flash, redirect, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from trexscore.rules.seats import SEAT_NAMED
from trexscore.web.forms.entry import EntryForm
from trexscore.web.pages.opening import open_to_speak, write

pages = Blueprint("agreements", __name__)


@pages.post("/g/<token>/kingdoms/<king>/agreement")
def create(token: str, king: str) -> Response:
    """Write that somebody agrees with what they see. What went wrong is said on the kingdom's page."""
    seat = request.form.get("seat", "")
    if seat not in SEAT_NAMED or king not in SEAT_NAMED:
        raise BadRequest
    game, game_id = open_to_speak(token, seat)
    form = EntryForm()
    form.prepare(game.seq)
    form.after.data = str(game.seq)  # whatever was written meanwhile, the digest says whether this kingdom is the same
    said = {"kingdom": king, "seat": seat, "digest": request.form.get("digest", "")}
    write(game, game_id, form, {"agreed": said})
    for problem in form.problems:
        flash(problem, "problem")
    page = url_for("why.kingdom", token=token, letter=king)
    return redirect(page if form.problems else f"{page}#agreement", 303)  # what is wrong stands at the top
