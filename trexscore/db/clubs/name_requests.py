"""Requests for a member's name, made through an invitation and waiting for confirmation."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.orm import Session

from trexscore.db.accounts import Account
from trexscore.db.clubs.clubs import CLUB_HEAD_COLUMNS, ClubHead
from trexscore.db.clubs.models import Club, NameRequest


class StoredNameRequest(NamedTuple):
    """A request by an account for a member's name."""

    id: int
    account_id: int
    account_name: str
    """Name of the account."""
    member_number: int
    created_at: str
    refused: bool


_REQUEST_COLUMNS = NameRequest.id, NameRequest.account_id, Account.name, NameRequest.member, NameRequest.created_at


def replace_name_request(session: Session, club_id: int, account_id: int, member_number: int, created_at: str) -> None:
    """Store an account's request, replacing its earlier one in the club."""
    delete_name_request(session, club_id, account_id)
    column_values = {"club_id": club_id, "account_id": account_id, "member": member_number, "created_at": created_at}
    session.execute(insert(NameRequest).values(column_values))


def delete_name_request(session: Session, club_id: int, account_id: int) -> None:
    session.execute(delete(NameRequest).where(NameRequest.club_id == club_id, NameRequest.account_id == account_id))


def refuse_name_requests(session: Session, club_id: int, request_ids: Collection[int]) -> None:
    is_request = NameRequest.club_id == club_id, NameRequest.id.in_(request_ids)
    session.execute(update(NameRequest).where(*is_request).values(refused=True))


def list_name_requests(session: Session, club_id: int) -> list[StoredNameRequest]:
    """Return all requests in a club, oldest first."""
    rows = session.execute(
        select(*_REQUEST_COLUMNS, NameRequest.refused)
        .join(Account, Account.id == NameRequest.account_id)
        .where(NameRequest.club_id == club_id)
        .order_by(NameRequest.created_at, NameRequest.id)
    )
    return [StoredNameRequest(*row) for row in rows]


def find_name_request(session: Session, club_id: int, account_id: int) -> StoredNameRequest | None:
    """Return an account's request in a club, or None."""
    return next((request for request in list_name_requests(session, club_id) if request.account_id == account_id), None)


def list_requested_clubs(session: Session, account_id: int) -> list[tuple[ClubHead, int]]:
    """Return the clubs in which an account's request is open, each with the requested member."""
    rows = session.execute(
        select(*CLUB_HEAD_COLUMNS, NameRequest.member)
        .join(NameRequest, NameRequest.club_id == Club.id)
        .where(NameRequest.account_id == account_id, ~NameRequest.refused)
        .order_by(Club.id)
    )
    return [(ClubHead(*row[:4]), row.member) for row in rows]
