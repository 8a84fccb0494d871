"""The derived row of each game: its state, ready to be sent."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, insert, inspect, select, text, update
from sqlalchemy.orm import Session

from trexscore.db.models import Base, Board, db
from trexscore.db.raw_sql import read_row
from trexscore.game.announcement import NAME_OF
from trexscore.game.builder import fold
from trexscore.game.dispute import Dispute
from trexscore.game.file.house_rules import rules_in_force
from trexscore.game.file.result import result_of
from trexscore.game.record import Record
from trexscore.game.sign_off import KingdomSignOff
from trexscore.ledger.chain import FoldEntry
from trexscore.rules.cards import Contract
from trexscore.rules.expected import face_value
from trexscore.rules.game import DealScore, Game, Played
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.points_table import table_in_json
from trexscore.rules.seats import SEATS

UNFIT = (AttributeError, LookupError, TypeError, ValueError)
"""What a fold raises over a journal that was tampered with: anything may stand in a body then."""


class _Result(msgspec.Struct):
    complete: bool


class _Over(msgspec.Struct):
    result: _Result


class _Total(msgspec.Struct):
    deals: list[msgspec.Raw]
    remaining: dict[str, list[str]]
    totals: dict[str, int]
    teams: dict[str, int] | None
    complete: bool
    next_king: str | None
    winners: list[str]


class _Outline(msgspec.Struct):
    seq: int
    players: list[str | None]
    house_rules: dict[str, Any]
    result: _Total
    candidates: list[str]
    terms: dict[str, Any]
    unconfirmed: list[int]
    disputes: list[dict[str, Any]]
    agreements: list[dict[str, Any]]
    announced: dict[str, Any] | None


_decode_outline = msgspec.json.Decoder(_Outline).decode
_encode = msgspec.json.Encoder().encode
_decode_over = msgspec.json.Decoder(_Over).decode
_BOARD = Base.metadata.tables["board"]


def state_of(record: Record, played: Played, seq: int) -> dict[str, Any]:
    """The state of a game, but for what the reader may do."""
    announcement = record.announcement(played)
    return {
        "seq": seq,
        "players": list(record.players),
        "house_rules": record.house_rules,
        "rules": rules_in_force(record.rules),
        "result": result_of(played.game),
        "points_table": table_in_json(record.rules),
        "candidates": [seat.name for seat in played.game.candidates],
        "grid": [_cells(record.rules, deal) for deal in played.game.deals],
        "seqs": [record.counted[deal.entry - 1].seq for deal in played.game.deals],
        "agreements": [_agreement(agreement) for agreement in record.agreements(played.game)],
        **_sealed_whole(record, played),
        "terms": record.policy.as_json(),
        "unconfirmed": [one.seq for one in record.unconfirmed],
        "disputes": [_dispute(dispute) for dispute in record.disputes],
        **_opened_links(record),
        "left": _still_to_come(record.rules, played.game),
        "last": _last(record),
        "announced": None
        if announcement is None
        else {
            "seq": announcement.seq,
            "king": announcement.king.name,
            "contracts": announcement.programme.contracts,
            "doubled": {NAME_OF[card]: seat.name for card, seat in announcement.doubled},
        },
        **({"abandoned": record.abandoned[-1][0]} if record.abandoned else {}),
        **_tables_before(record),
    }


def _tables_before(record: Record) -> dict[str, Any]:
    """By what was scored before the house rules were put right: the story tells points as they were written."""
    changes = pairwise(record.ruled)
    tables = [{"until": seq, "points_table": table_in_json(rules)} for (_, rules), (seq, _) in changes]
    return {"tables_before": tables} if tables else {}


def _agreement(agreement: KingdomSignOff) -> dict[str, Any]:
    """What an earlier version did not say stands there only where there is something to say."""
    players, cancelled = agreement.players, agreement.cancelled
    return {
        "king": agreement.king.name,
        "seats": [seat.name for seat in agreement.seats],
        "digest": agreement.digest,
        "seal": agreement.seal,
        **({"signed_as": list(players)} if players else {}),
        **({"cancelled": True} if cancelled else {}),
        **({"by_scorer": [seat.name for seat in agreement.by_scorer]} if agreement.by_scorer else {}),
    }


def _sealed_whole(record: Record, played: Played) -> dict[str, Any]:
    seal = record.game_seal(played.game)
    return {"game_seal": seal} if seal else {}


def _opened_links(record: Record) -> dict[str, Any]:
    """`own_links`: seats that speak through their own link alone; `opened`: links whose holders have opened them."""
    own = [seat.name for seat in SEATS if seat in record.own_links]
    return {
        **({"own_links": own} if own else {}),
        **({"opened": sorted(record.opened)} if record.opened else {}),
    }


def _dispute(dispute: Dispute) -> dict[str, Any]:
    return {
        "seq": dispute.seq,
        "seat": dispute.seat.name,
        "about": dispute.about,
        "reason": dispute.reason,
        "changes": dispute.changes,
        "agree": [seat.name for seat in SEATS if seat in dispute.agree],
        "disagree": [seat.name for seat in SEATS if seat in dispute.disagree],
        "end": dispute.end,
        "by_referee": dispute.by_referee,
        "asked_again": dispute.is_asked_again,
        **({"end_reason": dispute.end_reason} if dispute.end_reason else {}),
    }


def _cells(rules: HouseRules, deal: DealScore) -> dict[str, Any]:
    """For each contract of a deal, who got most of what it is about, and how much."""
    cells = {}
    for contract in deal.programme.contracts:
        points = [0, 0, 0, 0]
        for line in deal.lines:
            if line.contract is contract:
                points[line.seat] += line.points
        wanted = rules.sign if contract is Contract.TREX else -rules.sign
        most = max(wanted * n for n in points)
        seats = [seat.name for seat in SEATS if most and wanted * points[seat] == most]
        cells[contract.value] = {"seats": seats, "points": wanted * most}
    return cells


def _last(record: Record) -> dict[str, Any] | None:
    """The last entry that can be taken back."""
    said = [(counted.seq, counted.body) for counted in record.counted[-1:]]
    said += [(seq, {"announced": body}) for seq, body in record.announced[-1:]]
    said += [(seq, {"abandoned": body}) for seq, body in record.abandoned[-1:]]
    said += [(seq, {"corrected": body}) for seq, body in record.corrected[-1:]]
    if not said:
        return None
    seq, entry = max(said, key=lambda one: one[0])
    return {"seq": seq, "entry": entry}


def insert_state(session: Session, game_id: int, state: dict[str, Any]) -> str:
    """Write a new game's derived row. Gives it as it is sent."""
    written = _encode(state).decode()
    row = {"seq": state["seq"], "state": written, "has_open_dispute": has_open_dispute(state)}
    session.execute(insert(_BOARD), {"game_id": game_id, **row})
    return written


def update_state(session: Session, game_id: int, state: dict[str, Any]) -> str:
    """Write a game's derived row anew, without a draft. Gives it as it is sent."""
    written = _encode(state).decode()
    row = {"seq": state["seq"], "state": written, "has_open_dispute": has_open_dispute(state)}
    session.execute(_REPLACED, {"game": game_id, **row, "draft": None})
    return written


def has_open_dispute(state: dict[str, Any]) -> bool:
    """Whether a dispute in this state has not been resolved."""
    return any(dispute["end"] is None for dispute in state["disputes"])


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
    there = {column["name"] for column in inspect(connection).get_columns("entry")}
    by = '"by"' if "by" in there else "NULL"
    for game_id in connection.scalars(text(which)).all():
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
    return _decode_over(state).result.complete


def states(game_ids: Sequence[int]) -> dict[int, dict[str, Any]]:
    """The states of several games."""
    rows = db.session.execute(select(Board.game_id, Board.state).where(Board.game_id.in_(game_ids)))
    return {game_id: msgspec.json.decode(state) for game_id, state in rows}


def outlines(game_ids: Sequence[int]) -> dict[int, dict[str, Any]]:
    """The states of several games as lists show them: without what was taken, which is most of a state.

    Of a deal there is nothing but that it was played.
    """
    rows = db.session.execute(select(Board.game_id, Board.state).where(Board.game_id.in_(game_ids)))
    return {game_id: _outlined(_decode_outline(state)) for game_id, state in rows}


def _outlined(outline: "_Outline") -> dict[str, Any]:
    return {**msgspec.structs.asdict(outline), "result": msgspec.structs.asdict(outline.result)}


def _still_to_come(rules: HouseRules, game: Game) -> int:
    """Points that the running king's remaining contracts add up to, undoubled."""
    king = game.kings.running
    return 0 if king is None else face_value(rules, game.kings.left[king])
