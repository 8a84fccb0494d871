"""Only the points of a deal are known."""

from time import thread_time

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from trexscore.web.forms.totals import totals_form
from trexscore.web.limits import count
from trexscore.web.pages.opening import king_asked, king_of, open_to_write, programme_asked
from trexscore.web.views import totals as views
from trexscore.web.views.names import programme_name

pages = Blueprint("totals", __name__)
_LONGEST = 2
"""Seconds of a processor that a page may search."""


@pages.get("/g/<token>/totals")
def show(token: str) -> Response:
    """Ask for the four totals; then say what they can mean, or open the form of the deal where that is one thing."""
    game, _game_id = open_to_write(token, king_asked())
    king, programme = king_of(game), programme_asked()
    if king is None or game.complete:
        return redirect(url_for("table.show", token=token, king=king_asked()))
    form, answer = totals_form(request.args), None
    if not form.is_empty and not form.problems:
        count("search", request.remote_addr or "")
        began = thread_time()
        answer = views.answer(game, king, programme, form.cells, lambda: thread_time() - began > _LONGEST)
        if answer.only_way is not None:
            return redirect(answer.only_way)
    page = render_template(
        "paper/totals.html",
        game=game,
        form=form,
        answer=answer,
        contracts="+".join(programme.contracts) if programme else "",
        title=programme_name(programme) if programme else "",
    )
    return make_response(page, 400 if form.problems else 200)
