"""Append many entries to a club's journal with a single fold of the club."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from trexscore.club.builder import IncrementalClub
from trexscore.club.events import EVENTS, FOLDED
from trexscore.club.judge import entry_refusals, violated_invariants
from trexscore.club.permissions import may_write
from trexscore.commands.clock import now
from trexscore.commands.clubs.record_entry import ClubRefused, ClubRequest, NotAllowed
from trexscore.commands.clubs.rollback import Rollback
from trexscore.commands.league.projections import on_club_entry
from trexscore.commands.league.standings import League
from trexscore.db.clubs.clubs import read_record_at_head
from trexscore.db.journals import CLUBS, JournalHead
from trexscore.db.league.store import StoredLeague
from trexscore.ledger.chain import EntryDraft


def record_club_entries(session: Session, end: JournalHead, requests: Sequence[ClubRequest]) -> None:
    """Append entries, each judged after those before it, then update the projections once. Raises `Undone`.

    The entries concern no single game, have new keys and come from one device. `end` is locked.
    """
    club = IncrementalClub(CLUBS.read_bodies_in_order(session, end.id, kinds=FOLDED))
    before, received_at = read_record_at_head(end), now()
    drafts = [_judge(club, request, seq) for seq, request in enumerate(requests, end.seq + 1)]
    end = CLUBS.append(session, end, drafts, received_at, requests[0].device)
    last = drafts[-1]
    league = League(StoredLeague(session, end.id), end, club.record, received_at, {"club": end.seq, "kind": last.kind})
    on_club_entry(session, league, last.kind, last.body, before)


def _judge(club: IncrementalClub, request: ClubRequest, seq: int) -> EntryDraft:
    """The draft of a request, after adding it to the club."""
    draft = request.entry
    if not may_write(club.record, club.record.current_member(request.member), draft.kind, draft.body):
        raise Rollback(NotAllowed())
    faults = entry_refusals(club.record, draft.kind, draft.body)
    faults = faults or list(violated_invariants(club.add(seq, draft.kind, draft.body), EVENTS[draft.kind]))
    if faults:
        raise Rollback(ClubRefused(tuple(faults)))
    return draft
