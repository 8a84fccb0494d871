"""Members' replies to a coming game night."""

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from trexscore.db.clubs.models import NightReply
from trexscore.db.journals import CLUBS, write_transaction


def store_reply(club_id: int, evening: int, member: int, *, comes: bool) -> None:
    """Store a member's reply, replacing an earlier one."""
    is_reply = NightReply.club_id == club_id, NightReply.evening == evening, NightReply.member == member
    with write_transaction() as session:
        CLUBS.lock(session, club_id)
        session.execute(delete(NightReply).where(*is_reply))
        session.execute(insert(NightReply).values(club_id=club_id, evening=evening, member=member, comes=comes))


def read_replies(session: Session, club_id: int, evening: int) -> dict[int, bool]:
    """Map members to their replies, True if they come."""
    is_reply = NightReply.club_id == club_id, NightReply.evening == evening
    return {
        row.member: row.comes for row in session.execute(select(NightReply.member, NightReply.comes).where(*is_reply))
    }
