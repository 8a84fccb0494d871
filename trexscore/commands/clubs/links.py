"""A club's links: invitations, live board, calendar and read access, and those to set a member's new password."""

from datetime import timedelta
from typing import Literal, get_args

from sqlalchemy import delete, insert

from trexscore.club.permissions import may_manage_account
from trexscore.commands.account_links import create_account_link_token_in_transaction
from trexscore.commands.clock import current_timestamp, timestamp_in
from trexscore.db.accounts import delete_password_reset_links, lock_account_row
from trexscore.db.clubs.clubs import GAME_TOKEN_KINDS, SharedLink, club_transaction, find_account_id_only_in_club
from trexscore.db.clubs.models import OPEN_END, ClubLink
from trexscore.db.game_links import new_token
from trexscore.db.journals import CLUBS
from trexscore.db.transactions import write_transaction

ClubLinkPermission = Literal["join", "screen", "calendar", "read"]
CLUB_LINK_PERMISSIONS: tuple[ClubLinkPermission, ...] = get_args(ClubLinkPermission)
INVITATION_LIFETIME = timedelta(days=14)


def create_club_link(
    club_id: int,
    permission: ClubLinkPermission,
    invited_member_number: int | None = None,
    author_member_number: int | None = None,
) -> str:
    """Create a link, made by member `author_member_number`. Invitations expire after two weeks, others never."""
    expires_at = timestamp_in(INVITATION_LIFETIME) if permission == "join" else OPEN_END
    link = SharedLink(
        new_token(), permission, invited_member_number, expires_at, current_timestamp(), author_member_number
    )
    with write_transaction() as session:
        CLUBS.lock(session, club_id)
        session.execute(insert(ClubLink).values(club_id=club_id, **link._asdict()))
    return link.token


def cancel_club_link(club_id: int, token: str) -> None:
    """Delete a link, but never one of the tokens of the club's games."""
    is_link = ClubLink.club_id == club_id, ClubLink.token == token, ClubLink.permission.not_in(GAME_TOKEN_KINDS)
    with write_transaction() as session:
        session.execute(delete(ClubLink).where(*is_link))


class PasswordLinkRefused(Exception):
    """The admin may not open this account, or it also belongs to another club."""


def create_member_password_token(club_id: int, author_member_number: int, member_number: int) -> str:
    """Create a link with which a member sets a new password, and cancel earlier ones.

    Raises `PasswordLinkRefused`. The link gives access to the whole account. So it exists only for accounts of this
    club alone, and is cancelled when the account joins another club (`connect_account`) or becomes an admin here
    (`record_entry`).
    """
    with club_transaction(club_id) as (session, _end, record):
        member = record.surviving_member(member_number)
        if not (member.is_active and may_manage_account(record, record.surviving_member(author_member_number), member)):
            raise PasswordLinkRefused
        account_id = find_account_id_only_in_club(session, club_id, record.all_numbers_of(member.number))
        if account_id is None:
            raise PasswordLinkRefused
        lock_account_row(session, account_id)
        if find_account_id_only_in_club(session, club_id, record.all_numbers_of(member.number)) != account_id:
            raise PasswordLinkRefused  # it has just joined another club
        delete_password_reset_links(session, [account_id])
        return create_account_link_token_in_transaction(session, member.name or "", account_id)
