"""Signing off a kingdom, or all that are finished: each of the four, on their own phone or on the scorer's."""

import uuid
from collections.abc import Iterator

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest, Forbidden
from werkzeug.wrappers import Response

from trexscore.commands.games.record_entry import Request, write_those_that_can_be
from trexscore.db.journals import GAMES
from trexscore.db.models import db
from trexscore.game.builder import fold
from trexscore.game.judge import Refused
from trexscore.game.scorer_link import answered_by_scorer
from trexscore.ledger.chain import Body
from trexscore.rules.seats import SEAT_NAMED, SEATS, Seat
from trexscore.web.games.access import link_of_request, open_for_seat, open_with_scope, submit
from trexscore.web.games.author import author_in
from trexscore.web.games.club_context import club_context
from trexscore.web.games.entry_form import EntryForm
from trexscore.web.games.scorer_link import signed_off_for
from trexscore.web.games.sheet import presenter as sheets
from trexscore.web.games.sign_off.presenter import in_short, signers_of
from trexscore.web.games.small_forms import PlainForm
from trexscore.web.games.token_access import open_game
from trexscore.web.games.view import GameView
from trexscore.web.limits import count

pages = Blueprint("agreements", __name__)


@pages.get("/g/<token>/agreement")
def show(token: str) -> str:
    """Every kingdom that is over, in short, and who of the four has agreed on all of them."""
    game, scope = open_with_scope(token)
    entries = GAMES.told(db.session(), scope.game_id)
    record = fold(entries)
    kingdoms = in_short(game, sheets.kingdoms(game, record, record.play().game))
    clubs = club_context(scope, complete=game.complete)
    return render_template(
        "games/sign_off/agreement.html",
        game=game,
        kingdoms=kingdoms,
        signers=signers_of(game, [one.agreement for one in kingdoms]),
        by_scorer=signed_off_for(game, answered_by_scorer(record, entries), [one.agreement.king for one in kingdoms]),
        adjustments=sheets.agreements(record),
        agreement=clubs.agreement,
        evening_url=None if clubs.evening is None else clubs.evening.url,
        form=PlainForm(blank=True),
        key=str(uuid.uuid4()),
    )


@pages.post("/g/<token>/agreement")
def create_all(token: str) -> Response:
    """Write that somebody agrees with every kingdom that they were shown. What has changed since is said."""
    open_game(token)
    seat = request.form.get("seat", "")
    seen = {king: digest for king in SEAT_NAMED if (digest := request.form.get(f"kingdom_{king}"))}
    if seat not in SEAT_NAMED or not seen:
        raise BadRequest
    game, game_id = open_for_seat(token, seat)
    form = EntryForm()
    form.prepare(game.seq)
    for outcome in write_those_that_can_be(game_id, [*_entries(form, game, seat, seen)]):
        if isinstance(outcome, Refused):
            # Whoever taps for somebody who has just said so on another phone has what they wanted.
            form.blame((one for one in outcome.refusals if one.code != "already_agreed"), game.called)
    for problem in form.problems:
        flash(problem, "problem")
    return redirect(url_for("agreements.show", token=token), 303)


@pages.post("/g/<token>/agreement/withdrawal")
def withdraw(token: str) -> Response:
    """Undo what the scorer's phone has signed off for a player: each kingdom named that is still as it was shown."""
    open_game(token)
    seat = SEAT_NAMED.get(request.form.get("seat", ""))
    if seat is None:
        raise BadRequest
    game, game_id = open_for_seat(token, seat.name)
    if not game.can_write:
        raise Forbidden
    form = EntryForm()
    form.prepare(game.seq)
    for outcome in write_those_that_can_be(game_id, [*_undoing(form, game, game_id, seat)]):
        if isinstance(outcome, Refused):
            form.blame((one for one in outcome.refusals if one.code != "already_taken_back"), game.called)
    for problem in form.problems:
        flash(problem, "problem")
    king = request.form.get("of", "")
    if king in SEAT_NAMED:
        return redirect(f"{url_for('why.kingdom', token=token, letter=king)}#agreement", 303)
    return redirect(url_for("agreements.show", token=token), 303)


@pages.post("/g/<token>/kingdoms/<king>/agreement")
def create(token: str, king: str) -> Response:
    """Write that somebody agrees with what they see. What went wrong is said on the kingdom's page."""
    open_game(token)
    seat = request.form.get("seat", "")
    if seat not in SEAT_NAMED or king not in SEAT_NAMED:
        raise BadRequest
    game, game_id = open_for_seat(token, seat)
    form = EntryForm()
    form.prepare(game.seq)
    form.after.data = str(game.seq)  # whatever was written meanwhile, the digest says whether this kingdom is the same
    said = _agreed(king, seat, request.form.get(f"kingdom_{king}") or request.form.get("digest", ""))
    submit(game, game_id, form, said)
    for problem in form.problems:
        flash(problem, "problem")
    page = url_for("why.kingdom", token=token, letter=king)
    return redirect(page if form.problems else f"{page}#agreement", 303)  # what is wrong stands at the top


def _entries(form: EntryForm, game: GameView, seat: str, seen: dict[str, str]) -> Iterator[Request]:
    """An entry for each kingdom. Their keys follow from the form's: sent twice, it says the same once."""
    sent, author, by = uuid.UUID(form.key.data), author_in(game), link_of_request(game)
    for king, digest in seen.items():
        count("write", game.token)
        key = str(uuid.uuid5(sent, f"{seat} {king}"))
        yield Request(key, 0, author, None, _agreed(king, seat, digest), by)


def _undoing(form: EntryForm, game: GameView, game_id: int, seat: Seat) -> Iterator[Request]:
    """An entry for each sign-off that is undone; their keys follow from the form's."""
    seen = {king: request.form.get(f"kingdom_{king.name}") for king in SEATS}
    record = fold(GAMES.told(db.session(), game_id))
    held = {one.king: one.digest for one in record.agreements(record.play().game) if seen[one.king] == one.digest}
    sent, author, by = uuid.UUID(form.key.data), author_in(game), link_of_request(game)
    for said in record.agreed:
        if said.seat is seat and said.by_scorer and said.king in held:
            count("write", game.token)
            key = str(uuid.uuid5(sent, f"{seat.name} {said.seq}"))
            yield Request(key, 0, author, None, {"take_back": said.seq}, by)


def _agreed(king: str, seat: str, digest: str) -> Body:
    return {"agreed": {"kingdom": king, "seat": seat, "digest": digest}}
