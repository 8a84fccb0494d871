"""Add a member: the entry that creates the member and the entry that names them, together."""

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
    """The invitation is no longer valid."""


class AlreadyThere(Exception):
    """The account is already a member of this club."""


def join_within(session: Session, end: End, request: ClubRequest, name: str, *, by_link: bool = False) -> ClubWritten:
    """Append both entries. Raises `Undone`."""
    joined = written(write_within(session, end, request, by_link=by_link))
    naming_request = naming(request, joined.seq, name)
    named = written(write_within(session, CLUBS.lock(session, end.id), naming_request, by_link=by_link))
    return joined._replace(record=named.record)


def naming(join_request: ClubRequest, number: int, name: str) -> ClubRequest:
    """The request that names the new member `number`, under a key derived from that of joining."""
    key = str(uuid.uuid5(uuid.UUID(join_request.key), "named"))
    return join_request._replace(key=key, kind="named", said={"member": number, "name": name})


def join_by_link(token: str, account_id: int, key: str, name: str) -> ClubWritten | ClubRefused | NotAllowed:
    """Join by a general invitation. Raises `LinkGone`, `AlreadyThere`."""

    def join(session: Session) -> ClubWritten:
        end, link = locked(session, token)
        if link.member is not None:
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
    """Link an account to the member of a personal invitation, which works once. Returns the member number.

    Raises `LinkGone`, `AlreadyThere`.
    """
    with writing() as session:
        end, link = locked(session, token)
        if member_of(session, end.id, account_id) is not None:
            raise AlreadyThere
        member = invited(session, link)
        if member is None:
            raise LinkGone
        use_up(session, token)
        cancel_invitations(session, end.id, record_of(link.club).numbers_of(member.number))
        claim(session, end.id, member.number, account_id)
        drop_request(session, end.id, account_id)
        return member.number


def invited(session: Session, link: Right) -> Member | None:
    """The member an invitation is for; None if they left, were removed or have an account."""
    if link.member is None:
        return None
    record = record_of(link.club)
    member = record.who(link.member)
    has_account = record.numbers_of(member.number) & claims_of(session, link.club.id).keys()
    return None if has_account or not member.is_here else member


def unlink(club_id: int, member: int) -> None:
    """Unlink a member, with all merged numbers, from any account."""
    with writing() as session:
        record = record_after(CLUBS.lock(session, club_id))
        forget_what_they_know(session, club_id, record, member)
        for number in record.numbers_of(member):
            unclaim(session, club_id, number)


def locked(session: Session, token: str) -> tuple[End, Right]:
    """The locked end of the inviting club, and the invitation as read under the lock.

    Raises `LinkGone`.
    """
    link = invitation(session, token)
    if link is None:
        raise LinkGone
    end = CLUBS.lock(session, link.club.id)
    link = invitation(session, token)
    if link is None:
        raise LinkGone
    return end, link


def invitation(session: Session, token: str) -> Right | None:
    """The invitation of this token, if it is still valid."""
    link = right_of(token, now(), session)
    return link if link is not None and link.may == "join" else None


def join_by_invitation(session: Session, token: str) -> Right | None:
    """The club of a personal invitation that was already used."""
    link = right_of(token, now(), session)
    return link if link is not None and link.may == USED else None


def add_member(club_id: int, request: ClubRequest, name: str) -> ClubWritten | ClubRefused | NotAllowed:
    """Append both entries or neither; `seq` of the result is the member number. `request` is that of joining."""
    return all_or_nothing(lambda session: join_within(session, CLUBS.lock(session, club_id), request, name))
