"""A club's links: invitations, live board, calendar and read access."""

from datetime import timedelta
from typing import Literal, get_args

from sqlalchemy import delete, insert

from trexscore.commands.clock import current_timestamp, timestamp_in
from trexscore.db.clubs.clubs import GAME_TOKEN_KINDS, SharedLink
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
