"""The derived `game_state` row of each game: its state, ready to be sent."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from trexscore.db.models import GameState, db, tables_of_models
from trexscore.db.raw_sql import read_first_row
from trexscore.db.stored_json import encode_json
from trexscore.db.upserts import upsert_rows
from trexscore.game.state import State

FOLD_ERRORS = (AttributeError, LookupError, TypeError, ValueError)
"""Errors that folding a journal can raise if its bodies were tampered with."""


class _ResultExcerpt(msgspec.Struct):
    complete: bool


class _StateExcerpt(msgspec.Struct):
    result: _ResultExcerpt


_decode_state_excerpt = msgspec.json.Decoder(_StateExcerpt).decode
decode_state = msgspec.json.Decoder(State).decode
"""Decode a state from JSON."""
(_GAME_STATE,) = tables_of_models(GameState)


def store_state(session: Session, game_id: int, state: State) -> str:
    """Store the state of a game and clear its draft. Returns the state as JSON."""
    state_json = encode_json(state)
    row = {"seq": state.seq, "state": state_json, "draft": None, "has_open_dispute": has_open_dispute(state)}
    upsert_rows(session, _GAME_STATE, [{"game_id": game_id, **row}])
    return state_json


def has_open_dispute(state: State) -> bool:
    return any(dispute.end is None for dispute in state.disputes)


class CurrentState(NamedTuple):
    """A game's last `seq`, its digest, its state and its draft as JSON, all read in one statement."""

    last_seq: int
    last_digest: str
    state_json: str
    draft_json: str | None


def read_current_state(game_id: int) -> CurrentState:
    """Read the current state of a game; it includes the draft. Raises `LookupError` if there is none."""
    row = read_first_row(_READ_CURRENT_STATE, game_id)
    if row is None:
        raise LookupError(f"game {game_id} has no state")
    seq, digest, state, draft = row
    return CurrentState(seq, digest, state if draft is None else _add_draft(state, draft), draft)


def _add_draft(state_json: str, draft_json: str) -> str:
    """Add the draft as the last field of the state. Nothing is decoded, because phones ask for states all the time.

    This is right because `encode_json` writes a stored state: an object that ends with its brace and has at least one
    field. It has no draft of its own, since the fold that it comes from knows none.
    """
    return f'{state_json.removesuffix("}")},"draft":{draft_json}}}'


_READ_CURRENT_STATE = (
    "SELECT game_state.seq, game.last_digest, game_state.state, game_state.draft "
    "FROM game_state JOIN game ON game.id = game_state.game_id "
    "WHERE game_state.game_id = ?"
)


def read_state_json(game_id: int) -> str:
    return read_current_state(game_id).state_json


def is_game_complete(state_json: str) -> bool:
    """Return whether this state is of a complete game. Decodes nothing else of it."""
    return _decode_state_excerpt(state_json).result.complete


def read_states_by_game(game_ids: Sequence[int]) -> dict[int, State]:
    rows = db.session.execute(select(GameState.game_id, GameState.state).where(GameState.game_id.in_(game_ids)))
    return {game_id: decode_state(state) for game_id, state in rows}
