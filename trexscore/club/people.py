"""What is wrong with an entry about a member, whatever follows from it."""

from trexscore.club.members import ROLES
from trexscore.club.record import ClubRecord
from trexscore.club.shape import Looking
from trexscore.rules.refusals import Refusal


def joined_refusals(record: ClubRecord, said: object) -> list[Refusal]:
    look = Looking(said, "joined", ("role",))
    role = look.one_of("role", ROLES, "unknown_role")
    if role == "owner" and record.members:
        look.fault("unknown_role", "role")
    return look.faults


def member_in(look: Looking, record: ClubRecord, field: str = "member") -> int | None:
    """A member that has to be there, and is nobody else by now."""
    number = look.number(field)
    if number is None:
        return None
    member = record.members.get(number)
    if member is None or member.into is not None:
        look.fault("unknown_member", field)
        return None
    return number


def named_refusals(record: ClubRecord, said: object) -> list[Refusal]:
    look = Looking(said, "named", ("member", "name"))
    number = member_in(look, record)
    look.name("name")
    if number is not None and record.members[number].erased:
        look.fault("unknown_member", "member")
    return look.faults


def role_refusals(record: ClubRecord, said: object) -> list[Refusal]:
    look = Looking(said, "role", ("member", "role"))
    number, role = member_in(look, record), look.one_of("role", ROLES, "unknown_role")
    if number is None or role is None:
        return look.faults
    member = record.members[number]
    if not member.is_here:
        look.fault("has_left", "member")
    elif member.role == role:
        look.fault("nothing_to_change")
    elif member.role == "owner":
        look.fault("owner_needed", "role")  # an owner steps down by naming another
    return look.faults


def left_refusals(record: ClubRecord, said: object) -> list[Refusal]:
    look = Looking(said, "left", ("member",))
    number = member_in(look, record)
    if number is not None and record.members[number].left:
        look.fault("has_left", "member")
    return look.faults


def returned_refusals(record: ClubRecord, said: object) -> list[Refusal]:
    look = Looking(said, "returned", ("member",))
    number = member_in(look, record)
    if number is not None and (not record.members[number].left or record.members[number].erased):
        look.fault("has_not_left", "member")
    return look.faults


def merged_refusals(record: ClubRecord, said: object) -> list[Refusal]:
    look = Looking(said, "merged", ("member", "into"))
    number, into = member_in(look, record), member_in(look, record, "into")
    if number is None or into is None:
        return look.faults
    if number == into:
        look.fault("same_member", "into")
    elif record.members[number].erased or record.members[into].erased:
        look.fault("unknown_member", "member")
    elif record.members[number].role == "owner":
        look.fault("owner_needed", "member")
    return look.faults


def erased_refusals(record: ClubRecord, said: object) -> list[Refusal]:
    look = Looking(said, "erased", ("member",))
    number = member_in(look, record)
    if number is None:
        return look.faults
    if record.members[number].erased:
        look.fault("nothing_to_change")
    elif record.members[number].role == "owner":
        look.fault("owner_needed", "member")
    return look.faults
