"""Matches a list of names with the members of a club: what becomes of each name if the list is added."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Literal, NamedTuple

from trexscore.club.events.members import MemberReinstated
from trexscore.club.members import Member
from trexscore.club.record import ClubRecord
from trexscore.game.file.names import name_key, read_name, similarity_key

MatchResult = Literal["new", "returns", "here", "gone", "twice", "no_name", "alike"]
"""`alike`: similar to a member's name or another on the list. `gone`: a former member whom this list may not reinstate.
"""


class NameMatch(NamedTuple):
    """A name of the list, its outcome, and the member who has it already."""

    name: str
    result: MatchResult
    member: Member | None = None


def match_names(
    record: ClubRecord, me: Member, names: Iterable[str], names_of_new_people: Collection[str] = ()
) -> list[NameMatch]:
    """The outcome of each name if `me` adds the list. The caller can record those that are `new` or `returns`.

    `names_of_new_people`: names that belong to other people than those they resemble.
    """
    confirmed = {name_key(name) for name in names_of_new_people}
    members: dict[str, list[Member]] = defaultdict(list)
    for member in record.members.values():
        if member.name is not None:
            members[name_key(member.name)].append(member)
    listed: set[str] = set()
    similarity_keys: set[str] = set()
    matches: list[NameMatch] = []
    for name in names:
        stored = read_name(name)
        if stored is None:
            matches.append(NameMatch(name, "no_name"))
        elif name_key(stored) in listed:
            matches.append(NameMatch(stored, "twice"))
        else:
            listed.add(name_key(stored))
            entry = _match_name(record, me, stored, members[name_key(stored)])
            if entry.result == "new" and name_key(stored) not in confirmed:
                entry = _alike_if_similar(record, entry, similarity_keys)
            similarity_keys.add(similarity_key(stored))
            matches.append(entry)
    return matches


def _alike_if_similar(record: ClubRecord, match: NameMatch, listed_similarity_keys: Collection[str]) -> NameMatch:
    """The match itself, or `alike` if its name is similar to a member's or an earlier one of the list."""
    resembling = record.similar_members_unless_same(match.name)
    if resembling:
        return NameMatch(match.name, "alike", resembling[0])
    key = similarity_key(match.name)
    return match._replace(result="alike") if key and key in listed_similarity_keys else match


def _match_name(record: ClubRecord, me: Member, name: str, namesakes: list[Member]) -> NameMatch:
    """Match a name to the members who have it. Active ones come first, then active survivors of merges."""
    active = [member for member in namesakes if member.is_active]
    active += [survivor for member in namesakes if (survivor := record.current_member(member.number)).is_active]
    if active:
        return NameMatch(name, "here", active[0])
    former = [member for member in namesakes if not record.current_member(member.number).anonymized]
    if not former:
        return NameMatch(name, "new")
    content = {"member": former[0].number}
    if len(former) == 1 and former[0].merged_into is None and MemberReinstated.permits(record, me, content):
        return NameMatch(name, "returns", former[0])
    return NameMatch(name, "gone", record.current_member(former[0].number))
