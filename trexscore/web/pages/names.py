"""What the four are called: a name that was written wrongly is put right in its place."""

from flask import Blueprint, flash, redirect, render_template, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from trexscore.rules.seats import SEAT_NAMED, SEATS, Seat
from trexscore.web.forms.small import NameForm
from trexscore.web.pages.opening import open_to_write, write
from trexscore.web.rendering import translate as _
from trexscore.web.views.game import GameView

pages = Blueprint("names", __name__)


@pages.get("/g/<token>/corrections/names")
def show(token: str) -> str:
    """The four names, each in a form of its own: what is erased of a person stands in an entry of its own."""
    game, _game_id = open_to_write(token)
    return _page(game)


@pages.post("/g/<token>/corrections/names")
def update(token: str) -> Response | tuple[str, int]:
    """Write one of them as it should have been."""
    game, game_id = open_to_write(token)
    form = NameForm()
    form.prepare(game.seq)
    if form.seat.data not in SEAT_NAMED:
        raise BadRequest
    if not write(game, game_id, form, form.entry()):
        return _page(game, form), 422
    flash(_("Saved. Everything that was entered stays as it is."))
    return redirect(url_for("names.show", token=token), 303)


def _page(game: GameView, tried: NameForm | None = None) -> str:
    forms = [tried if tried and tried.seat.data == seat.name else _form(game, seat) for seat in SEATS]
    return render_template("corrections/names.html", game=game, forms=forms, tried=tried)


def _form(game: GameView, seat: Seat) -> NameForm:
    form = NameForm(blank=True)
    form.prepare(game.seq)
    form.seat.data, form.name.data = seat.name, game.state["players"][seat]
    return form
