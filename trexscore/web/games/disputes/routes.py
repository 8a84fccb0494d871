"""Disputing an entry, answering a dispute, resolving it and opening it again."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import Forbidden
from werkzeug.wrappers import Response

from trexscore.commands.games.record_entry import record_entry_if_possible
from trexscore.game.builder import fold_game
from trexscore.game.events.dispute import DisputeAnswered, DisputeRaised, DisputeReopened, DisputeResolved
from trexscore.game.policy import REFEREE
from trexscore.game.scorer_answers import seats_answered_by_scorer
from trexscore.rules.seats import SEAT_BY_LETTER
from trexscore.web.games.access import (
    link_and_device_of_request,
    load_fold_entries,
    open_for_correction,
    open_for_dispute,
    open_for_reader,
    open_to_answer_for,
    record_form_entry,
    requested_seat,
)
from trexscore.web.games.correction_effects.forms import CorrectionForm, disputed_entry_seq, parse_changes
from trexscore.web.games.disputes.presenter import disputes_about, entry_dispute_rows
from trexscore.web.games.entry_form import EntryForm
from trexscore.web.games.token_access import load_scope
from trexscore.web.games.view import GameView
from trexscore.web.rendering import translate as _

pages = Blueprint("disputes", __name__)


@pages.get("/g/<token>/disputes")
def show(token: str) -> str:
    """All disputes: those about an entry link to its page, those about the whole game are shown here."""
    game = open_for_reader(token)
    entries = load_fold_entries(game.game_id)
    record = fold_game(entries)
    return render_template(
        "games/disputes/disputes.html",
        game=game,
        entry_dispute_rows=entry_dispute_rows(game, record),
        resolved=entry_dispute_rows(game, record, resolved=True),
        disputes=disputes_about(game, record, None, seats_answered_by_scorer(record, entries)),
    )


@pages.post("/g/<token>/disputes")
def create(token: str) -> Response:
    """Raise a dispute about an entry, with or without a proposed correction."""
    load_scope(token)
    seat = request.form.get("seat", "")
    if seat not in SEAT_BY_LETTER:
        flash(_("Choose the player who raises the dispute."), "problem")
        back_url = request.form.get("back", "")
        is_of_game = back_url.startswith(url_for("table.show", token=token) + "/")
        return redirect(back_url if is_of_game else url_for("sheet.show", token=token), 303)
    game = open_to_answer_for(token, seat)
    form = CorrectionForm(game.seq)
    changes = parse_changes(form.changes.data)
    entry = disputed_entry_seq(changes, request.form.get("about", ""))
    disputed_entry_field = {} if entry is None else {"about": entry}
    dispute = {"seat": seat, "reason": form.chosen_reason(), "changes": changes, **disputed_entry_field}
    record_form_entry(game, form, DisputeRaised.body_of(dispute))
    return _redirect_to_disputes(game, form, entry)


@pages.post("/g/<token>/disputes/<int:dispute_seq>/answer")
def answer(token: str, dispute_seq: int) -> Response:
    """Agree or disagree with a dispute. It is resolved once all players whose points change give the same answer."""
    seat = requested_seat(token)
    game = open_to_answer_for(token, seat)
    agrees = request.form.get("agrees") == "yes"
    form = EntryForm.ignoring_newer_entries(game.seq)
    if record_form_entry(game, form, DisputeAnswered.body_of({"dispute": dispute_seq, "seat": seat, "agrees": agrees})):
        resolution = DisputeResolved.body_of({"dispute": dispute_seq, "as": "proposed" if agrees else "as_it_stands"})
        record_entry_if_possible(game.game_id, resolution, link_and_device_of_request(game))
    return _redirect_to_disputes(game, form, _disputed_entry_seq(game, dispute_seq))


@pages.post("/g/<token>/disputes/<int:dispute_seq>/end")
def resolve_or_withdraw(token: str, dispute_seq: int) -> Response:
    """Resolve a dispute as the referee, with a reason, or withdraw one's own."""
    ending, seat = request.form.get("as", ""), request.form.get("seat", "")
    if ending == "withdrawn":
        game = open_to_answer_for(token, seat)
        resolution = {"seat": seat}
    else:
        game = open_for_correction(token)
        if game.permission != "referee":
            raise Forbidden
        resolution = {"by": REFEREE, "reason": request.form.get("reason", "").strip()}
    form = EntryForm.ignoring_newer_entries(game.seq)
    record_form_entry(game, form, DisputeResolved.body_of({"dispute": dispute_seq, "as": ending, **resolution}))
    return _redirect_to_disputes(game, form, _disputed_entry_seq(game, dispute_seq))


@pages.post("/g/<token>/disputes/<int:dispute_seq>/reopen")
def reopen(token: str, dispute_seq: int) -> Response:
    """Reopen a dispute, with a reason."""
    game = open_for_dispute(token)
    form = EntryForm.ignoring_newer_entries(game.seq)
    seat = request.form.get("seat", "")
    if game.permission != "referee" and seat not in SEAT_BY_LETTER:
        flash(_("Choose the player who raises the dispute."), "problem")
    else:
        reopened_by = {"by": REFEREE} if game.permission == "referee" else {"seat": seat}
        body = {"dispute": dispute_seq, "reason": request.form.get("reason", "").strip(), **reopened_by}
        record_form_entry(game, form, DisputeReopened.body_of(body))
    return _redirect_to_disputes(game, form, _disputed_entry_seq(game, dispute_seq))


def _disputed_entry_seq(game: GameView, dispute_seq: int) -> int | None:
    return next((dispute.about for dispute in game.state.disputes if dispute.seq == dispute_seq), None)


def _redirect_to_disputes(game: GameView, form: EntryForm, disputed_seq: int | None) -> Response:
    form.flash_problems()
    if disputed_seq is None:
        page = url_for("game_corrections.ask_what_to_correct", token=game.token)
    else:
        page = url_for("explain.entry", token=game.token, seq=disputed_seq)
    return redirect(page if form.problems else f"{page}#disputes", 303)  # problems are shown at the top
