"""What becomes of each name of a list if the list is added to a club: compared with the club's members."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Literal, NamedTuple

from trexscore.club.events.members import MemberReinstated
from trexscore.club.members import Member
from trexscore.club.record import ClubRecord
from trexscore.game.file.names import name_key, read_name, similarity_key

NameOutcomeCode = Literal["new", "returns", "here", "gone", "twice", "no_name", "alike"]
"""`alike`: similar to a member's name or another on the list. `gone`: a former member whom this list may not reinstate.
"""


class NameOutcome(NamedTuple):
    """A name of the list, what becomes of it, and the member who has it already."""

    name: str
    code: NameOutcomeCode
    existing_member: Member | None = None


def name_outcomes(
    record: ClubRecord, me: Member, names: Iterable[str], names_of_new_people: Collection[str] = ()
) -> list[NameOutcome]:
    """The outcome of each name if `me` adds the list. The caller can record those that are `new` or `returns`.

    `names_of_new_people`: names that belong to other people than those they resemble.
    """
    confirmed = {name_key(name) for name in names_of_new_people}
    members: dict[str, list[Member]] = defaultdict(list)
    for member in record.members.values():
        if member.name is not None:
            members[name_key(member.name)].append(member)
    listed_name_keys: set[str] = set()
    similarity_keys: set[str] = set()
    outcomes: list[NameOutcome] = []
    for name in names:
        normalized_name = read_name(name)
        if normalized_name is None:
            outcomes.append(NameOutcome(name, "no_name"))
        elif name_key(normalized_name) in listed_name_keys:
            outcomes.append(NameOutcome(normalized_name, "twice"))
        else:
            listed_name_keys.add(name_key(normalized_name))
            outcome = _outcome_of(record, me, normalized_name, members[name_key(normalized_name)])
            if outcome.code == "new" and name_key(normalized_name) not in confirmed:
                outcome = _marked_if_similar(record, outcome, similarity_keys)
            similarity_keys.add(similarity_key(normalized_name))
            outcomes.append(outcome)
    return outcomes


def _marked_if_similar(
    record: ClubRecord, outcome: NameOutcome, listed_similarity_keys: Collection[str]
) -> NameOutcome:
    """The outcome itself, or `alike` if its name is similar to a member's or an earlier one of the list."""
    similar_members = record.similar_members_without_namesake(outcome.name)
    if similar_members:
        return NameOutcome(outcome.name, "alike", similar_members[0])
    key = similarity_key(outcome.name)
    return outcome._replace(code="alike") if key and key in listed_similarity_keys else outcome


def _outcome_of(record: ClubRecord, me: Member, name: str, namesakes: list[Member]) -> NameOutcome:
    """The outcome of a name that these members have. Active ones come first, then active survivors of merges."""
    active_namesakes = [member for member in namesakes if member.is_active]
    active_namesakes += [
        survivor for member in namesakes if (survivor := record.surviving_member(member.number)).is_active
    ]
    if active_namesakes:
        return NameOutcome(name, "here", active_namesakes[0])
    former = [member for member in namesakes if not record.surviving_member(member.number).anonymized]
    if not former:
        return NameOutcome(name, "new")
    reinstated_content = {"member": former[0].number}
    if (
        len(former) == 1
        and former[0].merged_into_number is None
        and MemberReinstated.permits(record, me, reinstated_content)
    ):
        return NameOutcome(name, "returns", former[0])
    return NameOutcome(name, "gone", record.surviving_member(former[0].number))
