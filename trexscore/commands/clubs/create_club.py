"""Founding a club: its journal, its owner, and the owner's right to it."""

import uuid

from trexscore.club import FORMAT
from trexscore.club.builder import fold_club
from trexscore.club.events import EVENTS
from trexscore.club.judge import judge_entry
from trexscore.commands.clock import now
from trexscore.commands.clubs.record_entry import ClubRefused
from trexscore.db.clubs.clubs import claim, created_with_key, new_uid
from trexscore.db.journals import CLUBS, writing
from trexscore.ledger.chain import Body, EntryDraft

OWNER = 3
"""The owner's number in every club: that of the third entry."""


def create_club(account_id: int, key: str, settings: Body, owner_name: str) -> str | ClubRefused:
    """Found a club, owned by this account. Gives its address, or why it cannot be.

    The same key again gives the club that it founded, if it was this account's.
    """
    said = [
        EntryDraft(
            str(uuid.uuid5(uuid.UUID(key), kind)),
            kind,
            None if kind in ("founded", "settings") else str(OWNER),
            None,
            EVENTS[kind].normalized(body),
        )
        for kind, body in (
            ("founded", {"founded": {"format": FORMAT}}),
            ("settings", {"settings": settings}),
            ("joined", {"joined": {"role": "owner"}}),
            ("named", {"named": {"member": OWNER, "name": owner_name}}),
        )
    ]
    entries: list[tuple[int, str, Body | None]] = []
    for seq, one in enumerate(said, 1):
        behind = judge_entry(fold_club(entries), entries, one.kind, one.body, seq)
        if isinstance(behind, list):
            return ClubRefused(tuple(behind))
        entries.append((seq, one.kind, one.body))
    with writing() as session:
        known = created_with_key(session, account_id, said[0].key)
        if known is not None:
            return known
        uid = new_uid()
        end = CLUBS.append(session, CLUBS.begin(session, uid=uid), said, now())
        claim(session, end.id, OWNER, account_id)
    return uid
