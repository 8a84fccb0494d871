"""Who has picked a name of a club by its invitation, and waits for confirmation."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.orm import Session

from trexscore.db.accounts import Account
from trexscore.db.clubs.clubs import ClubAt
from trexscore.db.clubs.models import Club, NameRequest


class Requested(NamedTuple):
    """A name that an account has picked."""

    id: int
    account_id: int
    account: str
    """What the account's owner is called."""
    member: int
    made_at: str
    refused: bool


_COLUMNS = NameRequest.id, NameRequest.account_id, Account.name, NameRequest.member, NameRequest.made_at


def put_request(session: Session, club_id: int, account_id: int, member: int, made_at: str) -> None:
    """From now on the account waits for this name, and for no other of the club."""
    drop_request(session, club_id, account_id)
    values = {"club_id": club_id, "account_id": account_id, "member": member, "made_at": made_at}
    session.execute(insert(NameRequest).values(values))


def drop_request(session: Session, club_id: int, account_id: int) -> None:
    """The account does not wait any more."""
    session.execute(delete(NameRequest).where(NameRequest.club_id == club_id, NameRequest.account_id == account_id))


def refuse_requests(session: Session, ids: Collection[int]) -> None:
    """The club has refused these."""
    session.execute(update(NameRequest).where(NameRequest.id.in_(ids)).values(refused=True))


def requests_in(session: Session, club_id: int) -> list[Requested]:
    """All of a club, in the order in which they were made."""
    rows = session.execute(
        select(*_COLUMNS, NameRequest.refused)
        .join(Account, Account.id == NameRequest.account_id)
        .where(NameRequest.club_id == club_id)
        .order_by(NameRequest.made_at, NameRequest.id)
    )
    return [Requested(*row) for row in rows]


def request_of(session: Session, club_id: int, account_id: int) -> Requested | None:
    """What an account has picked in a club."""
    return next((one for one in requests_in(session, club_id) if one.account_id == account_id), None)


def clubs_awaited(session: Session, account_id: int) -> list[tuple[ClubAt, int]]:
    """The clubs in which an account waits for a name that was not refused, and for which member's."""
    rows = session.execute(
        select(Club.id, Club.uid, Club.last_seq, Club.last_digest, NameRequest.member)
        .join(NameRequest, NameRequest.club_id == Club.id)
        .where(NameRequest.account_id == account_id, ~NameRequest.refused)
        .order_by(Club.id)
    )
    return [(ClubAt(*row[:4]), row.member) for row in rows]
