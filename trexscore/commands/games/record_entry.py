"""Record entries in a game's journal, if the rules and the table's policy permit them."""

import uuid
from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import partial

from sqlalchemy.orm import Session

from trexscore.commands.clock import current_timestamp
from trexscore.commands.league.apply_entries import apply_game_entry
from trexscore.commands.recording import (
    KEY_REUSED_REFUSAL,
    Command,
    RecordingContext,
    RecordingOutcome,
    body_digest_or_none,
    record_once,
)
from trexscore.db import game_states
from trexscore.db.game_links import create_or_delete_referee_link
from trexscore.db.games import read_game_identity
from trexscore.db.journals import GAMES, JournalHead
from trexscore.db.transactions import write_transaction
from trexscore.game.event import GameEvent
from trexscore.game.events import event_type_of_body
from trexscore.game.events.correction import EntriesCorrected
from trexscore.game.events.game_file import GameFileEvent
from trexscore.game.events.policy import PolicyChanged
from trexscore.game.events.sign_off_and_confirmation import EntryConfirmed
from trexscore.game.events.undo import EntryUndone
from trexscore.game.judge import AcceptedEntry, judge_draft
from trexscore.game.record import Record
from trexscore.game.state import state_of
from trexscore.ledger.chain import (
    MAX_CHARACTERS_FOR_LONG_BODIES,
    MAX_GAME_ENTRIES,
    MIN_LONG_BODY_BYTES,
    Body,
    EntryDraft,
    without_device,
)
from trexscore.ledger.entry_refusal import EntryRefusal, refuse_entry
from trexscore.rules.refusals import Refusal, refuse


def record_game_entry(game_id: int, command: Command) -> RecordingOutcome:
    with write_transaction() as session:
        return _record_in_transaction(session, game_id, command)


def record_possible_entries(game_id: int, commands: Iterable[Command]) -> list[RecordingOutcome]:
    """Record several entries in one transaction, skipping those that are refused."""
    with write_transaction() as session:
        return [_record_in_transaction(session, game_id, command) for command in commands]


def record_entry_if_possible(game_id: int, body: Body, used_link: Body) -> None:
    """Record an entry that follows from one that a link was used for, unless it is refused."""
    record_possible_entries(game_id, [Command(str(uuid.uuid4()), body, link=used_link)])


def _record_in_transaction(session: Session, game_id: int, command: Command) -> RecordingOutcome:
    head = GAMES.lock(session, game_id)
    identity = read_game_identity(session, game_id)
    if command.key == identity.started_key:
        return KEY_REUSED_REFUSAL  # readers see keys, and this one gives access to the game's links
    recording = RecordingContext(session, head, _draft_of_command(command), current_timestamp())
    return record_once(GAMES, recording, command, _judge, partial(_update_and_store_state, is_in_club=identity.in_club))


def _draft_of_command(command: Command) -> EntryDraft:
    return command.entry_draft(event_type_of_body(command.body))


def _judge(context: RecordingContext) -> AcceptedEntry | EntryRefusal:
    """The rules, then the policy."""
    session, head, draft, received_at = context
    full = _size_refusal(session, head, draft.body)
    verdict = full or judge_draft(GAMES.read_fold_entries(session, head.id), draft)
    if isinstance(verdict, EntryRefusal):
        return verdict
    faults = _policy_refusals(session, head.id, verdict, draft.link_json, received_at)
    if not faults and body_digest_or_none(draft) is None:
        faults = (refuse("number_too_large", "entry"),)
    return EntryRefusal(faults) if faults else verdict


def _update_and_store_state(context: RecordingContext, accepted_entry: AcceptedEntry, *, is_in_club: bool) -> str:
    """Update links, standings and the state. Returns the state as JSON."""
    session, head, draft, received_at = context
    event, game = accepted_entry
    if isinstance(event, PolicyChanged):
        create_or_delete_referee_link(session, head.id, has_referee=event.referee)
    if is_in_club:
        apply_game_entry(session, head, game, received_at, draft.kind)
    return game_states.store_state(session, head.id, state_of(game.record, game.game_with_refusals, head.seq))


def _size_refusal(session: Session, game_journal_head: JournalHead, body: Body) -> EntryRefusal | None:
    """The refusal if the journal is full, or too long for another long body."""
    if game_journal_head.seq >= MAX_GAME_ENTRIES:
        return refuse_entry("too_many_entries", most=MAX_GAME_ENTRIES)
    is_long = len(str(body).encode(errors="replace")) > MIN_LONG_BODY_BYTES
    if is_long and GAMES.count_body_characters(session, game_journal_head.id) > MAX_CHARACTERS_FOR_LONG_BODIES:
        return refuse_entry("too_long_entries")
    return None


def refusal_of_game_entry(game_id: int, body: Body) -> EntryRefusal | None:
    """The refusal that this body would get now; writes nothing."""
    with write_transaction() as session:
        entries = GAMES.read_fold_entries(session, game_id)
    verdict = judge_draft(entries, _draft_of_command(Command("", body)))
    return verdict if isinstance(verdict, EntryRefusal) else None


def _policy_refusals(
    session: Session, game_id: int, accepted_entry: AcceptedEntry, used_link: Body | None, received_at: str
) -> tuple[Refusal, ...]:
    """Refusals of the policy for an event that the rules allow. `used_link`: the link it was sent through.

    Authors and times are in no event body, so they are read from the journal.
    """
    event, record = accepted_entry.event, accepted_entry.played_game.record
    faults: list[Refusal] = []
    if isinstance(event, EntryConfirmed):
        faults += _self_confirmation_refusals(session, game_id, record, event, used_link)
    elif _has_deadline(record, event) and is_past_deadline(session, game_id, record, event, received_at):
        path = "" if isinstance(event, GameFileEvent) else event.stored_kind
        faults.append(refuse("too_late", path, referee=record.policy.referee))
    position = len(record.counted_entries) + 1
    return tuple(fault.in_entry(position) for fault in faults)


def _has_deadline(record: Record, event: GameEvent) -> bool:
    if isinstance(event, EntryUndone):
        return record.event_type_by_seq[event.undone_seq].undo_has_deadline
    return event.has_deadline


def is_past_deadline(session: Session, game_id: int, record: Record, event: GameEvent, at_timestamp: str) -> bool:
    """Whether the deadline for an event has passed. It never does for the referee."""
    deadline = record.policy.deadline
    if deadline is None or (isinstance(event, EntriesCorrected) and event.approval.by_referee):
        return False
    times = GAMES.read_received_times_by_seq(session, game_id)
    affected_times = (datetime.fromisoformat(times[seq]) for seq in event.affected_seqs(record) if seq in times)
    deal_times = [times[deal.seq] for deal in record.counted_entries if deal.score_entry.is_deal and deal.seq in times]
    game_over = datetime.fromisoformat(max(deal_times)) if record.play().game.is_complete and deal_times else None
    return deadline.is_over(affected_times, game_over, datetime.fromisoformat(at_timestamp))


def _self_confirmation_refusals(
    session: Session, game_id: int, record: Record, confirmation: EntryConfirmed, used_link: Body | None
) -> Iterator[Refusal]:
    """The confirming person must differ from the author and use another link."""
    confirmed = GAMES.read_entries_by_seq(session, game_id, [confirmation.confirmed_seq])[confirmation.confirmed_seq]
    if confirmed.author is not None and confirmed.author == record.player_names[confirmation.seat]:
        yield refuse("own_entry", "confirmed.seat", seat=confirmation.seat)
    elif (
        confirmed.link_json is not None
        and used_link is not None
        and without_device(confirmed.link_json) == without_device(used_link)
    ):
        yield refuse("own_link", "confirmed.seat")
