"""A club's links: invitations, live board, calendar and read access."""

from datetime import datetime, timedelta
from typing import Literal, get_args

from trexscore.commands.clock import current_timestamp, timestamp
from trexscore.db.clubs.clubs import SharedLink, cancel_shared_link, store_shared_link
from trexscore.db.clubs.models import OPEN_END
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
    made_at = current_timestamp()
    expires_at = timestamp(datetime.fromisoformat(made_at) + INVITATION_LIFETIME) if permission == "join" else OPEN_END
    link = SharedLink.new(permission, invited_member_number, expires_at, made_at, author_member_number)
    with write_transaction() as session:
        CLUBS.lock(session, club_id)
        store_shared_link(session, club_id, link)
    return link.token


def cancel_club_link(club_id: int, token: str) -> None:
    with write_transaction() as session:
        cancel_shared_link(session, club_id, token)
