"""Members as the pages show them."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from trexscore.club.members import ROLES, Member, Role
from trexscore.club.permissions import may_open_account, may_write
from trexscore.db.clubs.clubs import account_only_here
from trexscore.db.models import db
from trexscore.game.file.names import alphabetical
from trexscore.i18n.rule_book.search import folded
from trexscore.web.clubs.access import ClubContext
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
    return member.name if member.name is not None else _("Removed player")


class People(NamedTuple):
    """The list: who leads the club, who else is here, who has left; and among how many they were looked for."""

    leading: list[ListedMember]
    here: list[ListedMember]
    gone: list[ListedMember]
    among: int

    @property
    def shown(self) -> int:
        """How many of them were found."""
        return len(self.leading) + len(self.here) + len(self.gone)


def by_name(members: Iterable[Member]) -> list[Member]:
    """Members in the order in which a list has them."""
    return sorted(members, key=lambda member: (alphabetical(title_of(member)), member.number))


def listed(club: ClubContext, claims: Collection[int], asked: str = "") -> People:
    """Everybody, or those whose name holds what was asked for."""
    wanted = folded(asked)
    claimed = {club.record.who(number).number for number in claims}
    people = People([], [], [], len(club.record.people))
    for member in by_name(club.record.people):
        if wanted not in folded(title_of(member)):
            continue
        is_me = club.me is not None and club.me.number == member.number
        line = ListedMember(member.number, title_of(member), member.role, member.number in claimed, is_me)
        group = people.gone if member.left else people.leading if member.leads else people.here
        group.append(line)
    return people


def roles_to_give(club: ClubContext) -> list[Role]:
    """Without the owner's: the club is handed over on a page of its own."""
    return [role for role in ROLES if role != "owner" and club.may("joined", role=role)]


class Can(NamedTuple):
    """What the reader can do about a member, beside what is filled in on their page."""

    has_account: bool
    invite: bool
    way_back: bool
    unlink: bool
    hand_over: bool
    merge: bool
    leave: bool
    come_back: bool
    erase: bool


def what_can_be_done(club: ClubContext, member: Member, *, has_account: bool) -> Can:
    """Nothing that would be refused."""
    number, is_owner = member.number, member.role == "owner"
    is_me = club.me is not None and club.me.number == number
    return Can(
        has_account,
        club.leads and member.is_here and not has_account,
        has_account and may_give_way_back(club, member),
        has_account and may_unlink(club, member),
        has_account and member.is_here and not is_me and club.may("role", member=number, role="owner"),
        not is_owner and not member.erased and len(club.record.people) > 1 and club.may("merged", member=number),
        not is_owner and member.is_here and club.may("left", member=number),
        member.left and not member.erased and club.may("returned", member=number),
        not is_owner and not member.erased and club.may("erased", member=number),
    )


def may_unlink(club: ClubContext, member: Member) -> bool:
    """Whoever could let them leave, but not they themselves; the owner's account stays the owner's."""
    return club.me is not None and may_open_account(club.record, club.me, member)


def may_give_way_back(club: ClubContext, member: Member) -> bool:
    """Whether the reader may give them a link to a new password: theirs is an account of this club alone."""
    if not (member.is_here and may_unlink(club, member)):
        return False
    numbers = club.record.numbers_of(member.number)
    return account_only_here(db.session(), club.club.id, numbers) is not None


class Merged(NamedTuple):
    """Somebody who turned out to be another: the entry that says so, the number and the name they had."""

    entry: int
    number: int
    name: str
    can_be_undone: bool


def merges_into(club: ClubContext, member: Member) -> list[Merged]:
    """Who turned out to be this member, and whether the reader may say that they are two after all."""
    members = club.record.members
    return [
        Merged(seq, number, title_of(members[number]), not member.erased and _may_part(club, seq))
        for seq, (number, into) in club.record.merges.items()
        if club.record.who(into).number == member.number
    ]


def _may_part(club: ClubContext, seq: int) -> bool:
    return club.me is not None and may_write(club.record, club.me, "take_back", {"take_back": seq})
