"""Create a club: its journal, its owner, and the link to the owner's account."""

import uuid

from trexscore.club import CLUB_JOURNAL_FORMAT
from trexscore.club.builder import fold_club
from trexscore.club.events.creation_and_settings import ClubCreated, SettingsChanged
from trexscore.club.events.members import MemberJoined, MemberNamed
from trexscore.club.judge import judge_entry
from trexscore.commands.clock import current_timestamp
from trexscore.db.clubs.clubs import connect_account, find_created_club_uid, new_club_uid
from trexscore.db.journals import CLUBS
from trexscore.db.transactions import write_transaction
from trexscore.ledger.chain import Body, EntryDraft
from trexscore.ledger.entry_refusal import EntryRefusal

OWNER_MEMBER_NUMBER = 3
"""The owner's member number in every club: they join with the third entry."""


def create_club(account_id: int, request_key: str, settings_content: Body, owner_name: str) -> str | EntryRefusal:
    """Create a club owned by this account. Returns its uid, or why it is not possible.

    The same key and account return the same club.
    """
    drafts = [
        EntryDraft(
            str(uuid.uuid5(uuid.UUID(request_key), event.stored_kind)),
            event.stored_kind,
            author,
            None,
            event.normalized_body(event.body_of(content)),
        )
        for event, author, content in (
            (ClubCreated, None, {"format": CLUB_JOURNAL_FORMAT}),
            (SettingsChanged, None, settings_content),
            (MemberJoined, str(OWNER_MEMBER_NUMBER), {"role": "owner"}),
            (MemberNamed, str(OWNER_MEMBER_NUMBER), {"member": OWNER_MEMBER_NUMBER, "name": owner_name}),
        )
    ]
    entries: list[tuple[int, str, Body | None]] = []
    for seq, draft in enumerate(drafts, 1):
        verdict = judge_entry(fold_club(entries), entries, draft.kind, draft.body, seq)
        if isinstance(verdict, EntryRefusal):
            return verdict
        entries.append((seq, draft.kind, draft.body))
    with write_transaction() as session:
        existing_club_uid = find_created_club_uid(session, account_id, drafts[0].key)
        if existing_club_uid is not None:
            return existing_club_uid
        uid = new_club_uid()
        journal_head = CLUBS.append_drafts(session, CLUBS.create_journal(session, uid=uid), drafts, current_timestamp())
        connect_account(session, journal_head.id, OWNER_MEMBER_NUMBER, account_id)
    return uid
