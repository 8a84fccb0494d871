"""Members as the pages show them."""

from collections.abc import Container
from typing import NamedTuple

from trexscore.club.members import Member
from trexscore.web.club_scope import ClubScope
from trexscore.web.rendering import translate as _


class ListedMember(NamedTuple):
    """A line of the list."""

    number: int
    name: str
    role: str
    claimed: bool
    is_me: bool


def title_of(member: Member) -> str:
    """What a member is called; somebody who was erased has no name."""
    return member.name if member.name is not None else _("Erased player")


def listed(club: ClubScope, claims: Container[int]) -> tuple[list[ListedMember], list[ListedMember]]:
    """Who is here and who has left, each by name."""
    lines = sorted(
        ((member.left, title_of(member).casefold(), member) for member in club.record.people),
        key=lambda line: line[:2],
    )
    here: list[ListedMember] = []
    gone: list[ListedMember] = []
    for left, _name, member in lines:
        is_me = club.me is not None and club.me.number == member.number
        line = ListedMember(member.number, title_of(member), member.role, member.number in claims, is_me)
        (gone if left else here).append(line)
    return here, gone


def merges_into(club: ClubScope, member: Member) -> list[tuple[int, int, str]]:
    """Who turned out to be this member: the entry that says so, the number, and the name they had."""
    members = club.record.members
    return [
        (seq, number, title_of(members[number]))
        for seq, (number, into) in club.record.merges.items()
        if into == member.number
    ]
