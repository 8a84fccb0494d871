"""Add a list of people to a club: all or none."""

import uuid
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy.orm import Session

from trexscore.club.new_members import match_names
from trexscore.commands.clubs.add_member import naming_request_for
from trexscore.commands.clubs.record_entries import record_club_entries
from trexscore.commands.clubs.record_entry import ClubRefused, ClubRequest, NotAllowed
from trexscore.commands.clubs.rollback import all_or_nothing
from trexscore.db.clubs.clubs import read_record_at_head
from trexscore.db.journals import CLUBS
from trexscore.game.file.names import name_key


class MembersAdded(NamedTuple):
    """How many people of a list joined, and how many were reinstated."""

    joined: int
    returned: int


def add_members(
    club_id: int, request: ClubRequest, names: Sequence[str], others: Sequence[str] = ()
) -> MembersAdded | ClubRefused | NotAllowed:
    """Add everyone on the list who is not a member. `request` is that of joining, under the key of the list.

    Names that resemble those of members are skipped unless they are in `others`, confirmed as different people. Keys of
    entries are derived from the list's key and the names, so sending a list twice returns the same result.
    """
    return all_or_nothing(lambda session: _add_all(session, club_id, request, names, others))


def _add_all(
    session: Session, club_id: int, request: ClubRequest, names: Sequence[str], others: Sequence[str]
) -> MembersAdded:
    end = CLUBS.lock(session, club_id)
    record = read_record_at_head(end)
    newcomers = [
        (person, str(uuid.uuid5(uuid.UUID(request.key), f"listed {name_key(person.name)}")))
        for person in match_names(record, record.current_member(request.member), names, others)
    ]
    keys = [key for _person, key in newcomers]
    joined, returned = ({*CLUBS.read_bodies_by_key(session, club_id, keys, kind)} for kind in ("joined", "returned"))
    requests: list[ClubRequest] = []
    for person, key in newcomers:
        if key in joined or key in returned:
            continue
        if person.fate == "new":
            join_request = request._replace(key=key)
            requests += [join_request, naming_request_for(join_request, end.seq + 1 + len(requests), person.name)]
            joined.add(key)
        elif person.fate == "returns" and person.member is not None:
            requests.append(request._replace(key=key, kind="returned", body={"member": person.member.number}))
            returned.add(key)
    if requests:
        record_club_entries(session, end, requests)
    return MembersAdded(len(joined), len(returned))
