"""Who has said that they are coming to a game night, or are not."""

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from trexscore.db.clubs.models import NightReply
from trexscore.db.journals import CLUBS, writing


def reply(club_id: int, evening: int, member: int, *, comes: bool) -> None:
    """The last word of a member on a night holds."""
    ours = NightReply.club_id == club_id, NightReply.evening == evening, NightReply.member == member
    with writing() as session:
        CLUBS.lock(session, club_id)
        session.execute(delete(NightReply).where(*ours))
        session.execute(insert(NightReply).values(club_id=club_id, evening=evening, member=member, comes=comes))


def replies_to(session: Session, club_id: int, evening: int) -> dict[int, bool]:
    """Whether they come, by the numbers under which members have said so."""
    ours = NightReply.club_id == club_id, NightReply.evening == evening
    return {row.member: row.comes for row in session.execute(select(NightReply.member, NightReply.comes).where(*ours))}
