"""Undo in a club: an earlier entry never counted."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, ClassVar

from trexscore.club.event import SCORER_ROLES, ClubEvent
from trexscore.club.members import LEADER_ROLES, Member, Role
from trexscore.ledger import json_reader
from trexscore.rules.refusals import Refusal, refuse

if TYPE_CHECKING:
    from trexscore.club.builder import ClubBuilder
    from trexscore.club.record import ClubRecord


class ClubEntryUndone(ClubEvent):
    """The entry `undone_seq` never counted."""

    stored_kind: ClassVar[str] = "take_back"
    can_rerank_same_results: ClassVar[bool] = True
    has_flat_body: ClassVar[bool] = True
    permitted_roles: ClassVar[tuple[Role, ...]] = SCORER_ROLES
    can_give_permissions: ClassVar[bool] = True
    can_reduce_permissions: ClassVar[bool] = True

    undone_seq: Annotated[int, json_reader.number_field().with_key("take_back")]

    @classmethod
    def permits_role_holder(cls, record: "ClubRecord", me: Member, content: object) -> bool:
        """Members who may record the entry may undo it. Only the owner may separate a leader, whose role comes back."""
        if not isinstance(content, int):
            return False
        separated = {record.members[number].role for number in record.merge_by_seq.get(content, ())}
        event = record.event_type_by_seq.get(content)
        permitted_roles = (event and event.permitted_roles) or LEADER_ROLES
        return me.role in permitted_roles and (me.role == "owner" or separated.isdisjoint(LEADER_ROLES))

    def refusals(self, record: "ClubRecord") -> Iterable[Refusal]:
        event = record.event_type_by_seq.get(self.undone_seq)
        merge = record.merge_by_seq.get(self.undone_seq)
        if self.undone_seq in record.undone_seqs:
            yield refuse("already_taken_back", "take_back")
        elif event is None:
            yield refuse("unknown_entry", "take_back")
        elif not event.undoable or (merge and record.surviving_member(merge.surviving_number).anonymized):
            yield refuse("nothing_to_take_back", "take_back")

    def apply_even_if_undone(self, builder: "ClubBuilder", _seq: int) -> None:
        if self.undone_seq in builder.merged_member_by_entry:
            del builder.merged_into_so_far[builder.merged_member_by_entry[self.undone_seq]]
