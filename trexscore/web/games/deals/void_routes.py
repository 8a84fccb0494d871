"""Void deals."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from trexscore.rules.cards import Contract
from trexscore.web.games.access import open_for_scorer, requested_king, submit
from trexscore.web.games.small_forms import VoidForm
from trexscore.web.games.table import board
from trexscore.web.games.view import GameView
from trexscore.web.rendering import translate as _

pages = Blueprint("voids", __name__)


@pages.get("/g/<token>/voids/new")
def new(token: str) -> str | Response:
    """The form: the reasons, those of the house rules first. The address may select one."""
    game, _game_id = open_for_scorer(token, requested_king())
    if game.complete:
        return redirect(url_for("table.show", token=token))
    return _page(game, _form(game, request.args.get("reason", "")))


@pages.post("/g/<token>/voids")
def create(token: str) -> str | Response | tuple[str, int]:
    """Record it. After a suit closed without jacks, the table goes on with Trex."""
    game, game_id = open_for_scorer(token, requested_king())
    if game.complete:
        return redirect(url_for("table.show", token=token))
    form = _form(game)
    if game.king is None:
        form.problems.append(_("Choose whose kingdom it is."))
    elif submit(game, game_id, form, form.entry(game.king.seat)):
        again = _is_trex_again(game, form)
        return redirect(board.deal_url(game, Contract.TREX) if again else url_for("table.show", token=token), 303)
    return _page(game, form), 422


def _form(game: GameView, asked_for: str = "") -> VoidForm:
    form = VoidForm(game.seq)
    form.offer(game.rules, asked_for)
    form.king.data = game.king.seat if game.king else ""
    return form


def _page(game: GameView, form: VoidForm) -> str:
    return render_template("games/deals/void.html", game=game, form=form)


def _is_trex_again(game: GameView, form: VoidForm) -> bool:
    left = game.left(game.king.seat) if game.king else []
    return form.reason.data == "suit_closed_without_jacks" and Contract.TREX in left
