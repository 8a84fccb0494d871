"""Letting somebody into a club: the entry that makes a member, and the one that names them, together."""

import uuid

from sqlalchemy.orm import Session

from trexscore.club.members import Member
from trexscore.commands.clock import now
from trexscore.commands.clubs.record_entry import ClubRefused, ClubRequest, ClubWritten, NotAllowed, write_within
from trexscore.commands.clubs.revoke_links import forget_what_they_know
from trexscore.commands.clubs.rollback import all_or_nothing, written
from trexscore.db.clubs.clubs import (
    USED,
    Right,
    cancel_invitations,
    claim,
    claims_of,
    member_of,
    record_after,
    record_of,
    right_of,
    unclaim,
    use_up,
)
from trexscore.db.clubs.name_requests import drop_request
from trexscore.db.journals import CLUBS, End, writing


class LinkGone(Exception):
    """The invitation does not hold any more."""


class AlreadyThere(Exception):
    """The account is a member of this club already."""


def join_within(session: Session, end: End, request: ClubRequest, name: str, *, by_link: bool = False) -> ClubWritten:
    """Write both entries. Raises `Undone`."""
    joined = written(write_within(session, end, request, by_link=by_link))
    asked = naming(request, joined.seq, name)
    named = written(write_within(session, CLUBS.lock(session, end.id), asked, by_link=by_link))
    return joined._replace(record=named.record)


def naming(joining: ClubRequest, number: int, name: str) -> ClubRequest:
    """What names the member that somebody's joining makes, under a key that follows from that of joining."""
    key = str(uuid.uuid5(uuid.UUID(joining.key), "named"))
    return joining._replace(key=key, kind="named", said={"member": number, "name": name})


def join_by_link(token: str, account_id: int, key: str, name: str) -> ClubWritten | ClubRefused | NotAllowed:
    """Join by an invitation that is for anybody. Raises `LinkGone`, `AlreadyThere`."""

    def join(session: Session) -> ClubWritten:
        end, right = locked(session, token)
        if right.member is not None:
            raise LinkGone
        if member_of(session, end.id, account_id) is not None:
            raise AlreadyThere
        request = ClubRequest(key, end.seq + 1, "joined", {"role": "member"})
        joined = join_within(session, end, request, name, by_link=True)
        claim(session, end.id, joined.seq, account_id)
        drop_request(session, end.id, account_id)
        return joined

    return all_or_nothing(join)


def claim_by_link(token: str, account_id: int) -> int:
    """Be the member that an invitation is for: it works once. Gives the number. Raises `LinkGone`, `AlreadyThere`."""
    with writing() as session:
        end, right = locked(session, token)
        if member_of(session, end.id, account_id) is not None:
            raise AlreadyThere
        member = invited(session, right)
        if member is None:
            raise LinkGone
        use_up(session, token)
        cancel_invitations(session, end.id, record_of(right.club).numbers_of(member.number))
        claim(session, end.id, member.number, account_id)
        drop_request(session, end.id, account_id)
        return member.number


def invited(session: Session, right: Right) -> Member | None:
    """Whom an invitation is for, unless they have left, are erased, or have an account by now: it takes nobody's."""
    if right.member is None:
        return None
    record = record_of(right.club)
    member = record.who(right.member)
    taken = record.numbers_of(member.number) & claims_of(session, right.club.id).keys()
    return None if taken or not member.is_here else member


def unlink(club_id: int, member: int) -> None:
    """From now on no account is this member, whoever else they turned out to be."""
    with writing() as session:
        record = record_after(CLUBS.lock(session, club_id))
        forget_what_they_know(session, club_id, record, member)
        for number in record.numbers_of(member):
            unclaim(session, club_id, number)


def locked(session: Session, token: str) -> tuple[End, Right]:
    """The end of the club to which somebody is invited, and the invitation as it is once nobody else can use it.

    Raises `LinkGone`.
    """
    right = invitation(session, token)
    if right is None:
        raise LinkGone
    end = CLUBS.lock(session, right.club.id)
    right = invitation(session, token)
    if right is None:
        raise LinkGone
    return end, right


def invitation(session: Session, token: str) -> Right | None:
    """What an invitation that still holds gives."""
    right = right_of(token, now(), session)
    return right if right is not None and right.may == "join" else None


def join_by_invitation(session: Session, token: str) -> Right | None:
    """The club to which an invitation has brought the one whom it was for."""
    right = right_of(token, now(), session)
    return right if right is not None and right.may == USED else None


def add_member(club_id: int, request: ClubRequest, name: str) -> ClubWritten | ClubRefused | NotAllowed:
    """Write both or neither; what is written is the member's number. `request` is that of joining."""
    return all_or_nothing(lambda session: join_within(session, CLUBS.lock(session, club_id), request, name))
