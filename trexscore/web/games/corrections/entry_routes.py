"""An entry as it should have been, or one that is missing: the forms in which it is told."""

from dataclasses import replace
from typing import Any, NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from trexscore.game.file.entries import read_contracts
from trexscore.game.record import Counted
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.seats import NO_POINTS, SEAT_NAMED, Seat
from trexscore.web.games.access import contracts_in
from trexscore.web.games.contract_names import programme_name
from trexscore.web.games.corrections.draft import CorrectionDraft, load_draft
from trexscore.web.games.corrections.forms import with_leaders
from trexscore.web.games.corrections.presenter import offered_contracts
from trexscore.web.games.corrections.query_forms import MissingForm, NoteForm, kings_in
from trexscore.web.games.deals.forms import DealForm, deal_form
from trexscore.web.games.deals.preview import pencil_table, preview
from trexscore.web.games.explain.presenter import title_of
from trexscore.web.games.small_forms import AdjustmentForm, VoidForm
from trexscore.web.games.view import GameView
from trexscore.web.rendering import translate as _

pages = Blueprint("told_anew", __name__)

VOID, ADJUSTMENT = "void", "adjustment"
_END = "end"


class Place(NamedTuple):
    """What is told: an entry anew, or one that is missing before `before` (None: behind all)."""

    behind: CorrectionDraft
    counted: Counted | None
    before: int | None
    action: str
    back: str
    wrong_url: str | None
    """What else can be wrong with it; None for what is missing."""

    @property
    def king(self) -> Seat:
        """The king that was asked for, or else that of the entry, or of the game where it stands."""
        asked = SEAT_NAMED.get(request.values.get("king", ""))
        told = self.counted.entry.king if self.counted else None
        found = asked if asked is not None else told
        running = self.behind.game.king
        return found if found is not None else SEAT_NAMED[running.seat] if running else Seat.A

    @property
    def what(self) -> str | ContractSet | None:
        """What kind of entry: a void deal, an adjustment, or a deal of these contracts. None where it is none."""
        said = request.values.getlist("contracts")
        if self.counted is None or (said and self.counted.entry.is_deal):
            if VOID in said or ADJUSTMENT in said:
                return VOID if VOID in said else ADJUSTMENT
            names = contracts_in(said)
            return read_contracts(list(dict.fromkeys(names)), []) if names else None
        if self.counted.entry.tie_break:
            return None  # it is left out and recorded again
        if self.counted.entry.is_deal:
            return self.counted.entry.programme
        return ADJUSTMENT if self.counted.entry.adjustment is not None else VOID

    @property
    def correcting(self) -> str:
        """What tells its draft from others."""
        return f"instead of {self.counted.seq}" if self.counted else f"before {self.before or _END}"


@pages.route("/g/<token>/deals/<int:seq>/correct", methods=["GET", "POST"])
def correct(token: str, seq: int) -> str | Response | tuple[str, int]:
    """The form of the entry as it should have been; told, it leads to what it would change."""
    behind = load_draft(token)
    address: dict[str, Any] = {"token": token, "seq": seq, "changes": behind.said if behind.changes else None}
    wrong = url_for("corrections.wrong", **address)
    back = wrong if behind.changes else url_for("why.deal", token=token, seq=seq)
    place = Place(behind, behind.counted(seq), None, url_for("told_anew.correct", **address), back, wrong)
    return _told(place) or redirect(wrong, 303)


@pages.route("/g/<token>/corrections/missing/entry", methods=["GET", "POST"])
def put_in(token: str) -> str | Response | tuple[str, int]:
    """The form of an entry that is missing; told, it leads to what it would change."""
    behind = load_draft(token)
    said = request.args.get("before", _END)
    before = next((one.seq for one in behind.record.counted if str(one.seq) == said), None)
    address: dict[str, Any] = {"token": token, "before": before, "changes": behind.said if behind.changes else None}
    back = url_for("told_anew.missing", **address)
    contracts = request.args.getlist("contracts")
    place = Place(behind, None, before, url_for("told_anew.put_in", **address, contracts=contracts), back, None)
    return _told(place) or redirect(back, 303)


@pages.get("/g/<token>/corrections/missing")
def missing(token: str) -> str:
    """What is missing, whose, and where?"""
    behind = load_draft(token)
    game = behind.game
    form = MissingForm(request.args)
    what = [*offered_contracts(game.rules), (VOID, _("A void deal")), (ADJUSTMENT, _("Adjustment"))]
    places = [(str(one.seq), _before(game, one)) for one in behind.record.counted if one.seq != behind.own_seq]
    form.offer(what, [(_END, _("At the very end")), *reversed(places)])
    before = next((one for one in behind.record.counted if str(one.seq) == form.before.data), None)
    king = before.entry.king if before else None
    running = game.king.seat if game.king else next((one.name for one in reversed(kings_in(behind.record))), "A")
    form.king.data = form.king.data or (running if king is None else king.name)
    left = game.left(form.king.data) if form.king.data in SEAT_NAMED else []
    first = next((value for value, _words in what if left and value.split("+")[0] in left), what[0][0])
    if game.rules.combining != "any":  # there the table ticks what was played together
        form.contracts.data = form.contracts.data or first
    return render_template("games/corrections/missing.html", game=game, form=form, changes=behind.said)


@pages.get("/g/<token>/deals/<int:seq>/note")
def note(token: str, seq: int) -> str | Response:
    """What is noted beside a deal; told, it leads to what it would change."""
    behind = load_draft(token)
    counted = behind.counted(seq)
    if not counted.entry.is_deal:
        raise NotFound
    form = NoteForm(request.args)
    if form.note.data is None:
        form.note.data = counted.entry.note
        return render_template(
            "games/corrections/note.html",
            game=behind.game,
            form=form,
            seq=seq,
            title=title_of(counted),
            changes=behind.said,
        )
    said = form.note.data.strip()
    body = {**counted.body, "note": said} if said else {k: v for k, v in counted.body.items() if k != "note"}
    return _to_review(token, behind.with_entry(seq, body))


def _before(game: GameView, counted: Counted) -> str:
    king = counted.entry.king
    if king is None:
        return _("Before %(deal)s", deal=title_of(counted))
    return _("Before %(deal)s (%(king)s’s kingdom)", deal=title_of(counted), king=game.called(king))


def _to_review(token: str, changes: str) -> Response:
    return redirect(url_for("corrections.new", token=token, changes=changes), 303)


def _told(place: Place) -> str | Response | tuple[str, int] | None:
    what = place.what
    if what is None:
        return None
    if what == VOID:
        return _void(place)
    return _adjustment(place) if isinstance(what, str) else _deal(place, what)


def _deal(place: Place, programme: ContractSet) -> str | Response | tuple[str, int]:
    form = deal_form(programme)()
    form.set_up(place.behind.record.rules, programme, place.behind.game.seq)
    form.king.data = place.king.name
    if request.method == "GET":
        if place.counted:
            form.fill_again(place.behind.record.rules, place.counted.body)
        else:
            form.fill_in(None)
        return _deal_page(place, form)
    form.complete()
    unsaid = form.form_refusals()
    form.blame(unsaid, place.behind.game.called)
    entry = form.entry(place.king)
    if unsaid or "preview" in request.form or form.blame_faults(entry, place.behind.game.called):
        return _deal_page(place, form), 422 if form.problems else 200
    entry |= _kept_of_deal(place, form, entry)
    return _looked_at(place, with_leaders(entry, place.counted.body) if place.counted else entry)


def _void(place: Place) -> str | Response | tuple[str, int]:
    form = VoidForm()
    form.prepare(place.behind.game.seq)
    form.offer(place.behind.game.rules)
    told = place.counted.body if place.counted else None
    if request.method == "GET":
        form.king.data = place.king.name
        form.reason.data = told["void"]["reason"] if told else None
        form.claimed_by.data = told["void"].get("claimed_by", "") if told else ""
        return _page("games/deals/void.html", place, form)
    entry = form.entry(place.king.name)
    if told and "contracts" in told:
        entry["contracts"] = told["contracts"]
    if form.blame_faults(entry, place.behind.game.called):
        return _page("games/deals/void.html", place, form), 422
    return _looked_at(place, entry)


def _adjustment(place: Place) -> str | Response | tuple[str, int]:
    form = AdjustmentForm()
    form.prepare(place.behind.game.seq)
    if request.method == "GET":
        if place.counted:
            form.fill_again(place.counted.body)
        return _page("games/deals/adjust.html", place, form)
    entry = form.entry()
    if form.blame_faults(entry, place.behind.game.called):
        return _page("games/deals/adjust.html", place, form), 422
    return _looked_at(place, entry)


def _kept_of_deal(place: Place, form: DealForm, entry: dict[str, Any]) -> dict[str, Any]:
    """What the form does not ask for. What was booked on somebody is noted anew when somebody else is named."""
    told = place.counted.body if place.counted else {}
    kept = {"note"} if entry.get("renege") == told.get("renege") else set()
    if not form.may_renege:
        kept = {"note", "renege"}
    return {name: said for name, said in told.items() if name in kept}


def _looked_at(place: Place, entry: dict[str, Any]) -> Response:
    behind = place.behind
    counted = place.counted
    changes = behind.with_entry(counted.seq, entry) if counted else behind.with_missing(place.before, entry)
    return _to_review(behind.game.token, changes)


def _page(template: str, place: Place, form: VoidForm | AdjustmentForm) -> str:
    game = _without(place, place.king.name)
    return render_template(
        template,
        game=game,
        form=form,
        action=place.action,
        back=place.back,
        wrong_url=place.wrong_url,
        correcting=place.correcting,
    )


def _deal_page(place: Place, form: DealForm) -> str:
    shown = _without(place, place.king.name)
    return render_template(
        "games/deals/new.html",
        game=shown,
        form=form,
        title=programme_name(form.programme),
        contracts=form.programme.contracts,
        points_table=pencil_table(place.behind.game, form),
        previous=None,
        preview=preview(shown, form),
        saved=None,
        action=place.action,
        back=place.back,
        wrong_url=place.wrong_url,
        correcting=place.correcting,
    )


def _without(place: Place, king: str) -> GameView:
    """The game as a form shows it that puts one entry right: the totals without it, its king and its number."""
    game, record, counted = place.behind.game, place.behind.record, place.counted
    at = record.counted.index(counted) + 1 if counted else 0
    own = next((deal for deal in place.behind.played.game.deals if deal.entry == at), None)
    moved = counted.entry.adjustment if counted else None
    points = own.points if own else moved or NO_POINTS
    seats = tuple(
        replace(seat, total=seat.total - points[SEAT_NAMED[seat.seat]], is_king=seat.seat == king)
        for seat in game.seats
    )
    of_king = next(seat for seat in seats if seat.is_king)
    return replace(game, seats=seats, king=of_king, deal_number=_number(place), announcement=None)


def _number(place: Place) -> int:
    """Which deal of the game it would be: one more than were played before it."""
    told = place.behind.record.counted
    at = place.counted.seq if place.counted else place.before
    before = told[: next((index for index, one in enumerate(told) if one.seq == at), len(told))]
    return 1 + sum(one.entry.is_deal and one.seq != place.behind.own_seq for one in before)
