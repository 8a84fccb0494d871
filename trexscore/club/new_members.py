"""A list of names, and what becomes of each where everybody on it is let in."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Literal, NamedTuple

from trexscore.club.members import Member
from trexscore.club.permissions import may_write
from trexscore.club.record import ClubRecord
from trexscore.game.file.names import compared, likeness, read_name

Fate = Literal["new", "returns", "here", "gone", "twice", "no_name", "alike"]
"""`alike`: nearly a member's name, or that of another on the list. `gone`: a former member whom this list may not
reinstate."""


class Coming(NamedTuple):
    """A name of the list, and the member who has it already."""

    name: str
    fate: Fate
    member: Member | None = None


def all_coming(record: ClubRecord, me: Member, names: Iterable[str], others: Collection[str] = ()) -> list[Coming]:
    """What becomes of each name if this member adds the list. Whoever is new or returns can be written so.

    `others`: names that someone has said are other people's than those they resemble.
    """
    apart = {compared(name) for name in others}
    known: dict[str, list[Member]] = defaultdict(list)
    for member in record.members.values():
        if member.name is not None:
            known[compared(member.name)].append(member)
    listed: set[str] = set()
    looks: set[str] = set()
    coming: list[Coming] = []
    for name in names:
        stored = read_name(name)
        if stored is None:
            coming.append(Coming(name, "no_name"))
        elif compared(stored) in listed:
            coming.append(Coming(stored, "twice"))
        else:
            listed.add(compared(stored))
            one = _one(record, me, stored, known[compared(stored)])
            if one.fate == "new" and compared(stored) not in apart:
                one = _unless_alike(record, one, looks)
            looks.add(likeness(stored))
            coming.append(one)
    return coming


def _unless_alike(record: ClubRecord, one: Coming, looks: Collection[str]) -> Coming:
    """Someone new, unless the name is nearly that of a member or of one before it on the list: then that is asked."""
    resembling = record.resembling(one.name)
    if resembling:
        return Coming(one.name, "alike", resembling[0])
    alike = likeness(one.name)
    return one._replace(fate="alike") if alike and alike in looks else one


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
    if len(gone) == 1 and gone[0].into is None and may_write(record, me, "returned", back):
        return Coming(name, "returns", gone[0])
    return Coming(name, "gone", record.who(gone[0].number))
