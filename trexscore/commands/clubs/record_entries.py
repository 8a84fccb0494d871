"""Writing many entries at once behind a club's journal: folding the club for each would hold everybody up."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from trexscore.club.builder import GrowingClub
from trexscore.club.events import EVENTS, FOLDED
from trexscore.club.judge import broken, entry_refusals
from trexscore.club.permissions import may_write
from trexscore.commands.clock import now
from trexscore.commands.clubs.record_entry import ClubRefused, ClubRequest, NotAllowed
from trexscore.commands.clubs.rollback import Undone
from trexscore.commands.league.projections import on_club_entry
from trexscore.commands.league.standings import League
from trexscore.db.clubs.clubs import record_after
from trexscore.db.journals import CLUBS, End
from trexscore.db.league.store import StoredLeague
from trexscore.ledger.chain import EntryDraft


def write_many(session: Session, end: End, requests: Sequence[ClubRequest]) -> None:
    """Write entries, each judged behind those before it, and then what follows from all of them. Raises `Undone`.

    They are of no single game, their keys are new, and all come from one device. The end is locked.
    """
    club = GrowingClub(CLUBS.folded(session, end.id, kinds=FOLDED))
    before, received_at = record_after(end), now()
    said = [_judged(club, request, seq) for seq, request in enumerate(requests, end.seq + 1)]
    end = CLUBS.append(session, end, said, received_at, requests[0].device)
    last = said[-1]
    league = League(StoredLeague(session, end.id), end, club.record, received_at, {"club": end.seq, "kind": last.kind})
    on_club_entry(session, league, last.kind, last.body, before)


def _judged(club: GrowingClub, request: ClubRequest, seq: int) -> EntryDraft:
    """The entry, which the club has taken in."""
    said = request.entry
    if not may_write(club.record, club.record.who(request.member), said.kind, said.body):
        raise Undone(NotAllowed())
    faults = entry_refusals(club.record, said.kind, said.body)
    faults = faults or list(broken(club.add(seq, said.kind, said.body), EVENTS[said.kind]))
    if faults:
        raise Undone(ClubRefused(tuple(faults)))
    return said
