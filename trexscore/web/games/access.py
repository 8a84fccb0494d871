"""From a link to the game that its page shows."""

import uuid
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from flask import request
from werkzeug.exceptions import Forbidden

from trexscore.commands.games.record_entry import MovedOn, Request, Written, write_entry
from trexscore.db.game_states import decode_state, state_text
from trexscore.db.journals import GAMES
from trexscore.db.models import db
from trexscore.db.tokens import Permission, Scope
from trexscore.game.event import GameLink
from trexscore.game.events import event_type_of
from trexscore.game.file.entries import read_contracts
from trexscore.game.judge import Refused
from trexscore.game.permissions import may_write
from trexscore.rules.cards import Contract
from trexscore.rules.contract_set import ContractSet, contract_set_of
from trexscore.rules.seats import SEAT_NAMED, Seat
from trexscore.web.device import device
from trexscore.web.games.author import author_in
from trexscore.web.games.contract_names import programme_name
from trexscore.web.games.entry_form import EntryForm
from trexscore.web.games.token_access import link_as_json, open_game
from trexscore.web.games.view import GameView, game_view
from trexscore.web.language import reader_language
from trexscore.web.limits import count
from trexscore.web.rendering import isolated
from trexscore.web.rendering import translate as _

ASK_WHO = "who"
"""In an address: the form is to ask who did not follow suit."""


def open_with_scope(token: str, king: str | None = None) -> tuple[GameView, Scope]:
    """The game's view, for anybody with a link, and what the link gives."""
    scope = open_game(token)
    view = view_of(token, scope.may, state_text(scope.game_id), king, scope.seat)
    return replace(view, rematch=scope.rematch), scope


def open_for_reader(token: str, king: str | None = None) -> tuple[GameView, int]:
    """The game's view and number, for anybody with a link."""
    game, scope = open_with_scope(token, king)
    return game, scope.game_id


def view_of(token: str, may: Permission, state: str, king: str | None, seat: str | None = None) -> GameView:
    """The view of a state, as it stands in the database."""
    return game_view(token, may, decode_state(state), king, seat)


def open_for_seat(token: str, seat: str) -> tuple[GameView, int]:
    """The same for whoever may say something in the name of a seat."""
    game, game_id = open_for_reader(token)
    if not game.speaks_for(seat):
        raise Forbidden
    return game, game_id


def open_for_scorer(token: str, king: str | None = None) -> tuple[GameView, int]:
    """The same for whoever may write; a reading link is told so."""
    game, game_id = open_for_reader(token, king)
    if not game.can_write:
        raise Forbidden
    return game, game_id


def open_for_dispute(token: str) -> tuple[GameView, int]:
    """The same for whoever may at least object to what stands there."""
    game, game_id = open_for_reader(token)
    if not game.may_object:
        raise Forbidden
    return game, game_id


def open_for_correction(token: str) -> tuple[GameView, int]:
    """The same for whoever may put right what was entered: the scorers and the referee."""
    game, game_id = open_for_reader(token)
    if not game.may_correct:
        raise Forbidden
    return game, game_id


def submit(game: GameView, game_id: int, form: EntryForm, body: dict[str, Any]) -> bool:
    """Write what a form says. Where it cannot be, the form says why and keeps what was typed."""
    count("write", game.token)
    if not may_write(GameLink(game.may, game.own_seat), event_type_of(body).wire, body):
        raise Forbidden
    after = int(form.after.data or 0)
    key = form.key.data or str(uuid.uuid4())
    written = write_entry(game_id, Request(key, after, author_in(game), None, body, link_of_request(game)))
    if isinstance(written, Written):
        if written.new or "take_back" in body or not _is_taken_back(game_id, written.seq):
            return True
        form.renew(game.seq)
        form.problems.append(_("This was saved before, then undone. Save it again to record it as a new entry."))
    if isinstance(written, Refused):
        if any(refusal.code == "key_reused" for refusal in written.refusals):
            form.renew(game.seq)
            form.problems.append(
                _("This page was saved before, with other answers. Check the game; if this is right too, save it.")
            )
        else:
            form.blame(written.refusals, game.called)
    if isinstance(written, MovedOn):
        form.after.data = str(written.seq)
        form.problems.append(_moved_on(game, game_id, body))
    return False


def link_of_request(game: GameView) -> dict[str, Any]:
    """Which link and which device this request comes from, as an entry says it."""
    return link_as_json(game.may, game.own_seat, device())


def _is_taken_back(game_id: int, seq: int) -> bool:
    return any(
        one.kind == "take_back" and one.body is not None and one.body.get("take_back") == seq
        for one in GAMES.told(db.session(), game_id)
    )


def _moved_on(game: GameView, game_id: int, body: dict[str, Any]) -> str:
    """What another phone has written meanwhile: above all, whether it is this very deal."""
    now = view_of(game.token, game.may, state_text(game_id), None)
    for deal in reversed(now.state.result.deals):
        if deal.king == body.get("king") and set(deal.contracts) & set(body.get("contracts", ())):
            return _(
                "Another phone just saved this: %(contracts)s: %(points)s. Check the game before you save.",
                contracts=programme_name(contract_set_of(tuple(map(Contract, deal.contracts)))),
                points=reader_language().listed(
                    [
                        f"{isolated(seat.name)} {isolated(reader_language().change(deal.points[seat.seat]))}"
                        for seat in now.seats
                        if deal.points[seat.seat]
                    ]
                ),
            )
    return _("Someone else saved an entry in this game. Check the game; if this is still right, save it again.")


def requested_king() -> str | None:
    """The king that the page was asked for, where the rules leave open who is."""
    king = request.values.get("king", "")
    return king if king in SEAT_NAMED else None


def requested_contracts() -> ContractSet | None:
    """The contracts asked for: joined by a plus, or said one by one by the boxes of the table page."""
    return programme_in(request.values.getlist("contracts"))


def programme_in(said: Iterable[str]) -> ContractSet | None:
    """The contracts that an address or several boxes name."""
    return read_contracts(contracts_in(said), [])


def contracts_in(said: Iterable[str]) -> list[str]:
    """The same as names, whether there are such contracts or not."""
    return [name for one in said for name in one.replace(" ", "+").split("+") if name]


def requested_revoke() -> str | None:
    """Whether somebody has come to say who did not follow suit: a seat, or that it is to be asked."""
    said = request.args.get("renege", "")
    return said if said in SEAT_NAMED else (ASK_WHO if said else None)


def king_of(game: GameView) -> Seat | None:
    """The king of the next deal."""
    return None if game.king is None else SEAT_NAMED[game.king.seat]
