"""Members. A member's number is that of the entry by which they joined; names are in separate entries."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, ClassVar

from trexscore.club import fields
from trexscore.club.event import SCORER_ROLES, ClubEvent, roles_of_named_members
from trexscore.club.members import LEADER_ROLES, ROLES, Member, Role
from trexscore.club.record import Merge
from trexscore.ledger import json_reader
from trexscore.rules.refusals import Refusal, refuse

if TYPE_CHECKING:
    from trexscore.club.builder import ClubBuilder
    from trexscore.club.record import ClubRecord


def _role_field() -> json_reader.JsonField[Role]:
    return json_reader.choice_field(ROLES, "unknown_role")


def may_give_role(me: Member, role: object) -> bool:
    """Whether a member may give a role: the owner any, admins those below them, others only member and guest."""
    if role in LEADER_ROLES:
        return me.role == "owner"
    return me.role in LEADER_ROLES or role in ("member", "guest")


def unknown_member_refusals(record: "ClubRecord", member_number: int, path: str) -> Iterable[Refusal]:
    """A refusal if no member has the number, or the member was merged into another."""
    member = record.members.get(member_number)
    if member is None or member.merged_into_number is not None:
        yield refuse("unknown_member", path)


class MemberJoined(ClubEvent):
    """A member joined, with a role."""

    stored_kind: ClassVar[str] = "joined"
    permitted_roles: ClassVar[tuple[Role, ...]] = SCORER_ROLES

    role: Annotated[Role, _role_field()]

    @classmethod
    def permits_content(cls, _record: "ClubRecord", me: Member, content: Mapping[str, object]) -> bool:
        return may_give_role(me, content.get("role"))

    def refusals(self, record: "ClubRecord") -> Iterable[Refusal]:
        if self.role == "owner" and record.members:
            yield refuse("unknown_role", "joined.role")

    def apply(self, builder: "ClubBuilder", seq: int) -> None:
        builder.members[seq] = Member(seq, self.role)


class MemberEvent(ClubEvent, ABC):
    """An event about one member."""

    member_number: Annotated[int, fields.entry_number_field().with_key("member")]

    def refusals(self, record: "ClubRecord") -> Iterable[Refusal]:
        faults = list(unknown_member_refusals(record, self.member_number, f"{self.stored_kind}.member"))
        return faults or self.member_refusals(record, record.members[self.member_number])

    def member_refusals(self, record: "ClubRecord", member: Member) -> Iterable[Refusal]:
        """The reasons why it is not possible for this member."""
        return ()

    @abstractmethod
    def changed_member(self, member: Member) -> Member:
        """The member after it."""

    def apply(self, builder: "ClubBuilder", _seq: int) -> None:
        builder.members[self.member_number] = self.changed_member(builder.members[self.member_number])


class MemberNamed(MemberEvent):
    """A member's first or new name."""

    stored_kind: ClassVar[str] = "named"
    permitted_roles: ClassVar[tuple[Role, ...]] = SCORER_ROLES
    allowed_about_oneself: ClassVar[bool] = True

    name: Annotated[str, fields.name_field()]

    @classmethod
    def permits_content(cls, record: "ClubRecord", me: Member, content: Mapping[str, object]) -> bool:
        return all(ROLES.index(me.role) <= ROLES.index(role) for role in roles_of_named_members(record, content))

    def member_refusals(self, _record: "ClubRecord", member: Member) -> Iterable[Refusal]:
        if member.anonymized:
            yield refuse("unknown_member", "named.member")

    def changed_member(self, member: Member) -> Member:
        return member if member.anonymized else member._replace(name=self.name)


class RoleChanged(MemberEvent):
    """A member gets another role. Giving the role of owner transfers the club."""

    stored_kind: ClassVar[str] = "role"
    can_rerank_same_results: ClassVar[bool] = True
    permitted_roles: ClassVar[tuple[Role, ...]] = LEADER_ROLES
    requires_owner_for_leaders: ClassVar[bool] = True
    can_give_permissions: ClassVar[bool] = True
    can_reduce_permissions: ClassVar[bool] = True

    role: Annotated[Role, _role_field()]

    @classmethod
    def permits_content(cls, _record: "ClubRecord", me: Member, content: Mapping[str, object]) -> bool:
        return may_give_role(me, content.get("role"))

    def member_refusals(self, _record: "ClubRecord", member: Member) -> Iterable[Refusal]:
        """An owner steps down only by making another member the owner."""
        if not member.is_active:
            yield refuse("has_left", "role.member")
        elif member.role == self.role:
            yield refuse("nothing_to_change", "role")
        elif member.role == "owner":
            yield refuse("owner_needed", "role.role")

    def changed_member(self, member: Member) -> Member:
        return member._replace(role=self.role)

    def apply(self, builder: "ClubBuilder", seq: int) -> None:
        if self.role == "owner":
            for member in [member for member in builder.members.values() if member.role == "owner"]:
                builder.members[member.number] = member._replace(role="admin")
        super().apply(builder, seq)


class MembershipEnded(MemberEvent):
    """A member left the club, or was removed from it."""

    stored_kind: ClassVar[str] = "left"
    permitted_roles: ClassVar[tuple[Role, ...]] = LEADER_ROLES
    allowed_about_oneself: ClassVar[bool] = True
    requires_owner_for_leaders: ClassVar[bool] = True
    can_reduce_permissions: ClassVar[bool] = True

    def member_refusals(self, _record: "ClubRecord", member: Member) -> Iterable[Refusal]:
        if member.has_left:
            yield refuse("has_left", "left.member")

    def changed_member(self, member: Member) -> Member:
        return member._replace(has_left=True)


class MemberReinstated(MemberEvent):
    """A former member belongs to the club again."""

    stored_kind: ClassVar[str] = "returned"
    permitted_roles: ClassVar[tuple[Role, ...]] = LEADER_ROLES
    requires_owner_for_leaders: ClassVar[bool] = True

    def member_refusals(self, _record: "ClubRecord", member: Member) -> Iterable[Refusal]:
        if not member.has_left or member.anonymized:
            yield refuse("has_not_left", "returned.member")

    def changed_member(self, member: Member) -> Member:
        return member._replace(has_left=False)


class MembersMerged(ClubEvent):
    """Two members are the same person. Undoing it separates them again."""

    stored_kind: ClassVar[str] = "merged"
    can_rerank_same_results: ClassVar[bool] = True
    permitted_roles: ClassVar[tuple[Role, ...]] = LEADER_ROLES
    requires_owner_for_leaders: ClassVar[bool] = True
    undoable: ClassVar[bool] = True
    can_give_permissions: ClassVar[bool] = True
    can_reduce_permissions: ClassVar[bool] = True

    merged_number: Annotated[int, fields.entry_number_field().with_key("member")]
    surviving_number: Annotated[int, fields.entry_number_field().with_key("into")]

    def refusals(self, record: "ClubRecord") -> Iterable[Refusal]:
        faults = [
            *unknown_member_refusals(record, self.merged_number, "merged.member"),
            *unknown_member_refusals(record, self.surviving_number, "merged.into"),
        ]
        if faults:
            return faults
        member, into = record.members[self.merged_number], record.members[self.surviving_number]
        if member is into:
            return [refuse("same_member", "merged.into")]
        if member.anonymized or into.anonymized:
            return [refuse("unknown_member", "merged.member")]
        return [refuse("owner_needed", "merged.member")] if member.role == "owner" else []

    def apply(self, builder: "ClubBuilder", seq: int) -> None:
        """The merged member is active if either of the two was."""
        builder.merge_by_seq[seq] = Merge(self.merged_number, self.surviving_number)
        merged, surviving = builder.members[self.merged_number], builder.members[self.surviving_number]
        builder.members[merged.number] = merged._replace(merged_into_number=surviving.number)
        builder.members[surviving.number] = surviving._replace(has_left=merged.has_left and surviving.has_left)
        builder.nights_with_survivors.clear()

    def apply_even_if_undone(self, builder: "ClubBuilder", seq: int) -> None:
        builder.merged_member_by_entry[seq] = self.merged_number
        builder.merged_into_so_far[self.merged_number] = self.surviving_number


class MemberAnonymized(MemberEvent):
    """A member's name is removed for good. Their rank remains, or all below would move up."""

    stored_kind: ClassVar[str] = "erased"
    allowed_about_oneself_after_leaving: ClassVar[bool] = True
    permitted_roles: ClassVar[tuple[Role, ...]] = LEADER_ROLES
    allowed_about_oneself: ClassVar[bool] = True
    requires_owner_for_leaders: ClassVar[bool] = True
    can_reduce_permissions: ClassVar[bool] = True

    def member_refusals(self, _record: "ClubRecord", member: Member) -> Iterable[Refusal]:
        if member.anonymized:
            yield refuse("nothing_to_change", "erased")
        elif member.role == "owner":
            yield refuse("owner_needed", "erased.member")

    def changed_member(self, member: Member) -> Member:
        role: Role = "guest" if member.role == "guest" else "member"
        return member._replace(name=None, anonymized=True, has_left=True, role=role)
