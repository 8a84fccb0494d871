"""Clubs by their address, their folded records, and the permissions of accounts and links."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple

from sqlalchemy import bindparam, delete, func, insert, select
from sqlalchemy.orm import Session

from trexscore.club.builder import fold_club
from trexscore.club.events import EVENT_TYPE_BY_KIND, FOLDED_KINDS
from trexscore.club.members import Member
from trexscore.club.record import ClubRecord
from trexscore.db.accounts import delete_password_reset_links
from trexscore.db.clubs.models import Club, ClubEntry, ClubLink, Membership
from trexscore.db.game_links import new_token
from trexscore.db.journals import CLUBS, JournalHead
from trexscore.db.models import db, tables_of_models
from trexscore.db.transactions import write_transaction


class ClubHead(NamedTuple):
    """A club and the head of its journal."""

    id: int
    uid: str
    seq: int
    digest: str


USED_INVITATION_PERMISSION = "used"
"""Permission of a used personal invitation: for the member who joined with it, it still leads to the club."""
GAME_TOKEN, CLUB_ONLY_GAME_TOKEN = GAME_TOKEN_KINDS = "game", "game own"
"""Kinds of game tokens that a club stores for its members; they give no access to the club. `CLUB_ONLY_GAME_TOKEN`: no
one else has the owner link, because the club started or imported the game.
"""

_STANDINGS_ENTRY_KINDS = tuple(kind for kind in FOLDED_KINDS if not EVENT_TYPE_BY_KIND[kind].is_about_game_night)
CLUB_HEAD_COLUMNS = Club.id, Club.uid, Club.last_seq, Club.last_digest
# Each page of a club runs these statements. Built once and on tables, they take a fifth of the time.
_CLUB, _MEMBERSHIP = (table.c for table in tables_of_models(Club, Membership))
_HEAD_BY_UID = select(_CLUB.id, _CLUB.uid, _CLUB.last_seq, _CLUB.last_digest).where(_CLUB.uid == bindparam("club_uid"))
_MEMBER_NUMBER = select(_MEMBERSHIP.member).where(
    _MEMBERSHIP.club_id == bindparam("club_id"), _MEMBERSHIP.account_id == bindparam("account_id")
)
_ACCOUNTS = select(_MEMBERSHIP.member, _MEMBERSHIP.account_id).where(_MEMBERSHIP.club_id == bindparam("club_id"))


class SharedLink(NamedTuple):
    """A link to be passed on: its permission and expiry, for which member, and by whom and when it was made."""

    token: str
    permission: str
    member: int | None
    expires_at: str
    created_at: str | None
    created_by_member_number: int | None


class LinkAccess(NamedTuple):
    """The club of a valid link, and the member whom it invites, if any."""

    club_head: ClubHead
    invited_member_number: int | None


def new_club_uid() -> str:
    """Return a random address. It never begins with `-`, which commands take for an option."""
    uid = "-"
    while uid.startswith("-"):
        uid = new_token()
    return uid


def find_club_head(club_uid: str) -> ClubHead | None:
    row = db.session.execute(_HEAD_BY_UID, {"club_uid": club_uid}).one_or_none()
    return None if row is None else ClubHead(*row)


def list_account_clubs(account_id: int) -> list[tuple[ClubHead, int]]:
    """Return the clubs of an account, each with the member that it is there."""
    query = select(*CLUB_HEAD_COLUMNS, Membership.member).join(Membership, Membership.club_id == Club.id)
    rows = db.session.execute(query.where(Membership.account_id == account_id).order_by(Club.id))
    return [(ClubHead(*row[:4]), row.member) for row in rows]


def find_created_club_uid(session: Session, account_id: int, creation_key: str) -> str | None:
    """Return the address of a club of this account whose first entry has this key."""
    return session.scalar(
        select(Club.uid)
        .join(ClubEntry, (ClubEntry.club_id == Club.id) & (ClubEntry.seq == 1))
        .join(Membership, Membership.club_id == Club.id)
        .where(ClubEntry.key == creation_key, Membership.account_id == account_id)
    )


def read_club_record(head: ClubHead | JournalHead) -> ClubRecord:
    """Return the club's record at the head of its journal. Cached by that."""
    return _fold_club_up_to(head.id, head.seq, head.digest)


@contextmanager
def club_transaction(club_id: int) -> Iterator[tuple[Session, JournalHead, ClubRecord]]:
    """Open one writing transaction in which the club is locked. Raises `JournalGone`."""
    with write_transaction() as session:
        head = CLUBS.lock(session, club_id)
        yield session, head, read_club_record(head)


@lru_cache(maxsize=128)
def _fold_club_up_to(
    club_id: int, last_seq: int, _head_digest: str, kinds: tuple[str, ...] = FOLDED_KINDS
) -> ClubRecord:
    """Fold up to `last_seq` only: another transaction may have appended entries in between.

    Cached by the head's digest as well, so that a name removed later is removed from this result too.
    """
    return fold_club(CLUBS.read_kinds_and_bodies(db.session(), club_id, kinds, last_seq))


def read_standings_record_at_time(club_head: ClubHead, time: str) -> ClubRecord:
    """Return the club's record at an earlier time, without game nights: enough for standings."""
    conditions = (
        ClubEntry.club_id == club_head.id,
        ClubEntry.seq <= club_head.seq,
        ClubEntry.kind.in_(_STANDINGS_ENTRY_KINDS),
    )
    last_seq = db.session.scalar(select(func.max(ClubEntry.seq)).where(*conditions, ClubEntry.received_at <= time)) or 0
    return _fold_club_up_to(club_head.id, last_seq, club_head.digest, _STANDINGS_ENTRY_KINDS)


def find_member_number(session: Session, club_id: int, account_id: int) -> int | None:
    """Return which member of the club an account is, or None."""
    member_number: int | None = session.scalar(_MEMBER_NUMBER, {"club_id": club_id, "account_id": account_id})
    return member_number


def read_account_ids_by_member(session: Session, club_id: int) -> dict[int, int]:
    """Map the members who have an account to it."""
    return {row.member: row.account_id for row in session.execute(_ACCOUNTS, {"club_id": club_id})}


def read_member_numbers_with_account(session: Session, club_id: int, club_record: ClubRecord) -> set[int]:
    """Return the numbers of the members who have an account, after merges."""
    return {
        member.number for member in club_record.surviving_members_among(read_account_ids_by_member(session, club_id))
    }


def find_account_id_only_in_club(session: Session, club_id: int, numbers_of_member: Collection[int]) -> int | None:
    """Return the account of these member numbers, if there is exactly one and it is in no other club."""
    accounts = {
        account
        for number, account in read_account_ids_by_member(session, club_id).items()
        if number in numbers_of_member
    }
    clubs = session.scalars(select(Membership.club_id).where(Membership.account_id.in_(accounts))).all()
    return accounts.pop() if len(accounts) == len(clubs) == 1 else None


def list_possible_owners(session: Session, club_id: int, club_record: ClubRecord) -> list[Member]:
    """Return the members who could become owner: with an account, not left, not the owner."""
    members = {
        member.number: member
        for member in club_record.surviving_members_among(sorted(read_account_ids_by_member(session, club_id)))
    }
    return [member for member in members.values() if member.is_active and member is not club_record.owner]


def connect_account(session: Session, club_id: int, member_number: int, account_id: int) -> None:
    """Make an account a member. Cancels password links, which another club's admin may have made for it."""
    session.execute(insert(Membership).values(club_id=club_id, member=member_number, account_id=account_id))
    delete_password_reset_links(session, [account_id])


def disconnect_accounts(session: Session, club_id: int, member_numbers: Collection[int]) -> None:
    session.execute(delete(Membership).where(Membership.club_id == club_id, Membership.member.in_(member_numbers)))


def list_valid_shared_links(session: Session, club_id: int, current_timestamp: str) -> list[SharedLink]:
    """Return the links that are still valid, newest first."""
    is_valid = (
        ClubLink.expires_at > current_timestamp,
        ClubLink.permission.not_in((*GAME_TOKEN_KINDS, USED_INVITATION_PERMISSION)),
    )
    columns = (getattr(ClubLink, name) for name in SharedLink._fields)
    newest_first = func.coalesce(ClubLink.created_at, "").desc(), ClubLink.token
    rows = session.execute(select(*columns).where(ClubLink.club_id == club_id, *is_valid).order_by(*newest_first))
    return [SharedLink(*row) for row in rows]


def cancel_invitations(session: Session, club_id: int, member_numbers: Collection[int]) -> None:
    session.execute(delete(ClubLink).where(ClubLink.club_id == club_id, ClubLink.member.in_(member_numbers)))


def read_link_access(
    token: str, permission: str, current_timestamp: str, session: Session | None = None
) -> LinkAccess | None:
    """Return the club of a valid link with this permission, or None. With a session, reads in its transaction."""
    query = select(*CLUB_HEAD_COLUMNS, ClubLink.member).join(ClubLink, ClubLink.club_id == Club.id)
    is_valid = ClubLink.token == token, ClubLink.permission == permission, ClubLink.expires_at > current_timestamp
    row = (session or db.session()).execute(query.where(*is_valid)).one_or_none()
    return None if row is None else LinkAccess(ClubHead(*row[:4]), row.member)
