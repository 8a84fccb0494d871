"""Every number explained: a deal, a kingdom, a player's total."""

from flask import Blueprint, render_template
from werkzeug.exceptions import NotFound

from trexscore.journal.fold import Record, fold
from trexscore.rules.game import Game
from trexscore.rules.seats import SEAT_NAMED
from trexscore.storage.journals import folded, journal
from trexscore.storage.models import db
from trexscore.web.pages.opening import open_to_read
from trexscore.web.views.game import GameView
from trexscore.web.views.history import versions_of
from trexscore.web.views.why import deal_why, deals_of, rows_of, seat_view, title_of

pages = Blueprint("why", __name__)


@pages.get("/g/<token>/deals/<int:seq>")
def deal(token: str, seq: int) -> str:
    """Why a deal's points are so, what it was before it was corrected, and what can be done about it."""
    game, game_id, record, played = _opened(token)
    place = next((place for place, counted in enumerate(record.counted, 1) if counted.seq == seq), None)
    if place is None:
        raise NotFound
    counted = record.counted[place - 1]
    return render_template(
        "why/deal.html",
        game=game,
        seq=seq,
        why=deal_why(game, record, played, place),
        title=title_of(counted),
        entry=counted.entry,
        versions=versions_of(game, counted, {said.seq: said for said in journal(db.session(), game_id)}),
    )


@pages.get("/g/<token>/why/<letter>")
def total(token: str, letter: str) -> str:
    """How a player's total came about."""
    game, _game_id, record, played = _opened(token)
    seat = seat_view(game, letter)
    if seat is None:
        raise NotFound
    return render_template(
        "why/total.html", game=game, seat=seat, rows=rows_of(game, record, played, SEAT_NAMED[letter])
    )


@pages.get("/g/<token>/kingdoms/<letter>")
def kingdom(token: str, letter: str) -> str:
    """Why a kingdom adds up."""
    game, _game_id, record, played = _opened(token)
    king = SEAT_NAMED.get(letter)
    found = next((one for one in played.kingdoms if one.king is king), None)
    if king is None or found is None:
        raise NotFound
    return render_template(
        "why/kingdom.html",
        game=game,
        king=game.seats[king],
        kingdom=found,
        deals=deals_of(record, played, king),
        left=None if found.complete else game.state["left"],
    )


def _opened(token: str) -> tuple[GameView, int, Record, Game]:
    game, game_id = open_to_read(token)
    record = fold(folded(db.session(), game_id))
    return game, game_id, record, record.play().game
