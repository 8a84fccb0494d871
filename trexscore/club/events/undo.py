"""Undo in a club: an earlier entry never counted."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from trexscore.club.event import SCORERS, ClubEvent
from trexscore.club.members import LEADER_ROLES, Member, Role
from trexscore.ledger import json_reader
from trexscore.ledger.chain import Body
from trexscore.rules.refusals import Refusal, refuse

if TYPE_CHECKING:
    from trexscore.club.builder import ClubBuilder
    from trexscore.club.record import ClubRecord


@dataclass(frozen=True, kw_only=True)
class ClubEntryUndone(ClubEvent):
    """The entry `undone` never counted."""

    stored_kind: ClassVar[str] = "take_back"
    reranks: ClassVar[bool] = True
    flat: ClassVar[bool] = True
    roles: ClassVar[tuple[Role, ...]] = SCORERS
    raises_roles: ClassVar[bool] = True
    lowers_roles: ClassVar[bool] = True

    undone: Annotated[int, json_reader.number().with_key("take_back")]

    @classmethod
    def body_of(cls, seq: int) -> Body:
        """The body that undoes entry `seq`."""
        return {cls.stored_kind: seq}

    @classmethod
    def permits_by_role(cls, record: "ClubRecord", me: Member, content: object) -> bool:
        """Members who may record the entry may undo it. Only the owner may separate a leader, whose role comes back."""
        if not isinstance(content, int):
            return False
        separated = {record.members[number].role for number in record.merges.get(content, ())}
        event = record.kinds.get(content)
        roles = (event and event.roles) or LEADER_ROLES
        return me.role in roles and (me.role == "owner" or separated.isdisjoint(LEADER_ROLES))

    def check(self, club: "ClubRecord") -> Iterable[Refusal]:
        event = club.kinds.get(self.undone)
        merge = club.merges.get(self.undone)
        if self.undone in club.undone_entries:
            yield refuse("already_taken_back", "take_back")
        elif event is None:
            yield refuse("unknown_entry", "take_back")
        elif not event.undoable or (merge and club.current_member(merge[1]).anonymized):
            yield refuse("nothing_to_take_back", "take_back")

    def apply_even_if_undone(self, club: "ClubBuilder", _seq: int) -> None:
        if self.undone in club.merged:
            del club.merged_so_far[club.merged[self.undone]]
