"""Letting a whole list of people into a club: all of them, or nobody."""

import uuid
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy.orm import Session

from trexscore.club.new_members import all_coming
from trexscore.commands.clubs.add_member import naming
from trexscore.commands.clubs.record_entries import write_many
from trexscore.commands.clubs.record_entry import ClubRefused, ClubRequest, NotAllowed
from trexscore.commands.clubs.rollback import all_or_nothing
from trexscore.db.clubs.clubs import record_after
from trexscore.db.journals import CLUBS
from trexscore.game.file.names import compared


class AllIn(NamedTuple):
    """How many of a list have joined by it, and how many have come back."""

    joined: int
    returned: int


def add_members(
    club_id: int, request: ClubRequest, names: Sequence[str], others: Sequence[str] = ()
) -> AllIn | ClubRefused | NotAllowed:
    """Add everyone who is not here by now. `request` is that of joining, under the key of the list.

    Names that resemble those of members are left out, but for `others`, which someone has said are other people's.

    Keys of entries follow from it and from the names: the same list again writes nobody twice, and is told the same.
    """
    return all_or_nothing(lambda session: _let_all_in(session, club_id, request, names, others))


def _let_all_in(
    session: Session, club_id: int, request: ClubRequest, names: Sequence[str], others: Sequence[str]
) -> AllIn:
    end = CLUBS.lock(session, club_id)
    record = record_after(end)
    coming = [
        (one, str(uuid.uuid5(uuid.UUID(request.key), f"listed {compared(one.name)}")))
        for one in all_coming(record, record.who(request.member), names, others)
    ]
    keys = [key for _one, key in coming]
    joined, returned = ({*CLUBS.under(session, club_id, keys, kind)} for kind in ("joined", "returned"))
    due: list[ClubRequest] = []
    for one, key in coming:
        if key in joined or key in returned:
            continue
        if one.fate == "new":
            joining = request._replace(key=key)
            due += [joining, naming(joining, end.seq + 1 + len(due), one.name)]
            joined.add(key)
        elif one.fate == "returns" and one.member is not None:
            due.append(request._replace(key=key, kind="returned", said={"member": one.member.number}))
            returned.add(key)
    if due:
        write_many(session, end, due)
    return AllIn(len(joined), len(returned))
