"""Undo: an earlier entry is treated as if it never counted."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, ClassVar

from trexscore.game.event import GameEvent
from trexscore.game.events.link import LinkOpenedOrReplaced
from trexscore.ledger import json_reader
from trexscore.ledger.chain import FoldEntry
from trexscore.rules.refusals import Refusal, refuse

if TYPE_CHECKING:
    from trexscore.game.builder import GameBuilder
    from trexscore.game.record import Record


class EntryUndone(GameEvent):
    """Undoes the entry `undone_seq`. Redo records the same content in a new entry."""

    stored_kind: ClassVar[str] = "take_back"
    recordable_offline: ClassVar[bool] = True
    can_change_signed_kingdoms: ClassVar[bool] = True
    has_flat_body: ClassVar[bool] = True

    undone_seq: Annotated[
        int, json_reader.number_field().with_key("take_back").with_description("The `seq` of the entry to undo.")
    ]

    @property
    def referenced_seq(self) -> int | None:
        return self.undone_seq

    def refusals(self, record: "Record") -> Iterable[Refusal]:
        if self.undone_seq in record.undone_seqs:
            yield refuse("already_taken_back", "take_back")
        elif self.undone_seq not in record.event_type_by_seq:
            yield refuse("unknown_entry", "take_back")
        elif not record.event_type_by_seq[self.undone_seq].undoable:
            yield refuse("nothing_to_take_back", "take_back")
        elif self.undone_seq in record.reseating_seqs and self._precedes_entries_with_seats(record):
            yield refuse("seats_in_use", "take_back")

    def _precedes_entries_with_seats(self, record: "Record") -> bool:
        """Whether later entries that count can name the new seats. A link keeps its seat."""
        return any(
            seq > self.undone_seq
            and seq not in record.undone_seqs
            and event_type not in (EntryUndone, LinkOpenedOrReplaced)
            for seq, event_type in record.event_type_by_seq.items()
        )

    def affected_seqs(self, _record: "Record") -> Iterable[int]:
        yield self.undone_seq

    def apply(self, builder: "GameBuilder", seq: int) -> None:
        builder.apply_undo(seq, self.undone_seq)


def undone_seq_of(entry: FoldEntry) -> int | None:
    """The number of the entry that a stored entry undoes; None if it is not an undo.

    Read without parsing, because folding calls this for every entry.
    """
    return entry.body[EntryUndone.stored_kind] if entry.kind == EntryUndone.stored_kind and entry.body else None
