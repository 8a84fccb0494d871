"""Members as pages show them."""

from collections.abc import Iterable
from typing import NamedTuple

from trexscore.club.counted_game import NO_MEMBER
from trexscore.club.events.members import (
    MemberAnonymized,
    MemberJoined,
    MemberReinstated,
    MembershipEnded,
    MembersMerged,
    RoleChanged,
)
from trexscore.club.events.undo import ClubEntryUndone
from trexscore.club.members import ROLES, Member, Role
from trexscore.club.permissions import may_manage_account
from trexscore.club.record import ClubRecord
from trexscore.db.clubs.clubs import find_account_id_only_in_club, read_member_numbers_with_account
from trexscore.db.models import db
from trexscore.game.file.names import name_sort_key
from trexscore.i18n.rule_book.search import fold_text
from trexscore.web.clubs.access import ClubContext
from trexscore.web.rendering import translate as _


def display_name(member: Member) -> str:
    """The member's name, or a substitute text if the name was removed."""
    return member.name if member.name is not None else _("Removed player")


def member_name(record: ClubRecord, number: int) -> str:
    """The name of a member, after merges."""
    return display_name(record.surviving_member(number))


def member_names(record: ClubRecord, member_numbers: Iterable[int]) -> list[str]:
    """The names of members, after merges."""
    return [member_name(record, number) for number in member_numbers]


def members_before_merges(record: ClubRecord, member_numbers: Iterable[int]) -> tuple[Member, ...]:
    """The members with these numbers, even if they were merged since; no one for `NO_MEMBER`."""
    return tuple(record.members[number] for number in member_numbers if number != NO_MEMBER)


def members_after_merges(record: ClubRecord, member_numbers: Iterable[int]) -> tuple[Member, ...]:
    """The members with these numbers, or those into whom they were merged; no one for `NO_MEMBER`."""
    return tuple(record.surviving_member(number) for number in member_numbers if number != NO_MEMBER)


class MemberList(NamedTuple):
    """Members by group. `total_count`: how many were searched; `numbers_with_account`: those with an account."""

    owner_and_admins: list[Member]
    other_active_members: list[Member]
    former_members: list[Member]
    total_count: int
    numbers_with_account: set[int]

    @property
    def match_count(self) -> int:
        """How many members match."""
        return len(self.owner_and_admins) + len(self.other_active_members) + len(self.former_members)


def sorted_by_name(members: Iterable[Member]) -> list[Member]:
    """Members in the order of lists."""
    return sorted(members, key=lambda member: (name_sort_key(display_name(member)), member.number))


def list_members(club: ClubContext, search_text: str = "") -> MemberList:
    """All members, or those whose name contains the query."""
    folded_query = fold_text(search_text)
    members_with_account = read_member_numbers_with_account(db.session(), club.id, club.record)
    people = MemberList([], [], [], len(club.record.unmerged_members), members_with_account)
    for member in sorted_by_name(club.record.unmerged_members):
        if folded_query in fold_text(display_name(member)):
            group = (
                people.former_members
                if member.has_left
                else people.owner_and_admins
                if member.is_leader
                else people.other_active_members
            )
            group.append(member)
    return people


def assignable_roles(club: ClubContext) -> list[Role]:
    """The roles that the reader may give. Not the owner's: ownership is transferred on its own page."""
    return [role for role in ROLES if role != "owner" and club.may_record(MemberJoined, role=role)]


class MemberActions(NamedTuple):
    """What the reader can do about a member, besides the forms on their page."""

    has_account: bool
    may_invite: bool
    may_create_password_link: bool
    may_unlink_account: bool
    may_transfer_ownership: bool
    may_merge: bool
    may_end_membership: bool
    may_reinstate: bool
    may_anonymize: bool


def member_actions(club: ClubContext, member: Member, *, has_account: bool) -> MemberActions:
    """Only actions that would not be refused."""
    number, is_owner = member.number, member.role == "owner"
    is_me = club.me is not None and club.me.number == number
    return MemberActions(
        has_account,
        club.is_owner_or_admin and member.is_active and not has_account,
        has_account and may_create_password_link(club, member),
        has_account and may_unlink_account(club, member),
        has_account and member.is_active and not is_me and club.may_record(RoleChanged, member=number, role="owner"),
        not is_owner
        and not member.anonymized
        and len(club.record.unmerged_members) > 1
        and club.may_record(MembersMerged, member=number),
        not is_owner and member.is_active and club.may_record(MembershipEnded, member=number),
        member.has_left and not member.anonymized and club.may_record(MemberReinstated, member=number),
        not is_owner and not member.anonymized and club.may_record(MemberAnonymized, member=number),
    )


def may_unlink_account(club: ClubContext, member: Member) -> bool:
    """Whether the reader may unlink the account: if they may remove the member. Not their own, and not the owner's."""
    return club.me is not None and may_manage_account(club.record, club.me, member)


def may_create_password_link(club: ClubContext, member: Member) -> bool:
    """Whether the reader may create a password link: only if the account is in no other club."""
    if not (member.is_active and may_unlink_account(club, member)):
        return False
    member_numbers = club.record.all_numbers_of(member.number)
    return find_account_id_only_in_club(db.session(), club.id, member_numbers) is not None


class MergedMember(NamedTuple):
    """A member merged into another, and the entry of the merge if the reader may undo it."""

    member: Member
    undoable_merge_seq: int | None


def merged_members(club: ClubContext, member: Member) -> list[MergedMember]:
    """The members merged into this one."""
    return [
        MergedMember(
            club.record.members[merge.merged_number],
            seq if not member.anonymized and _may_undo_merge(club, seq) else None,
        )
        for seq, merge in club.record.merge_by_seq.items()
        if club.record.surviving_member(merge.surviving_number).number == member.number
    ]


def _may_undo_merge(club: ClubContext, merge_seq: int) -> bool:
    return club.me is not None and ClubEntryUndone.permits(club.record, club.me, merge_seq)
