"""Append one entry to a game's journal."""

from collections.abc import Iterable
from typing import NamedTuple

from rfc8785 import CanonicalizationError
from sqlalchemy.orm import Session

from trexscore.commands.clock import now
from trexscore.commands.games.policy import policy_violations
from trexscore.commands.league.projections import on_game_entry
from trexscore.db import game_states as boards
from trexscore.db.games import read_game_secrets
from trexscore.db.journals import GAMES, JournalHead, write_transaction
from trexscore.db.tokens import sync_referee_token
from trexscore.game.events import event_type_of
from trexscore.game.events.policy import PolicySet
from trexscore.game.judge import Accepted, Refused, judge_draft
from trexscore.game.state import state_of
from trexscore.ledger.chain import LONG_BODY_BYTES, MAX_CHARACTERS_FOR_LONG_BODIES, MAX_ENTRIES, Body, EntryDraft
from trexscore.rules.refusals import refuse


class EntryRequest(NamedTuple):
    """An entry that a client sends; `after` is the last sequence number it has seen."""

    key: str
    after: int
    author: str | None
    made_at: str | None
    body: Body
    link: Body | None = None
    """The link it was sent through, set by the server, never by the client."""

    @property
    def kind(self) -> str:
        return event_type_of(self.body).wire

    @property
    def draft(self) -> EntryDraft:
        event = event_type_of(self.body)
        body = event.normalized(self.body)
        return EntryDraft(self.key, event.wire, self.author, self.made_at, body, self.link)


class EntryWritten(NamedTuple):
    """The entry is on disk as `seq`; `new` unless an earlier request with this key wrote it."""

    seq: int
    new: bool
    state: str | None = None
    """The game's new state as JSON, only for a new entry."""


class EntryConflict(NamedTuple):
    """Someone else wrote in between; nothing was written."""

    seq: int


_KEY_REUSED = Refused((refuse("key_reused", "key"),), ())
_NUMBER_TOO_LARGE = Refused((refuse("number_too_large", "entry"),), ())


def record_game_entry(game_id: int, request: EntryRequest) -> EntryWritten | EntryConflict | Refused:
    """Append an entry. Checks its key, then `after`, then the rules and the policy."""
    with write_transaction() as session:
        return _write(session, GAMES.lock(session, game_id), request)[0]


def record_possible_entries(game_id: int, requests: Iterable[EntryRequest]) -> list[EntryWritten | Refused]:
    """Append several entries in one transaction, skipping those that are refused.

    `after` is ignored: each body has to contain what its writer has seen.
    """
    outcomes: list[EntryWritten | Refused] = []
    with write_transaction() as session:
        end = GAMES.lock(session, game_id)
        for request in requests:
            outcome, end = _write(session, end, request._replace(after=end.seq))
            if not isinstance(outcome, EntryConflict):
                outcomes.append(outcome)
    return outcomes


def _write(
    session: Session, end: JournalHead, request: EntryRequest
) -> tuple[EntryWritten | EntryConflict | Refused, JournalHead]:
    """Validate and append one entry to a locked journal. Returns the outcome and the new end."""
    draft, game_id = request.draft, end.id
    earlier = GAMES.find_entry(session, game_id, request.key)
    if earlier is not None:
        is_same = (earlier.kind, earlier.body_digest) == (draft.kind, digest_or_none(draft._replace(by=earlier.by)))
        return (EntryWritten(earlier.seq, new=False) if is_same else _KEY_REUSED), end
    head = read_game_secrets(session, game_id)
    if request.key == head.started_key:
        return _KEY_REUSED, end  # readers see keys, and this one gives access to the game's links
    if request.after != end.seq:
        return EntryConflict(end.seq), end
    verdict = _size_refusal(session, end, draft.body) or judge_draft(GAMES.read_fold_entries(session, game_id), draft)
    received_at = now()
    if isinstance(verdict, Accepted):
        verdict = _policy_refusal(session, game_id, verdict, draft, received_at) or verdict
    if isinstance(verdict, Refused):
        return verdict, end
    event, game = verdict
    end = GAMES.append(session, end, [draft], received_at)
    if isinstance(event, PolicySet):
        sync_referee_token(session, game_id, has_referee=event.referee)
    if head.in_club:
        on_game_entry(session, end, game, received_at, draft.kind)
    state = state_of(game.record, game.played, end.seq)
    return EntryWritten(end.seq, True, boards.update_state(session, game_id, state)), end  # noqa: FBT003


def _policy_refusal(
    session: Session, game_id: int, accepted: Accepted, draft: EntryDraft, received_at: str
) -> Refused | None:
    """Why an entry that the rules allow cannot be stored."""
    faults = policy_violations(session, game_id, accepted, draft.by, received_at)
    if faults:
        return Refused(faults, ())
    return _NUMBER_TOO_LARGE if digest_or_none(draft) is None else None


def _size_refusal(session: Session, end: JournalHead, body: Body) -> Refused | None:
    """The refusal if the journal is full, or too long for another long body."""
    if end.seq >= MAX_ENTRIES:
        return Refused((refuse("too_many_entries", most=MAX_ENTRIES),), ())
    is_long = len(str(body).encode(errors="replace")) > LONG_BODY_BYTES
    if is_long and GAMES.count_characters(session, end.id) > MAX_CHARACTERS_FOR_LONG_BODIES:
        return Refused((refuse("too_long_entries"),), ())
    return None


def digest_or_none(draft: EntryDraft) -> str | None:
    """None if a number is too large for canonical JSON."""
    try:
        return draft.digest
    except CanonicalizationError:
        return None


def check_entry(game_id: int, body: Body) -> Refused | None:
    """The refusal that this body would get now; writes nothing."""
    with write_transaction() as session:
        entries = GAMES.read_fold_entries(session, game_id)
    verdict = judge_draft(entries, EntryRequest("", 0, None, None, body).draft)
    return verdict if isinstance(verdict, Refused) else None
