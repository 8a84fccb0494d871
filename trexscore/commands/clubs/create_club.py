"""Create a club: its journal, its owner, and the link to the owner's account."""

import uuid

from trexscore.club import FORMAT
from trexscore.club.builder import fold_club
from trexscore.club.events import EVENTS
from trexscore.club.judge import judge_entry
from trexscore.commands.clock import now
from trexscore.commands.clubs.record_entry import ClubRefused
from trexscore.db.clubs.clubs import connect_account, find_created_club, new_uid
from trexscore.db.journals import CLUBS, write_transaction
from trexscore.ledger.chain import Body, EntryDraft

OWNER = 3
"""The owner's member number in every club: their `joined` entry is the third."""


def create_club(account_id: int, key: str, settings: Body, owner_name: str) -> str | ClubRefused:
    """Create a club owned by this account. Returns its uid, or why it is not possible.

    The same key and account return the same club.
    """
    drafts = [
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
    for seq, draft in enumerate(drafts, 1):
        club = judge_entry(fold_club(entries), entries, draft.kind, draft.body, seq)
        if isinstance(club, list):
            return ClubRefused(tuple(club))
        entries.append((seq, draft.kind, draft.body))
    with write_transaction() as session:
        existing = find_created_club(session, account_id, drafts[0].key)
        if existing is not None:
            return existing
        uid = new_uid()
        end = CLUBS.append(session, CLUBS.create_journal(session, uid=uid), drafts, now())
        connect_account(session, end.id, OWNER, account_id)
    return uid
