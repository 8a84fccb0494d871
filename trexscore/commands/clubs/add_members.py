"""Add a list of people to a club: all or none."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy.orm import Session

from trexscore.club.events.members import MemberJoined, MemberReinstated
from trexscore.club.new_members import name_outcomes
from trexscore.commands.clubs.add_member import naming_command
from trexscore.commands.clubs.record_entry import record_club_entries
from trexscore.commands.recording import Command, RecordingFailure, all_or_nothing
from trexscore.db.clubs.clubs import read_club_record
from trexscore.db.journals import CLUBS
from trexscore.game.file.names import name_key


class AddedMemberCounts(NamedTuple):
    """How many people of a list joined, and how many were reinstated."""

    joined_count: int
    reinstated_count: int


def add_new_members(
    club_id: int, joining_command: Command, names: Sequence[str], similar_names_to_add: Sequence[str] = ()
) -> AddedMemberCounts | RecordingFailure:
    """Add everyone on the list who is not a member, all or none. `joining_command` has the key of the list.

    Names that resemble those of members are skipped unless they are in `similar_names_to_add`. Keys of entries
    are derived from the list's key and the names, so sending a list twice returns the same result.
    """
    return all_or_nothing(
        lambda session: _add_listed_members(session, club_id, joining_command, names, similar_names_to_add)
    )


def _add_listed_members(
    session: Session, club_id: int, joining_command: Command, names: Sequence[str], similar_names_to_add: Sequence[str]
) -> AddedMemberCounts:
    journal_head = CLUBS.lock(session, club_id)
    record = read_club_record(journal_head)
    newcomers = [
        (listed, joining_command.derived_command(f"listed {name_key(listed.name)}", joining_command.body))
        for listed in name_outcomes(
            record, record.surviving_member(joining_command.member_number), names, similar_names_to_add
        )
    ]
    keys = [join.key for _listed, join in newcomers]
    joined, returned = (
        {*CLUBS.read_bodies_by_key(session, club_id, keys, event.stored_kind)}
        for event in (MemberJoined, MemberReinstated)
    )
    commands: list[Command] = []
    for listed, join in newcomers:
        if join.key in joined or join.key in returned:
            continue
        if listed.code == "new":
            commands += [join, naming_command(join, journal_head.seq + 1 + len(commands), listed.name)]
            joined.add(join.key)
        elif listed.code == "returns" and listed.existing_member is not None:
            commands.append(join._replace(body=MemberReinstated.body_of({"member": listed.existing_member.number})))
            returned.add(join.key)
    if commands:
        record_club_entries(session, journal_head, commands)
    return AddedMemberCounts(len(joined), len(returned))
