"""The sheet and the result."""

import uuid

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from trexscore.actions.start_game import Started, start_game
from trexscore.gamefile import FORMAT
from trexscore.journal.fold import fold
from trexscore.storage.journals import GAMES
from trexscore.storage.models import db
from trexscore.web.api.reading import read_key
from trexscore.web.clubs_behind import clubs_behind, next_game
from trexscore.web.device import device
from trexscore.web.forms.small import PlainForm
from trexscore.web.games_here import remember
from trexscore.web.pages.opening import open_to_read, open_to_write, open_with_scope
from trexscore.web.room import allow_new_game
from trexscore.web.views import board
from trexscore.web.views import result as results
from trexscore.web.views.sheet import whole_sheet

pages = Blueprint("sheet", __name__)


@pages.get("/g/<token>/sheet")
def show(token: str) -> str:
    """The whole game."""
    game, game_id = open_to_read(token)
    return render_template(
        "games/sheet.html",
        game=game,
        **whole_sheet(game, fold(GAMES.told(db.session(), game_id))),
        last=board.saved(game),
    )


@pages.get("/g/<token>/result")
def result(token: str) -> str | Response:
    """Who won, and who pays whom."""
    game, scope = open_with_scope(token)
    if not game.complete:
        return redirect(url_for("table.show", token=token))
    clubs = clubs_behind(scope, complete=True)
    evening = clubs.evening if clubs.evening is not None and clubs.evening.lasts else None
    form = PlainForm(blank=True)
    return render_template(
        "games/result.html",
        game=game,
        **whole_sheet(
            game, fold(GAMES.told(db.session(), scope.game_id))
        ),  # what a picture of the result is drawn from
        standings=results.standings(game),
        payments=results.payments(game),
        payments_note=results.payments_note(game),
        tie_note=results.tie_note(game),
        again_form=form if game.can_write else None,
        next_form=form,
        agreement=clubs.agreement,
        tonight=clubs.tonight,
        evening_url=None if evening is None else evening.url,
        next_game=None if evening is None else next_game(evening, scope.game_id),
        key=str(uuid.uuid4()),
    )


@pages.post("/g/<token>/again")
def again(token: str) -> Response:
    """A new game of the same four with the same house rules; who is king first is found anew."""
    allow_new_game()
    game, _game_id = open_to_write(token)
    names = [seat.name for seat in game.seats]
    house_rules = game.state["house_rules"]
    file = {"format": FORMAT, "players": names, "house_rules": house_rules, "deals": []}
    started = start_game(file, read_key(request.form.get("key")), device())
    if not isinstance(started, Started):
        return redirect(url_for("home.show"), 303)
    response = redirect(url_for("table.show", token=started.links["own"]), 303)
    return remember(response, started.links["own"])
