"""Correcting what was entered: what is wrong with it, what it should have been, what follows, and why."""

from dataclasses import replace
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from trexscore.actions.look_ahead import CannotBe, look_ahead
from trexscore.gamefile.entries import read_contracts
from trexscore.journal.fold import Counted, Record, fold
from trexscore.rules.programme import Programme
from trexscore.rules.seats import SEAT_NAMED, SEATS
from trexscore.storage.journals import folded
from trexscore.storage.models import db
from trexscore.web.forms.correction import CorrectionForm, changes_said, written
from trexscore.web.forms.deal import DealForm, deal_form
from trexscore.web.pages.opening import open_to_object, open_to_write, write
from trexscore.web.views.correcting import offered_contracts, outcome
from trexscore.web.views.game import GameView
from trexscore.web.views.names import programme_name
from trexscore.web.views.preview import pencil_table, preview
from trexscore.web.views.why import title_of

pages = Blueprint("corrections", __name__)


@pages.get("/g/<token>/deals/<int:seq>/wrong")
def wrong(token: str, seq: int) -> str:
    """What can be wrong with an entry."""
    game, record, counted = _opened(token, seq)
    king = counted.entry.king
    return render_template(
        "corrections/wrong.html",
        game=game,
        seq=seq,
        title=title_of(counted),
        entry=counted.entry,
        body=counted.body,
        king_name=game.called(king) if king is not None else "",
        offered=offered_contracts(record.rules),
        form=_objection(game),
        changes=written(changes_said(request.args.get("changes"))),
        without=written([*changes_said(request.args.get("changes")), {"seq": seq, "entry": None}]),
    )


@pages.get("/g/<token>/deals/<int:seq>/correct")
def correct(token: str, seq: int) -> str | Response:
    """The form of the deal as it should have been, or of one that is missing before it."""
    game, record, counted = _opened(token, seq)
    form = _form(game, record, counted)
    if form is None:
        return redirect(url_for("corrections.wrong", token=token, seq=seq))
    if not _is_missing():
        form.fill_again(record.rules, counted.body)
    else:
        form.fill_in(None)
    return _deal_page(game, record, counted, form)


@pages.post("/g/<token>/deals/<int:seq>/correct")
def told(token: str, seq: int) -> str | Response | tuple[str, int]:
    """Look at what it would change."""
    game, record, counted = _opened(token, seq)
    form = _form(game, record, counted)
    if form is None:
        raise NotFound
    form.complete()
    unsaid = form.form_refusals()
    if unsaid or "preview" in request.form:
        form.blame(unsaid, game.called)
        return _deal_page(game, record, counted, form), 422 if unsaid else 200
    entry = form.entry(SEAT_NAMED[form.king.data or "A"])
    change = {"before": seq, "entry": entry} if _is_missing() else {"seq": seq, "entry": _kept(form, entry, counted)}
    changes = [*changes_said(request.args.get("changes")), change]
    return redirect(url_for("corrections.new", token=token, changes=written(changes)), 303)


def _kept(form: DealForm, entry: dict[str, Any], counted: Counted) -> dict[str, Any]:
    """With what the form does not ask for. What was booked on somebody is noted anew when somebody else is named."""
    kept = {"note"} if entry.get("renege") == counted.body.get("renege") else set()
    if not form.may_renege:
        kept = {"note", "renege"}
    return entry | {name: said for name, said in counted.body.items() if name in kept}


@pages.get("/g/<token>/corrections/new")
def new(token: str) -> str | Response | tuple[str, int]:
    """What the changes would lead to: word for word, in points, and what would no longer be possible."""
    game, game_id = open_to_object(token)
    changes = changes_said(request.args.get("changes"))
    return _review(game, game_id, changes, CorrectionForm(blank=True))


@pages.post("/g/<token>/corrections")
def create(token: str) -> str | Response | tuple[str, int]:
    """Write it."""
    game, game_id = open_to_write(token)
    form = CorrectionForm()
    form.prepare(game.seq)
    said = form.entry()
    if write(game, game_id, form, said):
        return redirect(url_for("sheet.show", token=token), 303)
    answer = _review(game, game_id, said["corrected"]["changes"], form)
    return (answer, 422) if isinstance(answer, str) else answer


def _objection(game: GameView) -> CorrectionForm:
    form = CorrectionForm(blank=True)
    form.prepare(game.seq)
    form.offer(())
    return form


def _review(game: GameView, game_id: int, changes: list[Any], form: CorrectionForm) -> str | Response | tuple[str, int]:
    ahead = look_ahead(game_id, changes)
    if isinstance(ahead, CannotBe):
        return redirect(url_for("sheet.show", token=game.token), 303)
    if not hasattr(form, "problems"):
        form.prepare(game.seq)
    form.offer(changes)
    return render_template("corrections/new.html", game=game, form=form, outcome=outcome(game, ahead, changes))


def _opened(token: str, seq: int) -> tuple[GameView, Record, Counted]:
    game, game_id = open_to_object(token)
    record = fold(folded(db.session(), game_id))
    counted = next((one for one in record.counted if one.seq == seq), None)
    if counted is None:
        raise NotFound
    return game, record, counted


def _is_missing() -> bool:
    """Whether the deal that is told had been forgotten, and comes before the one in the address."""
    return "missing" in request.args


def _programme(counted: Counted) -> Programme | None:
    names = [name for said in request.values.getlist("contracts") for name in said.replace(" ", "+").split("+") if name]
    return read_contracts(names, []) if names else counted.entry.programme


def _form(game: GameView, record: Record, counted: Counted) -> DealForm | None:
    programme = _programme(counted)
    if programme is None or counted.entry.king is None:
        return None
    form = deal_form(programme)()
    form.set_up(record.rules, programme, game.seq)
    asked = request.values.get("king", "")
    form.king.data = asked if asked in SEAT_NAMED else counted.entry.king.name
    return form


def _deal_page(game: GameView, record: Record, counted: Counted, form: DealForm) -> str:
    shown = _before(game, record, counted, form.king.data or "A")
    seq = counted.seq
    address: dict[str, Any] = {"token": game.token, "seq": seq, "changes": request.args.get("changes")}
    if _is_missing():
        address["missing"] = "1"
    return render_template(
        "deals/new.html",
        game=shown,
        form=form,
        title=programme_name(form.programme),
        contracts=form.programme.contracts,
        points_table=pencil_table(game, form),
        previous=None,
        preview=preview(shown, form),
        saved=None,
        action=url_for("corrections.told", **address),
        back=url_for("corrections.wrong", **address),
        correcting=f"{'before' if _is_missing() else 'instead of'} {seq}",
    )


def _before(game: GameView, record: Record, counted: Counted, king: str) -> GameView:
    """The game as a form shows it that puts one deal right: the totals without that deal, its king and its number."""
    played = record.play().game
    place = record.counted.index(counted) + 1
    own = next((deal for deal in played.deals if deal.entry == place), None)
    points = own.points if own and not _is_missing() else (0, 0, 0, 0)
    seats = tuple(
        replace(seat, total=seat.total - points[SEATS.index(SEAT_NAMED[seat.seat])], is_king=seat.seat == king)
        for seat in game.seats
    )
    number = own.number if own else game.deal_number
    of_king = next(seat for seat in seats if seat.is_king)
    return replace(game, seats=seats, king=of_king, deal_number=number, announcement=None)
