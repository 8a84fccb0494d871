"""A club's links: invitations, live board, calendar and read access."""

from datetime import datetime, timedelta
from typing import Literal, get_args

from trexscore.commands.clock import now, timestamp
from trexscore.db.clubs.clubs import GivenLink, cancel_link, make_link
from trexscore.db.clubs.models import OPEN_END
from trexscore.db.journals import CLUBS, writing

MayBe = Literal["join", "screen", "calendar", "read"]
KINDS: tuple[MayBe, ...] = get_args(MayBe)
INVITES_FOR = timedelta(days=14)


def give_link(club_id: int, may: MayBe, member: int | None = None, by: int | None = None) -> str:
    """Create a link, made by member `by`. Invitations expire after two weeks, others never."""
    made_at = now()
    expires_at = timestamp(datetime.fromisoformat(made_at) + INVITES_FOR) if may == "join" else OPEN_END
    link = GivenLink.new(may, member, expires_at, made_at, by)
    with writing() as session:
        CLUBS.lock(session, club_id)
        make_link(session, club_id, link)
    return link.token


def create_link(club_id: int, token: str) -> None:
    with writing() as session:
        cancel_link(session, club_id, token)
