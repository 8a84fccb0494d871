"""Record entries in the journals of games and clubs: commands, their outcomes, and the order of the checks."""

import uuid
from collections.abc import Callable
from typing import NamedTuple, Self, TypeVar

from rfc8785 import CanonicalizationError
from sqlalchemy.orm import Session

from trexscore.db.journals import JournalHead, Journals
from trexscore.db.transactions import write_transaction
from trexscore.ledger.chain import Body, EntryDraft
from trexscore.ledger.entry_refusal import EntryRefusal, refuse_entry
from trexscore.ledger.event import Event
from trexscore.rules.refusals import Refusal, refuse

T = TypeVar("T")
V = TypeVar("V")

KEY_REUSED_REFUSAL = refuse_entry("key_reused", "key")


class Command(NamedTuple):
    """An entry to be recorded. The same content sent again under the same key gets the first response again."""

    key: str
    body: Body
    author: str | None = None
    """In a game the author's name, in a club the author's member number."""
    made_at: str | None = None
    """By the sender's clock. It is only shown and never trusted."""
    link: Body | None = None
    """The link of a game that it was sent through, set by the server, never by the client."""
    device: str | None = None
    """The sender's device, if there is no link."""
    last_seen_seq: int | None = None
    """The last entry that the sender has seen; None if the body contains what its author has seen."""

    @classmethod
    def of_member(cls, key: str, member_number: int, body: Body | None = None, device: str | None = None) -> Self:
        """A member's command to a club. Without a body it only says who sends it, under which key."""
        return cls(key, body or {}, str(member_number), device=device)

    def derived_command(self, purpose: str, body: Body | None = None) -> Self:
        """Another command of the same sender. Its key is derived from this key, so it is the same each time."""
        return self._replace(key=str(uuid.uuid5(uuid.UUID(self.key), purpose)), body=body or {})

    @property
    def member_number(self) -> int:
        """The number of the member who records it in a club."""
        return int(self.author or 0)

    def entry_draft(self, event_type: type[Event]) -> EntryDraft:
        """The entry as it is stored, with a normalized body."""
        return EntryDraft(
            self.key,
            event_type.stored_kind,
            self.author,
            self.made_at,
            event_type.normalized_body(self.body),
            self.link,
        )


class Recorded(NamedTuple):
    """The entry is on disk as `seq`; `is_new` unless an earlier command with this key recorded it."""

    seq: int
    is_new: bool
    state_json: str | None = None
    """A game's new state as JSON, only for a new entry."""


class Conflict(NamedTuple):
    """Someone else recorded entries in between, the last one as `last_seq`; nothing was recorded."""

    last_seq: int


class NotAllowed(NamedTuple):
    """The member has no permission for this entry; nothing was recorded."""


RecordingFailure = EntryRefusal | Conflict | NotAllowed
RecordingOutcome = Recorded | RecordingFailure


class RecordingContext(NamedTuple):
    """A locked journal, and the entry recorded now.

    `journal_head`: the journal's end; once appended, the entry itself.
    """

    session: Session
    journal_head: JournalHead
    entry_draft: EntryDraft
    received_at: str


def record_once(
    journal_store: Journals,
    context: RecordingContext,
    command: Command,
    judge: Callable[[RecordingContext], V | EntryRefusal | NotAllowed],
    apply_verdict: Callable[[RecordingContext, V], str | None],
) -> RecordingOutcome:
    """Check the key, then `last_seen_seq`, then judge the entry. Append it, and `apply_verdict`."""
    session, head, draft, received_at = context
    entry_with_same_key = journal_store.find_entry_by_key(session, head.id, draft.key)
    if entry_with_same_key is not None:
        is_same = (entry_with_same_key.kind, entry_with_same_key.body_digest) == (
            draft.kind,
            body_digest_or_none(draft._replace(link_json=entry_with_same_key.link)),
        )
        return Recorded(entry_with_same_key.seq, is_new=False) if is_same else KEY_REUSED_REFUSAL
    if command.last_seen_seq not in {None, head.seq}:
        return Conflict(head.seq)
    verdict = judge(context)
    if isinstance(verdict, EntryRefusal | NotAllowed):
        return verdict
    head = journal_store.append_drafts(session, head, [draft], received_at, command.device)
    return Recorded(head.seq, is_new=True, state_json=apply_verdict(context._replace(journal_head=head), verdict))


def body_digest_or_none(draft: EntryDraft) -> str | None:
    """None if a number is too large for canonical JSON."""
    try:
        return draft.body_digest
    except CanonicalizationError:
        return None


class Rollback(Exception):
    """Raised inside a transaction to roll it back."""

    def __init__(self, failure: RecordingFailure) -> None:
        super().__init__()
        self.failure = failure

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """Why nothing was recorded."""
        return self.failure.refusals if isinstance(self.failure, EntryRefusal) else (refuse("not_allowed"),)


def all_or_nothing(work: Callable[[Session], T]) -> T | RecordingFailure:
    """The result of `work` in one transaction, which is rolled back if `work` raises `Rollback`."""
    try:
        with write_transaction() as session:
            return work(session)
    except Rollback as rollback:
        return rollback.failure


def require_recorded(outcome: RecordingOutcome) -> Recorded:
    """The outcome, if the entry was recorded. Raises `Rollback` otherwise."""
    if isinstance(outcome, Recorded):
        return outcome
    raise Rollback(outcome)
