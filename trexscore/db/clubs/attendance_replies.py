"""Members' replies to a coming game night."""

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.orm import Session

from trexscore.db.clubs.models import AttendanceReply


def read_replies_by_member(session: Session, club_id: int, night_number: int) -> dict[int, bool]:
    """Map members to their replies, True if they come."""
    is_reply = AttendanceReply.club_id == club_id, AttendanceReply.game_night == night_number
    query = select(AttendanceReply.member, AttendanceReply.attending).where(*is_reply)
    return {row.member: row.attending for row in session.execute(query)}


def read_night_numbers_and_replies(
    session: Session, club_id: int, member_numbers: Collection[int]
) -> list[tuple[int, bool]]:
    """The replies of these members to all game nights, oldest first: the night, and True if they come."""
    query = select(AttendanceReply.game_night, AttendanceReply.attending).where(
        AttendanceReply.club_id == club_id, AttendanceReply.member.in_(member_numbers)
    )
    rows = session.execute(query.order_by(AttendanceReply.game_night, AttendanceReply.member))
    return [(row.game_night, row.attending) for row in rows]
