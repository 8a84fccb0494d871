"""Loads the game of a link for a page, and records what a page's form says."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from flask import request
from werkzeug.exceptions import BadRequest, Forbidden

from trexscore.commands.games.record_entry import record_game_entry
from trexscore.commands.recording import Command, Conflict
from trexscore.db.game_links import TokenScope
from trexscore.db.game_states import decode_state, read_state_json
from trexscore.db.journals import GAMES
from trexscore.db.models import db
from trexscore.game.builder import fold_game, undone_seqs
from trexscore.game.event import EntryLink
from trexscore.game.events import event_type_of_body
from trexscore.game.events.undo import EntryUndone
from trexscore.game.file.entries import read_contract_set
from trexscore.game.permissions import may_write
from trexscore.game.record import Record
from trexscore.ledger.chain import Body, FoldEntry
from trexscore.rules.contract_set import ContractSet, contract_set_of_names
from trexscore.rules.seats import SEAT_BY_LETTER, Seat
from trexscore.web.device import device_label
from trexscore.web.games.author import author_name_in
from trexscore.web.games.entry_form import EntryForm
from trexscore.web.games.entry_titles import contract_set_name
from trexscore.web.games.token_access import link_and_device_json, load_scope
from trexscore.web.games.view import GameView, game_view
from trexscore.web.language import reader_language
from trexscore.web.limits import enforce_limit
from trexscore.web.rendering import isolate_name
from trexscore.web.rendering import translate as _

_ASK_WHO_REVOKED = "ask"
"""In place of a seat: the form asks who did not follow suit."""


def load_view_and_scope(token: str, chosen_king_letter: str | None = None) -> tuple[GameView, TokenScope]:
    """The game's view for any link, and the scope of that link. Raises 404 for an unknown token."""
    scope = load_scope(token)
    state = decode_state(read_state_json(scope.game_id))
    view = game_view(token, scope.permission, state, chosen_king_letter, scope.seat_letter)
    return replace(view, game_id=scope.game_id, rematch_token=scope.rematch_token), scope


def open_for_reader(token: str, chosen_king_letter: str | None = None) -> GameView:
    """The game's view, for any link. Raises 404 for an unknown token, as the functions below do."""
    return load_view_and_scope(token, chosen_king_letter)[0]


def open_to_answer_for(token: str, seat_letter: str) -> GameView:
    """The view, for a link that may answer for this seat. Raises 403."""
    game = open_for_reader(token)
    return _require_permission(game, granted=game.may_answer_for(seat_letter))


def open_for_scorer(token: str, chosen_king_letter: str | None = None) -> GameView:
    """The view, for a link that may record entries. Raises 403."""
    game = open_for_reader(token, chosen_king_letter)
    return _require_permission(game, granted=game.can_write)


def open_for_owner(token: str) -> GameView:
    """The view, for the owner link. Raises 403."""
    game = open_for_reader(token)
    return _require_permission(game, granted=game.permission == "own")


def open_for_dispute(token: str) -> GameView:
    """The view, for a link that may at least raise a dispute. Raises 403."""
    game = open_for_reader(token)
    return _require_permission(game, granted=game.may_dispute)


def open_for_correction(token: str) -> GameView:
    """The view, for a link that may correct entries: a scorer's or the referee's. Raises 403."""
    game = open_for_reader(token)
    return _require_permission(game, granted=game.may_correct)


def _require_permission(game: GameView, *, granted: bool) -> GameView:
    if not granted:
        raise Forbidden
    return game


def load_fold_entries(game_id: int) -> Sequence[FoldEntry]:
    """All entries of a game's journal, in order."""
    return GAMES.read_fold_entries(db.session(), game_id)


def load_record(game_id: int) -> Record:
    """A game's record, folded from its journal."""
    return fold_game(load_fold_entries(game_id))


def record_form_entry(game: GameView, form: EntryForm, body: Body) -> bool:
    """Record an entry; True if it is recorded now. Otherwise the form's problems say why, and its fields stay filled.

    Raises 403 if the link may not record it.
    """
    enforce_limit("write", game.token)
    event = event_type_of_body(body)
    if not may_write(EntryLink(game.permission, game.own_seat), event.stored_kind, body):
        raise Forbidden
    command = command_from_form(game, form, body)._replace(last_seen_seq=int(form.after.data or 0))
    outcome = record_game_entry(game.game_id, command)
    if isinstance(outcome, Conflict):
        form.after.data = str(outcome.last_seq)
        form.problems.append(_describe_newer_entry(game, body))
        return False
    recorded_entry = form.unwrap_outcome(outcome, game.name_of)
    if recorded_entry is None:
        return False
    if (
        recorded_entry.is_new
        or event is EntryUndone
        or recorded_entry.seq not in undone_seqs(load_fold_entries(game.game_id))
    ):
        return True
    form.renew_key()
    form.problems.append(_("This was saved before, then undone. Save it again to record it as a new entry."))
    return False


def command_from_form(game: GameView, form: EntryForm, body: Body | None = None) -> Command:
    """The command of the person who sends the form; without a body, for another to fill."""
    return Command(form.entry_key, body or {}, author_name_in(game), link=link_and_device_of_request(game))


def link_and_device_of_request(game: GameView) -> Body:
    """The link and the device of this request, as an entry stores them."""
    return link_and_device_json(game.permission, game.own_seat, device_label())


def _describe_newer_entry(game: GameView, unsaved_body: Body) -> str:
    """Says that another phone saved an entry in between. If it is this same deal, says so with its points."""
    current_game = game_view(game.token, game.permission, decode_state(read_state_json(game.game_id)))
    for deal in reversed(current_game.state.result.deals):
        if deal.king == unsaved_body.get("king") and set(deal.contracts) & set(unsaved_body.get("contracts", ())):
            language = reader_language()
            points_texts = [
                f"{isolate_name(seat.name)} {isolate_name(language.signed_number(deal.points[seat.seat]))}"
                for seat in current_game.seats
                if deal.points[seat.seat]
            ]
            return _(
                "Another phone just saved this: %(contracts)s: %(points)s. Check the game before you save.",
                contracts=contract_set_name(contract_set_of_names(deal.contracts)),
                points=language.join_list(points_texts),
            )
    return _("Someone else saved an entry in this game. Check the game; if this is still right, save it again.")


def requested_seat(token: str) -> str:
    """The seat in the form. Raises 404 for an unknown token, then 400 for an unknown seat."""
    load_scope(token)
    seat = request.form.get("seat", "")
    if seat not in SEAT_BY_LETTER:
        raise BadRequest
    return seat


def requested_king() -> str | None:
    """The seat in the address's `king`, used where the rules leave the king open."""
    king = request.values.get("king", "")
    return king if king in SEAT_BY_LETTER else None


def requested_contracts() -> ContractSet | None:
    """The contracts in the address: joined by a plus, or one per value, as the boxes of the table page send them."""
    return parse_contracts(request.values.getlist("contracts"))


def parse_contracts(values: Iterable[str]) -> ContractSet | None:
    """The contracts that these values of an address name; None unless they are valid."""
    return read_contract_set(split_contract_names(values), [])


def split_contract_names(values: Iterable[str]) -> list[str]:
    """The single names in these values, unchecked."""
    return [name for value in values for name in value.replace(" ", "+").split("+") if name]


def requested_revoked_by() -> str | None:
    """The address's `renege`: the seat that did not follow suit, `ask` if the form must ask for it, or None."""
    requested_seat_letter = request.args.get("renege", "")
    return (
        requested_seat_letter
        if requested_seat_letter in SEAT_BY_LETTER
        else (_ASK_WHO_REVOKED if requested_seat_letter else None)
    )


def king_of_next_deal(game: GameView) -> Seat | None:
    """The king of the next deal."""
    return None if game.king is None else SEAT_BY_LETTER[game.king.seat]
