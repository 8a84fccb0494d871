"""A list of names, and what becomes of each where everybody on it is let in."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Literal, NamedTuple

from trexscore.club.members import Member
from trexscore.club.record import ClubRecord
from trexscore.club.rights import may_say
from trexscore.gamefile.names import compared, read_name

Fate = Literal["new", "returns", "here", "gone", "twice", "no_name"]
"""`gone`: has left, and it is not for this list to say that they are back."""


class Coming(NamedTuple):
    """A name of the list, and the member who has it already."""

    name: str
    fate: Fate
    member: Member | None = None


def all_coming(record: ClubRecord, me: Member, names: Iterable[str]) -> list[Coming]:
    """What becomes of each name if this member has the list let in. Whoever is new or returns can be written so."""
    known: dict[str, list[Member]] = defaultdict(list)
    for member in record.members.values():
        if member.name is not None:
            known[compared(member.name)].append(member)
    listed: set[str] = set()
    coming: list[Coming] = []
    for name in names:
        stored = read_name(name)
        if stored is None:
            coming.append(Coming(name, "no_name"))
        elif compared(stored) in listed:
            coming.append(Coming(stored, "twice"))
        else:
            listed.add(compared(stored))
            coming.append(_one(record, me, stored, known[compared(stored)]))
    return coming


def _one(record: ClubRecord, me: Member, name: str, called_so: list[Member]) -> Coming:
    """Of several who have been called so those count who are here; who turned out to be somebody else is that one."""
    here = [member for member in called_so if member.is_here]
    here += [one for member in called_so if (one := record.who(member.number)).is_here]
    if here:
        return Coming(name, "here", here[0])
    gone = [member for member in called_so if not record.who(member.number).erased]
    if not gone:
        return Coming(name, "new")
    back = {"returned": {"member": gone[0].number}}
    if len(gone) == 1 and gone[0].into is None and may_say(record, me, "returned", back):
        return Coming(name, "returns", gone[0])
    return Coming(name, "gone", record.who(gone[0].number))
