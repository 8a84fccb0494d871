"""Announcing a contract and who doubles what, before the first trick."""

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from trexscore.journal.announcement import CARD_NAMED
from trexscore.rules.cards import Card, Contract
from trexscore.rules.possible import choices
from trexscore.rules.programme import programme_of
from trexscore.web.forms.deal import QUEENS_AS_ASKED
from trexscore.web.forms.small import AnnouncementForm
from trexscore.web.pages.opening import king_asked, open_to_write, write
from trexscore.web.views.announced import cards_to_double
from trexscore.web.views.game import GameView

pages = Blueprint("announcements", __name__)


@pages.get("/g/<token>/announcements/new")
def new(token: str) -> str | Response:
    """The form, with what has been announced already."""
    game, _game_id = open_to_write(token, king_asked())
    if game.king is None:
        return redirect(url_for("table.show", token=token))
    form = _form(game)
    said = game.state["announced"]
    if said is not None:
        form.contracts.data = said["contracts"] if form.several else ["+".join(said["contracts"])]
        holders = {CARD_NAMED[name]: seat for name, seat in said["doubled"].items()}
        for doubled in form.doubled:
            doubled.holder.data = holders.get(doubled.card, "")
    return render_template("deals/announce.html", game=game, form=form)


@pages.post("/g/<token>/announcements")
def create(token: str) -> str | Response | tuple[str, int]:
    """Write the announcement."""
    game, game_id = open_to_write(token, king_asked())
    if game.king is None:
        return redirect(url_for("table.show", token=token))
    form = _form(game)
    if write(game, game_id, form, form.entry(game.king.seat)):
        return redirect(url_for("table.show", token=token), 303)
    return render_template("deals/announce.html", game=game, form=form), 422


def _form(game: GameView) -> AnnouncementForm:
    form = AnnouncementForm()
    form.prepare(game.seq)
    king = game.king.seat if game.king else ""
    form.king.data = king
    left = game.left(king) if king else []
    cards = {card for contract in left for card in cards_to_double(game.rules, [contract])}
    ordered = [card for card in (Card.KING_OF_HEARTS, *QUEENS_AS_ASKED) if card in cards]
    several = game.rules.combining == "any"
    owed = programme_of(tuple(Contract(contract) for contract in left))
    offered = [one for one in choices(game.rules, owed) if not several or len(one.contracts) == 1]
    form.offer(offered, ordered, several=several)
    return form
