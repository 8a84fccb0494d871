"""A correction of earlier entries. Their older versions stay in the journal."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, ClassVar

from trexscore.game.correction import (
    NO_APPROVAL,
    Approval,
    Change,
    EntryAdded,
    affected_seqs,
    approval_field,
    changes_field,
    unknown_entry_refusals,
)
from trexscore.game.event import EventTransition, GameEvent, Writers
from trexscore.ledger import json_reader
from trexscore.rules.refusals import Refusal, refuse
from trexscore.rules.seats import SEATS, Seat

if TYPE_CHECKING:
    from trexscore.game.builder import GameBuilder
    from trexscore.game.record import Record


class EntriesCorrected(GameEvent):
    """Changes to earlier entries, made all or none. `approval`: the players and referee who approve."""

    stored_kind: ClassVar[str] = "corrected"
    can_change_signed_kingdoms: ClassVar[bool] = True
    permitted_writers: ClassVar[Writers] = Writers.OWNER_OR_SCORER | Writers.REFEREE
    undoable: ClassVar[bool] = True
    ends_redo: ClassVar[bool] = True
    has_deadline: ClassVar[bool] = True
    undo_has_deadline: ClassVar[bool] = True

    reason: Annotated[str, json_reader.reason_field()]
    changes: Annotated[tuple[Change, ...], changes_field(min_changes=1)]
    approval: Annotated[Approval, approval_field().with_key("with")] = NO_APPROVAL

    def represented_seats(self) -> frozenset[Seat]:
        return self.approval.approving_seats

    def refusals(self, record: "Record") -> Iterable[Refusal]:
        return unknown_entry_refusals(self.changes, record.counted_seqs)

    def outcome_refusals(self, transition: EventTransition) -> Iterable[Refusal]:
        if transition.record_after.is_equivalent_to(transition.record_before):
            yield refuse("nothing_to_correct", "corrected.changes")

    def is_approved(self, record_before: "Record", record_after: "Record") -> bool:
        if len(self.approval.approving_seats) == len(SEATS):
            return True
        return self.approval.by_referee and not record_before.pre_referee_kingdoms_changed_in(record_after)

    def affected_seqs(self, record: "Record") -> Iterable[int]:
        return affected_seqs(self.changes, record.counted_seqs)

    def apply(self, builder: "GameBuilder", seq: int) -> None:
        builder.corrections.append((seq, self.content))
        builder.apply_correction(seq, self.changes, self.approval)

    def apply_though_undone(self, builder: "GameBuilder", seq: int) -> None:
        """Entries that it added stay, among those that do not count."""
        for change in self.changes:
            if isinstance(change, EntryAdded):
                builder.apply_change(seq, change)
