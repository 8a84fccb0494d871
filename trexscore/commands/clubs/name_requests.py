"""Picking one's name by the invitation for everybody; an admin confirms it or refuses."""

from sqlalchemy.orm import Session

from trexscore.club.members import Member
from trexscore.club.record import ClubRecord
from trexscore.commands.clock import now
from trexscore.commands.clubs.add_member import AlreadyThere, LinkGone, locked
from trexscore.db.clubs.clubs import cancel_invitations, claim, claims_of, member_of, record_after
from trexscore.db.clubs.name_requests import Requested, drop_request, put_request, refuse_requests, requests_in
from trexscore.db.journals import CLUBS, writing


class NotOffered(Exception):
    """The name has an account by now, or is nobody's who can be picked."""


def names_offered(session: Session, club_id: int, record: ClubRecord) -> list[Member]:
    """Who can be picked: who belongs to the club, has no account, and does not lead it."""
    claimed = {member.number for member in record.known(claims_of(session, club_id))}
    return [one for one in record.here if one.name is not None and not one.leads and one.number not in claimed]


def waiting_in(session: Session, club_id: int, record: ClubRecord) -> list[Requested]:
    """What waits for confirmation. What cannot be confirmed any more does not."""
    offered = {member.number for member in names_offered(session, club_id, record)}
    return [one for one in requests_in(session, club_id) if not one.refused and _now(record, one) in offered]


def request_name(token: str, account_id: int, member: int) -> None:
    """Pick a name. Raises `LinkGone`, `AlreadyThere`, `NotOffered`."""
    with writing() as session:
        end, right = locked(session, token)
        if right.member is not None:
            raise LinkGone
        if member_of(session, end.id, account_id) is not None:
            raise AlreadyThere
        if member not in {one.number for one in names_offered(session, end.id, record_after(end))}:
            raise NotOffered
        put_request(session, end.id, account_id, member, now())


def withdraw_request(club_id: int, account_id: int) -> None:
    """Wait for no name any more."""
    with writing() as session:
        drop_request(session, club_id, account_id)


def confirm_request(club_id: int, number: int) -> Member | None:
    """Make an account the member that it has picked; None where it does not wait for that any more.

    Others who have picked the same name are refused, and nobody is invited under it any more.
    """
    with writing() as session:
        end = CLUBS.lock(session, club_id)
        record = record_after(end)
        waiting = waiting_in(session, club_id, record)
        one = next((one for one in waiting if one.id == number), None)
        if one is None or member_of(session, club_id, one.account_id) is not None:
            return None
        member = record.who(one.member)
        cancel_invitations(session, club_id, record.numbers_of(member.number))
        claim(session, club_id, member.number, one.account_id)
        drop_request(session, club_id, one.account_id)
        refuse_requests(session, [other.id for other in waiting if _now(record, other) == member.number])
        return member


def refuse_request(club_id: int, number: int) -> None:
    """Whoever has picked the name is told that the club does not confirm it."""
    with writing() as session:
        CLUBS.lock(session, club_id)
        refuse_requests(session, [one.id for one in requests_in(session, club_id) if one.id == number])


def _now(record: ClubRecord, one: Requested) -> int | None:
    return record.now(one.member) if one.member in record.members else None
