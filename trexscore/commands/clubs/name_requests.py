"""Members claim their name by the general invitation; an admin confirms or refuses."""

from sqlalchemy.orm import Session

from trexscore.club.members import Member
from trexscore.club.record import ClubRecord
from trexscore.commands.clock import current_timestamp
from trexscore.commands.clubs.add_member import InvitationExpired, lock_inviting_club
from trexscore.db.clubs.clubs import (
    cancel_invitations,
    club_transaction,
    connect_account,
    find_member_number,
    read_club_record,
    read_member_numbers_with_account,
)
from trexscore.db.clubs.name_requests import (
    StoredNameRequest,
    delete_name_request,
    list_name_requests,
    refuse_name_requests,
    replace_name_request,
)
from trexscore.db.journals import CLUBS
from trexscore.db.transactions import write_transaction


class MemberNotClaimable(Exception):
    """The name has an account by now, or cannot be claimed."""


def claimable_members(session: Session, club_id: int, club_record: ClubRecord) -> list[Member]:
    """Members who can be claimed: active, without an account, and not an admin."""
    members_with_account = read_member_numbers_with_account(session, club_id, club_record)
    return [
        member
        for member in club_record.active_members
        if member.name is not None and not member.is_leader and member.number not in members_with_account
    ]


def confirmable_name_requests(session: Session, club_id: int, club_record: ClubRecord) -> list[StoredNameRequest]:
    """Open requests that can still be confirmed."""
    claimable_numbers = {member.number for member in claimable_members(session, club_id, club_record)}
    return [
        request
        for request in list_name_requests(session, club_id)
        if not request.refused and _requested_member_number(club_record, request) in claimable_numbers
    ]


def request_member_name(invitation_token: str, account_id: int, member_number: int) -> None:
    """Request a name. Raises `InvitationExpired`, `AlreadyMember`, `MemberNotClaimable`."""
    with write_transaction() as session:
        journal_head, link = lock_inviting_club(session, invitation_token, account_id)
        if link.invited_member_number is not None:
            raise InvitationExpired
        claimable = claimable_members(session, journal_head.id, read_club_record(journal_head))
        if member_number not in {member.number for member in claimable}:
            raise MemberNotClaimable
        replace_name_request(session, journal_head.id, account_id, member_number, current_timestamp())


def withdraw_name_request(club_id: int, account_id: int) -> None:
    with write_transaction() as session:
        delete_name_request(session, club_id, account_id)


def confirm_name_request(club_id: int, request_id: int) -> Member | None:
    """Link the account to the member that it requested; returns None if the request is no longer open.

    Refuses other requests for the same name and cancels its invitations.
    """
    with club_transaction(club_id) as (session, _journal_head, record):
        confirmable_requests = confirmable_name_requests(session, club_id, record)
        request = next((request for request in confirmable_requests if request.id == request_id), None)
        if request is None or find_member_number(session, club_id, request.account_id) is not None:
            return None
        member = record.surviving_member(request.member_number)
        cancel_invitations(session, club_id, record.all_numbers_of(member.number))
        connect_account(session, club_id, member.number, request.account_id)
        delete_name_request(session, club_id, request.account_id)
        rivals = (rival for rival in confirmable_requests if _requested_member_number(record, rival) == member.number)
        refuse_name_requests(session, club_id, [rival.id for rival in rivals])
        return member


def refuse_name_request(club_id: int, request_id: int) -> bool:
    """Refuse a request; the account sees that. Returns False if it is gone: confirmed or withdrawn."""
    with write_transaction() as session:
        CLUBS.lock(session, club_id)
        refuse_name_requests(session, club_id, [request_id])
        return any(request.id == request_id for request in list_name_requests(session, club_id))


def _requested_member_number(club_record: ClubRecord, name_request: StoredNameRequest) -> int | None:
    return (
        club_record.surviving_number(name_request.member_number)
        if name_request.member_number in club_record.members
        else None
    )
