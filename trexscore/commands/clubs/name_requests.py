"""Members claim their name by the general invitation; an admin confirms or refuses."""

from sqlalchemy.orm import Session

from trexscore.club.members import Member
from trexscore.club.record import ClubRecord
from trexscore.commands.clock import now
from trexscore.commands.clubs.add_member import AlreadyThere, LinkGone, locked
from trexscore.db.clubs.clubs import cancel_invitations, claim, claims_of, member_of, record_after
from trexscore.db.clubs.name_requests import Requested, drop_request, put_request, refuse_requests, requests_in
from trexscore.db.journals import CLUBS, writing


class NotOffered(Exception):
    """The name has an account by now, or cannot be claimed."""


def names_offered(session: Session, club_id: int, record: ClubRecord) -> list[Member]:
    """Members who can be claimed: active, without an account, and not an admin."""
    claimed = {member.number for member in record.known(claims_of(session, club_id))}
    return [
        member
        for member in record.here
        if member.name is not None and not member.leads and member.number not in claimed
    ]


def waiting_in(session: Session, club_id: int, record: ClubRecord) -> list[Requested]:
    """Open requests that can still be confirmed."""
    offered = {member.number for member in names_offered(session, club_id, record)}
    return [
        request
        for request in requests_in(session, club_id)
        if not request.refused and _current_number(record, request) in offered
    ]


def request_name(token: str, account_id: int, member: int) -> None:
    """Request a name. Raises `LinkGone`, `AlreadyThere`, `NotOffered`."""
    with writing() as session:
        end, link = locked(session, token)
        if link.member is not None:
            raise LinkGone
        if member_of(session, end.id, account_id) is not None:
            raise AlreadyThere
        if member not in {offered.number for offered in names_offered(session, end.id, record_after(end))}:
            raise NotOffered
        put_request(session, end.id, account_id, member, now())


def withdraw_request(club_id: int, account_id: int) -> None:
    with writing() as session:
        drop_request(session, club_id, account_id)


def confirm_request(club_id: int, number: int) -> Member | None:
    """Link the account to the member that it requested; returns None if the request is no longer open.

    Refuses other requests for the same name and cancels its invitations.
    """
    with writing() as session:
        end = CLUBS.lock(session, club_id)
        record = record_after(end)
        waiting = waiting_in(session, club_id, record)
        request = next((request for request in waiting if request.id == number), None)
        if request is None or member_of(session, club_id, request.account_id) is not None:
            return None
        member = record.who(request.member)
        cancel_invitations(session, club_id, record.numbers_of(member.number))
        claim(session, club_id, member.number, request.account_id)
        drop_request(session, club_id, request.account_id)
        refuse_requests(session, [rival.id for rival in waiting if _current_number(record, rival) == member.number])
        return member


def refuse_request(club_id: int, number: int) -> None:
    """Refuse a request; the account sees that."""
    with writing() as session:
        CLUBS.lock(session, club_id)
        refuse_requests(session, [request.id for request in requests_in(session, club_id) if request.id == number])


def _current_number(record: ClubRecord, request: Requested) -> int | None:
    return record.now(request.member) if request.member in record.members else None
