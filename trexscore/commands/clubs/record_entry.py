"""Append an entry to a club's journal and update its projections."""

from typing import NamedTuple

from sqlalchemy.orm import Session

from trexscore.club.builder import Entry, fold_club
from trexscore.club.events import EVENTS, FOLDED
from trexscore.club.judge import judge_entry
from trexscore.club.permissions import may_write
from trexscore.club.record import ClubRecord
from trexscore.commands.clock import now
from trexscore.commands.clubs.game_checks import game_refusals
from trexscore.commands.clubs.revoke_links import replace_known_links
from trexscore.commands.games.record_entry import digest_or_none
from trexscore.commands.league.projections import on_club_entry
from trexscore.commands.league.standings import League
from trexscore.db.account_locks import delete_reset_links
from trexscore.db.clubs.clubs import cancel_invitations, read_member_accounts
from trexscore.db.games import find_game
from trexscore.db.journals import CLUBS, GAMES, JournalHead, write_transaction
from trexscore.db.league.results import StoredCause
from trexscore.db.league.store import StoredLeague
from trexscore.ledger.chain import Body, EntryDraft
from trexscore.rules.refusals import Refusal, refuse


class ClubRequest(NamedTuple):
    """An entry that a member sends; `said` is its value under the kind. `made_at` is shown, never trusted."""

    key: str
    member: int
    kind: str
    body: object
    made_at: str | None = None
    device: str | None = None

    @property
    def entry(self) -> EntryDraft:
        """The draft to be appended, with normalized names and the member number as its author."""
        body: Body = EVENTS[self.kind].normalized({self.kind: self.body})
        return EntryDraft(self.key, self.kind, str(self.member), self.made_at, body)


class ClubWritten(NamedTuple):
    """The entry is on disk as `seq`; `new` unless an earlier request with this key wrote it."""

    seq: int
    new: bool
    record: ClubRecord


class ClubRefused(NamedTuple):
    """Nothing was written."""

    refusals: tuple[Refusal, ...]


class NotAllowed(NamedTuple):
    """The member has no permission for this entry; nothing was written."""


def record_club_entry(club_id: int, request: ClubRequest) -> ClubWritten | ClubRefused | NotAllowed:
    """Append an entry. Checks its key, then the member's permission, then the rules."""
    with write_transaction() as session:
        if EVENTS[request.kind].of_game:
            _lock_game(session, request.body)
        return record_club_entry_in(session, CLUBS.lock(session, club_id), request)


def record_club_entry_in(
    session: Session, end: JournalHead, request: ClubRequest, *, by_link: bool = False
) -> ClubWritten | ClubRefused | NotAllowed:
    """As `write_in_club`, after a locked end in a transaction. `by_link`: the link permits it, not a role."""
    draft = request.entry
    entries = CLUBS.read_bodies_in_order(session, end.id, kinds=FOLDED)
    record = fold_club(entries)
    earlier = CLUBS.find_entry(session, end.id, draft.key)
    if earlier is not None:
        is_same = (earlier.kind, earlier.body_digest) == (draft.kind, digest_or_none(draft))
        return ClubWritten(earlier.seq, False, record) if is_same else ClubRefused((refuse("key_reused", "key"),))  # noqa: FBT003
    if not by_link and not may_write(record, record.current_member(request.member), draft.kind, draft.body):
        return NotAllowed()
    after = _club_after(session, end, record, entries, draft)
    if isinstance(after, list):
        return ClubRefused(tuple(after))
    received_at = now()
    end = CLUBS.append(session, end, [draft], received_at, request.device)
    _cancel_outgrown(session, end.id, record, after, draft.kind)
    replace_known_links(session, end.id, record, after, draft.kind)
    cause = StoredCause(club=end.seq, kind=draft.kind)
    league = League(StoredLeague(session, end.id), end, after, received_at, cause)
    on_club_entry(session, league, draft.kind, draft.body, record)
    return ClubWritten(end.seq, True, after)  # noqa: FBT003


def club_after_entry(session: Session, end: JournalHead, kind: str, body: object) -> ClubRecord | list[Refusal]:
    """The club after an entry that is not written, or why it is not possible."""
    entries = CLUBS.read_bodies_in_order(session, end.id, kinds=FOLDED)
    draft = EntryDraft("", kind, None, None, EVENTS[kind].normalized({kind: body}))
    return _club_after(session, end, fold_club(entries), entries, draft)


def refusals_of_entry(session: Session, end: JournalHead, kind: str, body: object) -> list[Refusal]:
    """Why an entry is not possible now."""
    result = club_after_entry(session, end, kind, body)
    return result if isinstance(result, list) else []


def _club_after(
    session: Session, end: JournalHead, record: ClubRecord, entries: list[Entry], draft: EntryDraft
) -> ClubRecord | list[Refusal]:
    """The club after an entry, or why it is not possible."""
    after = judge_entry(record, entries, draft.kind, draft.body, end.seq + 1)
    return after if isinstance(after, list) else game_refusals(session, end.id, after, draft) or after


def _cancel_outgrown(session: Session, club_id: int, before: ClubRecord, after: ClubRecord, kind: str) -> None:
    """Cancel invitations and password links of members who became admins: they were made for a lesser role.

    Undoing a merge can also restore a role.
    """
    if not EVENTS[kind].raises_roles:
        return
    promoted = {
        number
        for number in before.members
        if after.current_member(number).is_leader
        and after.current_member(number).role != before.current_member(number).role
    }
    numbers = frozenset[int]().union(*map(after.all_numbers_of, promoted))
    if numbers:
        cancel_invitations(session, club_id, numbers)
        claims = read_member_accounts(session, club_id)
        delete_reset_links(session, [claims[number] for number in numbers & claims.keys()])


def _lock_game(session: Session, body: object) -> None:
    """Lock the game before the club, so that nothing is added to it while it is counted."""
    uid = body.get("uid") if isinstance(body, dict) else None
    game = find_game(session, uid) if isinstance(uid, str) else None
    if game is not None:
        GAMES.lock(session, game.id)
