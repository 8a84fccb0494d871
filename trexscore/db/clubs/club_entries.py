"""Single entries of a club's journal, for pages that say why something changed."""

from collections.abc import Collection
from typing import NamedTuple

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from trexscore.db.clubs.models import ClubEntry
from trexscore.ledger.chain import Body

_decode_json = msgspec.json.Decoder().decode


class ClubEntryRow(NamedTuple):
    """An entry of a club; its author is a member's number as text."""

    kind: str
    author: str | None
    body: Body | None


def read_club_entries(session: Session, club_id: int, seqs: Collection[int]) -> dict[int, ClubEntryRow]:
    """Return these entries of a club's journal by `seq`."""
    columns = ClubEntry.seq, ClubEntry.kind, ClubEntry.author, ClubEntry.body
    rows = session.execute(select(*columns).where(ClubEntry.club_id == club_id, ClubEntry.seq.in_(seqs)))
    return {
        row.seq: ClubEntryRow(row.kind, row.author, None if row.body is None else _decode_json(row.body))
        for row in rows
    }
