"""Adds a list of names to a club: the outcome for each name."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Literal, NamedTuple

from trexscore.club.members import Member
from trexscore.club.permissions import may_write
from trexscore.club.record import ClubRecord
from trexscore.game.file.names import compared, likeness, read_name

Fate = Literal["new", "returns", "here", "gone", "twice", "no_name", "alike"]
"""`alike`: similar to a member's name or another on the list. `gone`: a former member whom this list may not reinstate.
"""


class Coming(NamedTuple):
    """A name of the list, its outcome, and the member who has it already."""

    name: str
    fate: Fate
    member: Member | None = None


def all_coming(record: ClubRecord, me: Member, names: Iterable[str], others: Collection[str] = ()) -> list[Coming]:
    """The outcome of each name if `me` adds the list. The caller can record those that are `new` or `returns`.

    `others`: names confirmed to belong to other people than those they resemble.
    """
    confirmed = {compared(name) for name in others}
    members: dict[str, list[Member]] = defaultdict(list)
    for member in record.members.values():
        if member.name is not None:
            members[compared(member.name)].append(member)
    listed: set[str] = set()
    likenesses: set[str] = set()
    coming: list[Coming] = []
    for name in names:
        stored = read_name(name)
        if stored is None:
            coming.append(Coming(name, "no_name"))
        elif compared(stored) in listed:
            coming.append(Coming(stored, "twice"))
        else:
            listed.add(compared(stored))
            entry = _match(record, me, stored, members[compared(stored)])
            if entry.fate == "new" and compared(stored) not in confirmed:
                entry = _unless_alike(record, entry, likenesses)
            likenesses.add(likeness(stored))
            coming.append(entry)
    return coming


def _unless_alike(record: ClubRecord, entry: Coming, likenesses: Collection[str]) -> Coming:
    """The new entry, or `alike` if its name is similar to a member's or an earlier one of the list."""
    resembling = record.resembling(entry.name)
    if resembling:
        return Coming(entry.name, "alike", resembling[0])
    key = likeness(entry.name)
    return entry._replace(fate="alike") if key and key in likenesses else entry


def _match(record: ClubRecord, me: Member, name: str, namesakes: list[Member]) -> Coming:
    """Match a name to the members who have it. Active ones come first, then active survivors of merges."""
    active = [member for member in namesakes if member.is_here]
    active += [survivor for member in namesakes if (survivor := record.who(member.number)).is_here]
    if active:
        return Coming(name, "here", active[0])
    former = [member for member in namesakes if not record.who(member.number).erased]
    if not former:
        return Coming(name, "new")
    reinstatement = {"returned": {"member": former[0].number}}
    if len(former) == 1 and former[0].into is None and may_write(record, me, "returned", reinstatement):
        return Coming(name, "returns", former[0])
    return Coming(name, "gone", record.who(former[0].number))
