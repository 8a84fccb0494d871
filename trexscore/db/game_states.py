"""The derived row of each game: its state, ready to be sent."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, insert, inspect, select, text, update
from sqlalchemy.orm import Session

from trexscore.db.models import Base, Board, db
from trexscore.db.raw_sql import read_row
from trexscore.game.builder import fold
from trexscore.game.state import State, state_of
from trexscore.ledger.chain import FoldEntry

UNFIT = (AttributeError, LookupError, TypeError, ValueError)
"""What a fold raises over a journal that was tampered with: anything may stand in a body then."""


class _Over(msgspec.Struct):
    complete: bool


class _Outline(msgspec.Struct):
    result: _Over


_encode = msgspec.json.Encoder().encode
_decode_outline = msgspec.json.Decoder(_Outline).decode
decode_state = msgspec.json.Decoder(State).decode
"""The state in JSON."""
_BOARD = Base.metadata.tables["board"]


def insert_state(session: Session, game_id: int, state: State) -> str:
    """Write a new game's derived row. Gives it as it is sent."""
    written = _encode(state).decode()
    row = {"seq": state.seq, "state": written, "has_open_dispute": has_open_dispute(state)}
    session.execute(insert(_BOARD), {"game_id": game_id, **row})
    return written


def update_state(session: Session, game_id: int, state: State) -> str:
    """Write a game's derived row anew, without a draft. Gives it as it is sent."""
    written = _encode(state).decode()
    row = {"seq": state.seq, "state": written, "has_open_dispute": has_open_dispute(state)}
    session.execute(_REPLACED, {"game": game_id, **row, "draft": None})
    return written


def has_open_dispute(state: State) -> bool:
    """Whether a dispute in this state has not been resolved."""
    return any(dispute.end is None for dispute in state.disputes)


def put_draft(session: Session, game_id: int, draft: str | None, after: int | None = None) -> bool:
    """Keep the deal that is being entered, as JSON, in place of the one before.

    False where it is based on another entry than the last (`after`): what has been announced since holds.
    """
    where = () if after is None else (_BOARD.c.seq == after,)
    kept = update(_BOARD).where(_BOARD.c.game_id == game_id, *where).values(draft=draft)
    return session.connection().execute(kept).rowcount == 1


_REPLACED = update(_BOARD).where(_BOARD.c.game_id == bindparam("game"))


def rebuild_states(connection: Connection, which: str = "SELECT game_id FROM board ORDER BY game_id") -> None:
    """Write derived rows as this version makes them, all or which is asked for. Names only columns that always were."""
    rebuild_states_of(connection, connection.scalars(text(which)).all())


def rebuild_incomplete(connection: Connection) -> None:
    """The same for rows in which an earlier version left out something that this one reads."""
    rows = connection.execute(text("SELECT game_id, state FROM board ORDER BY game_id"))
    rebuild_states_of(connection, [row.game_id for row in rows if not _is_complete_state(row.state)])


def _is_complete_state(state: str) -> bool:
    try:
        decode_state(state)
    except msgspec.DecodeError:
        return False
    return True


def rebuild_states_of(connection: Connection, game_ids: Iterable[int]) -> None:
    """Write the derived rows of these games as this version makes them."""
    there = {column["name"] for column in inspect(connection).get_columns("entry")}
    by = '"by"' if "by" in there else "NULL"
    for game_id in game_ids:
        rows = connection.execute(
            text(f"SELECT seq, key, kind, body, {by} FROM entry WHERE game_id = :game ORDER BY seq"),  # noqa: S608 - ours
            {"game": game_id},
        ).all()
        try:
            record = fold(FoldEntry(seq, kind, _decoded(body), _decoded(by), key) for seq, key, kind, body, by in rows)
            state = state_of(record, record.play(), rows[-1][0])
        except UNFIT:
            continue  # somebody has tampered with it: its row is left as it was, and `trexscore verify` says so
        connection.execute(
            text("UPDATE board SET state = :state WHERE game_id = :game"),
            {"state": _encode(state).decode(), "game": game_id},
        )


def _decoded(value: str | None) -> dict[str, Any] | None:
    return None if value is None else msgspec.json.decode(value, type=dict)


class CurrentState(NamedTuple):
    """A game's last `seq`, its digest, the state behind it as JSON, and the draft in it, all of one moment."""

    seq: int
    head: str
    state: str
    draft: str | None


def current_state(game_id: int) -> CurrentState:
    """How a game stands."""
    row = read_row(_BOARD_NOW, game_id)
    if row is None:
        raise LookupError(f"game {game_id} has no board")
    seq, digest, state, draft = row
    return CurrentState(seq, digest, state if draft is None else f'{state[:-1]},"draft":{draft}}}', draft)


_BOARD_NOW = (
    "SELECT board.seq, game.last_digest, board.state, board.draft FROM board JOIN game ON game.id = board.game_id "
    "WHERE board.game_id = ?"
)


def state_text(game_id: int) -> str:
    """The state as it was written, as JSON."""
    return current_state(game_id).state


def is_complete(state: str) -> bool:
    """Whether a state is that of a game that is over: nothing else of it is read."""
    return _decode_outline(state).result.complete


def states(game_ids: Sequence[int]) -> dict[int, State]:
    """The states of several games."""
    rows = db.session.execute(select(Board.game_id, Board.state).where(Board.game_id.in_(game_ids)))
    return {game_id: decode_state(state) for game_id, state in rows}
