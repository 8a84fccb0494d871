"""The entries about a club's game nights."""

from typing import NamedTuple

import msgspec
from sqlalchemy import select

from trexscore.club.events.game_night import GameNightPlanned
from trexscore.club.events.undo import ClubEntryUndone
from trexscore.db.journals import CLUBS
from trexscore.db.models import db
from trexscore.ledger.chain import Body

_decode_json = msgspec.json.Decoder(dict).decode
_PLAN_AND_UNDO_KINDS = (GameNightPlanned.stored_kind, ClubEntryUndone.stored_kind)


class ReceivedEntry(NamedTuple):
    """An entry of a club with the time when it was received."""

    seq: int
    kind: str
    received_at: str
    body: Body


def plan_and_undo_entries(club_id: int) -> list[ReceivedEntry]:
    """Return these entries in order; undo entries of other kinds included."""
    entry = CLUBS.entries.c
    query = select(entry.seq, entry.kind, entry.received_at, entry.body).where(
        CLUBS.owner_column == club_id, entry.kind.in_(_PLAN_AND_UNDO_KINDS), entry.body.is_not(None)
    )
    rows = db.session.execute(query.order_by(entry.seq)).all()
    return [ReceivedEntry(seq, kind, received_at, _decode_json(body)) for seq, kind, received_at, body in rows]
