"""Members' replies to a coming game night."""

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.orm import Session

from trexscore.db.clubs.models import AttendanceReply
from trexscore.db.models import tables_of_models
from trexscore.db.upserts import upsert_rows

(_REPLY,) = tables_of_models(AttendanceReply)


def store_reply(session: Session, club_id: int, night_number: int, member_number: int, *, attending: bool) -> None:
    """Store a member's reply, replacing an earlier one."""
    row = {"club_id": club_id, "game_night": night_number, "member": member_number, "attending": attending}
    upsert_rows(session, _REPLY, [row])


def read_replies_by_member(session: Session, club_id: int, night_number: int) -> dict[int, bool]:
    """Map members to their replies, True if they come."""
    is_reply = AttendanceReply.club_id == club_id, AttendanceReply.game_night == night_number
    return {
        row.member: row.attending
        for row in session.execute(select(AttendanceReply.member, AttendanceReply.attending).where(*is_reply))
    }


def read_night_numbers_and_replies(
    session: Session, club_id: int, member_numbers: Collection[int]
) -> list[tuple[int, bool]]:
    """The replies of these members to all game nights, oldest first: the night, and True if they come."""
    query = select(AttendanceReply.game_night, AttendanceReply.attending).where(
        AttendanceReply.club_id == club_id, AttendanceReply.member.in_(member_numbers)
    )
    rows = session.execute(query.order_by(AttendanceReply.game_night, AttendanceReply.member))
    return [(row.game_night, row.attending) for row in rows]
