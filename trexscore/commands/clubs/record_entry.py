"""Writing entries behind a club's journal, and with them what follows for its standings."""

from typing import NamedTuple

from rfc8785 import CanonicalizationError
from sqlalchemy.orm import Session

from trexscore.club.builder import Entry, fold_club
from trexscore.club.events import EVENTS, FOLDED
from trexscore.club.judge import judge_entry
from trexscore.club.permissions import may_write
from trexscore.club.record import ClubRecord
from trexscore.commands.clock import now
from trexscore.commands.clubs.game_checks import game_refusals
from trexscore.commands.clubs.revoke_links import replace_known_links
from trexscore.commands.league.projections import on_club_entry
from trexscore.commands.league.standings import League
from trexscore.db.account_locks import forget_links
from trexscore.db.clubs.clubs import cancel_invitations, claims_of
from trexscore.db.games import game_named
from trexscore.db.journals import CLUBS, GAMES, End, writing
from trexscore.db.league.store import StoredLeague
from trexscore.ledger.chain import Body, EntryDraft
from trexscore.rules.refusals import Refusal, refuse


class ClubRequest(NamedTuple):
    """What a member asks to have written: `said` stands under the kind. `made_at` is shown, never trusted."""

    key: str
    member: int
    kind: str
    said: object
    made_at: str | None = None
    device: str | None = None

    @property
    def entry(self) -> EntryDraft:
        """What is to be written, with names as they are stored, signed with a number."""
        body: Body = EVENTS[self.kind].normalized({self.kind: self.said})
        return EntryDraft(self.key, self.kind, str(self.member), self.made_at, body)


class ClubWritten(NamedTuple):
    """The entry is on disk as `seq`; `new` unless the same request had written it before."""

    seq: int
    new: bool
    record: ClubRecord


class ClubRefused(NamedTuple):
    """Nothing was written."""

    refusals: tuple[Refusal, ...]


class NotAllowed(NamedTuple):
    """This member may not say that; nothing was written."""


def write_in_club(club_id: int, request: ClubRequest) -> ClubWritten | ClubRefused | NotAllowed:
    """Write an entry: looked at in order are its key, whether this member may, then whether it can be."""
    with writing() as session:
        if EVENTS[request.kind].of_game:
            _lock_game(session, request.said)
        return write_within(session, CLUBS.lock(session, club_id), request)


def write_within(
    session: Session, end: End, request: ClubRequest, *, by_link: bool = False
) -> ClubWritten | ClubRefused | NotAllowed:
    """The same inside a transaction, behind a locked end. Whoever comes `by_link` has its right, and need be nobody."""
    said = request.entry
    entries = CLUBS.folded(session, end.id, kinds=FOLDED)
    record = fold_club(entries)
    known = CLUBS.with_key(session, end.id, said.key)
    if known is not None:
        same = (known.kind, known.body_digest) == (said.kind, _digest(said))
        return ClubWritten(known.seq, False, record) if same else ClubRefused((refuse("key_reused", "key"),))  # noqa: FBT003
    if not by_link and not may_write(record, record.who(request.member), said.kind, said.body):
        return NotAllowed()
    behind = _following(session, end, record, entries, said)
    if isinstance(behind, list):
        return ClubRefused(tuple(behind))
    received_at = now()
    end = CLUBS.append(session, end, [said], received_at, request.device)
    _cancel_outgrown(session, end.id, record, behind, said.kind)
    replace_known_links(session, end.id, record, behind, said.kind)
    cause = {"club": end.seq, "kind": said.kind}
    league = League(StoredLeague(session, end.id), end, behind, received_at, cause)
    on_club_entry(session, league, said.kind, said.body, record)
    return ClubWritten(end.seq, True, behind)  # noqa: FBT003


def club_with(session: Session, end: End, kind: str, said: object) -> ClubRecord | list[Refusal]:
    """The club as an entry would make it, or why the entry could not be written as things stand."""
    entries = CLUBS.folded(session, end.id, kinds=FOLDED)
    asked = EntryDraft("", kind, None, None, EVENTS[kind].normalized({kind: said}))
    return _following(session, end, fold_club(entries), entries, asked)


def why_not(session: Session, end: End, kind: str, said: object) -> list[Refusal]:
    """Why an entry could not be written as things stand; for who wants to know before it is asked for."""
    behind = club_with(session, end, kind, said)
    return behind if isinstance(behind, list) else []


def _following(
    session: Session, end: End, record: ClubRecord, entries: list[Entry], said: EntryDraft
) -> ClubRecord | list[Refusal]:
    """The club behind an entry, or why it cannot be."""
    behind = judge_entry(record, entries, said.kind, said.body, end.seq + 1)
    return behind if isinstance(behind, list) else game_refusals(session, end.id, behind, said) or behind


def _cancel_outgrown(session: Session, club_id: int, before: ClubRecord, behind: ClubRecord, kind: str) -> None:
    """Nobody comes to lead a club by a link that was made, and given on, for somebody who could do less.

    Whoever is parted from another again may also have the role back that they had.
    """
    if not EVENTS[kind].raises_roles:
        return
    risen = {one for one in before.members if behind.who(one).leads and behind.who(one).role != before.who(one).role}
    numbers = frozenset[int]().union(*map(behind.numbers_of, risen))
    if numbers:
        cancel_invitations(session, club_id, numbers)
        claims = claims_of(session, club_id)
        forget_links(session, [claims[number] for number in numbers & claims.keys()])


def _lock_game(session: Session, word: object) -> None:
    """The game before the club, as whoever writes in the game has it: nothing is added to it while it is counted."""
    uid = word.get("uid") if isinstance(word, dict) else None
    found = game_named(session, uid) if isinstance(uid, str) else None
    if found is not None:
        GAMES.lock(session, found.id)


def _digest(said: EntryDraft) -> str | None:
    """None where a number is too large to have been written ever."""
    try:
        return said.digest
    except CanonicalizationError:
        return None
