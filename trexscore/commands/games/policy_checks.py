"""What a table's policy forbids: a late correction, and confirming one's own entry.

Authors and times are in no event body, so they are read from the journal.
"""

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy.orm import Session

from trexscore.db.journals import GAMES
from trexscore.game.event import GameEvent
from trexscore.game.events.correction import EntriesCorrected
from trexscore.game.events.game_file import GameFileEvent
from trexscore.game.events.sign_off_and_confirmation import EntryConfirmed
from trexscore.game.events.undo import EntryUndone
from trexscore.game.judge import AcceptedEntry
from trexscore.game.record import Record
from trexscore.ledger.chain import Body, without_device
from trexscore.rules.refusals import Refusal, refuse


def policy_refusals(
    session: Session, game_id: int, accepted_entry: AcceptedEntry, used_link: Body | None, received_at: str
) -> tuple[Refusal, ...]:
    """Refusals of the policy for an event that the rules allow. `used_link`: the link it was sent through."""
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


def is_past_deadline(session: Session, game_id: int, record: Record, event: GameEvent, current_timestamp: str) -> bool:
    """Whether the deadline for an event has passed. It never does for the referee."""
    deadline = record.policy.deadline
    if deadline is None or (isinstance(event, EntriesCorrected) and event.approval.by_referee):
        return False
    times = GAMES.read_received_times_by_seq(session, game_id)
    affected_times = (datetime.fromisoformat(times[seq]) for seq in event.affected_seqs(record) if seq in times)
    deal_times = [times[deal.seq] for deal in record.counted_entries if deal.score_entry.is_deal and deal.seq in times]
    game_over = datetime.fromisoformat(max(deal_times)) if record.play().game.is_complete and deal_times else None
    return deadline.is_over(affected_times, game_over, datetime.fromisoformat(current_timestamp))


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
