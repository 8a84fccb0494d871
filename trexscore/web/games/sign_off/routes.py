"""Signing off one finished kingdom or all of them: each player on their own phone, or on the scorer's."""

from collections.abc import Iterable, Iterator

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest, Forbidden
from werkzeug.wrappers import Response

from trexscore.commands.games.record_entry import record_possible_entries
from trexscore.commands.recording import Command
from trexscore.game.builder import fold_game
from trexscore.game.events.sign_off_and_confirmation import KingdomSigned
from trexscore.game.events.undo import EntryUndone
from trexscore.game.scorer_answers import seats_answered_by_scorer
from trexscore.ledger.chain import Body
from trexscore.ledger.entry_refusal import EntryRefusal
from trexscore.rules.seats import SEAT_BY_LETTER, SEATS, Seat
from trexscore.web.games import score_sheet
from trexscore.web.games.access import (
    command_from_form,
    load_fold_entries,
    load_record,
    load_view_and_scope,
    open_to_answer_for,
    record_form_entry,
    requested_seat,
)
from trexscore.web.games.counting_clubs import summarize_counting_clubs
from trexscore.web.games.entry_form import EntryForm
from trexscore.web.games.scorer_answers import joined_names_signed_off_for
from trexscore.web.games.sign_off.presenter import (
    finished_kingdoms,
    player_sign_off_actions,
)
from trexscore.web.games.view import GameView
from trexscore.web.limits import enforce_limit

pages = Blueprint("sign_offs", __name__)


@pages.get("/g/<token>/sign-off")
def show(token: str) -> str:
    """All finished kingdoms in short, and who has signed off all of them."""
    game, scope = load_view_and_scope(token)
    entries = load_fold_entries(scope.game_id)
    record = fold_game(entries)
    kingdoms = finished_kingdoms(game, score_sheet.kingdom_blocks(game, record, record.play().game))
    clubs = summarize_counting_clubs(scope, is_game_complete=game.complete)
    return render_template(
        "games/sign_off/sign_off.html",
        game=game,
        kingdoms=kingdoms,
        player_sign_offs=player_sign_off_actions(game, [finished.sign_off for finished in kingdoms]),
        joined_names_signed_off_by_scorer=joined_names_signed_off_for(
            game, seats_answered_by_scorer(record, entries), [finished.kingdom.king_letter for finished in kingdoms]
        ),
        adjustments=score_sheet.adjustment_rows(record),
        sign_off_status=clubs.sign_off_status,
        game_night_url=None if clubs.reader_night is None else clubs.reader_night.url,
    )


@pages.post("/g/<token>/sign-off")
def create_all(token: str) -> Response:
    """Record a player's sign-off of every kingdom shown to them. Kingdoms that changed since then give a problem."""
    seat = requested_seat(token)
    seen_digest_by_king = {king: digest for king in SEAT_BY_LETTER if (digest := request.form.get(f"kingdom_{king}"))}
    if not seen_digest_by_king:
        raise BadRequest
    game = open_to_answer_for(token, seat)
    form = EntryForm(game.seq)
    _record_all(
        game, form, _sign_off_commands(form, game, seat, seen_digest_by_king), already_done_code="already_agreed"
    )
    return redirect(url_for("sign_offs.show", token=token), 303)


@pages.post("/g/<token>/sign-off/withdrawal")
def withdraw(token: str) -> Response:
    """Undo what the scorer's phone has signed off for a player, for each named kingdom that has not changed since."""
    seat = SEAT_BY_LETTER[requested_seat(token)]
    game = open_to_answer_for(token, seat.name)
    if not game.can_write:
        raise Forbidden
    form = EntryForm(game.seq)
    _record_all(game, form, _undo_sign_off_commands(form, game, seat), already_done_code="already_taken_back")
    king = request.form.get("kingdom", "")
    if king in SEAT_BY_LETTER:
        return redirect(f"{url_for('explain.kingdom', token=token, letter=king)}#agreement", 303)
    return redirect(url_for("sign_offs.show", token=token), 303)


@pages.post("/g/<token>/kingdoms/<king>/sign-off")
def create(token: str, king: str) -> Response:
    """Record a player's sign-off of one kingdom. Problems are shown on the kingdom's page."""
    seat = requested_seat(token)
    if king not in SEAT_BY_LETTER:
        raise BadRequest
    game = open_to_answer_for(token, seat)
    form = EntryForm.ignoring_newer_entries(game.seq)  # the digest decides whether the kingdom is unchanged
    digest = request.form.get(f"kingdom_{king}") or request.form.get("digest", "")
    record_form_entry(game, form, _sign_off_body(king, seat, digest))
    form.flash_problems()
    page = url_for("explain.kingdom", token=token, letter=king)
    return redirect(page if form.problems else f"{page}#agreement", 303)  # problems are shown at the top


def _record_all(game: GameView, form: EntryForm, commands: Iterable[Command], *, already_done_code: str) -> None:
    """Record what is possible and show why the rest is not. What another phone has just done is not a problem."""
    for outcome in record_possible_entries(game.game_id, [*commands]):
        if isinstance(outcome, EntryRefusal):
            form.add_problems(
                (refusal for refusal in outcome.refusals if refusal.code != already_done_code), game.name_of
            )
    form.flash_problems()


def _sign_off_commands(
    form: EntryForm, game: GameView, seat_letter: str, seen_digest_by_king: dict[str, str]
) -> Iterator[Command]:
    """A sign-off for each kingdom. Keys are derived from the form's key, so that sending twice records once."""
    sender = command_from_form(game, form)
    for king, digest in seen_digest_by_king.items():
        enforce_limit("write", game.token)
        yield sender.derived_command(f"{seat_letter} {king}", _sign_off_body(king, seat_letter, digest))


def _undo_sign_off_commands(form: EntryForm, game: GameView, seat: Seat) -> Iterator[Command]:
    """An undo for each sign-off, with keys derived from the form's key."""
    seen_digest_by_king = {king: request.form.get(f"kingdom_{king.name}") for king in SEATS}
    record = load_record(game.game_id)
    unchanged = {
        agreement.king
        for agreement in record.kingdom_sign_offs(record.play().game)
        if seen_digest_by_king[agreement.king] == agreement.digest
    }
    sender = command_from_form(game, form)
    for sign_off in record.sign_offs:
        if sign_off.seat is seat and sign_off.by_scorer and sign_off.king in unchanged:
            enforce_limit("write", game.token)
            yield sender.derived_command(f"{seat.name} {sign_off.seq}", EntryUndone.flat_body_of(sign_off.seq))


def _sign_off_body(king_letter: str, seat_letter: str, digest: str) -> Body:
    return KingdomSigned.body_of({"kingdom": king_letter, "seat": seat_letter, "digest": digest})
