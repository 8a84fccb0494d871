"""Store a member's reply to a game night: attending or not."""

from trexscore.db.clubs.attendance_replies import store_reply
from trexscore.db.journals import CLUBS
from trexscore.db.transactions import write_transaction


def replace_reply(club_id: int, night_number: int, member_number: int, *, is_attending: bool) -> None:
    """Save a member's reply in place of an earlier one. Raises `JournalGone` if the club was deleted."""
    with write_transaction() as session:
        CLUBS.lock(session, club_id)
        store_reply(session, club_id, night_number, member_number, attending=is_attending)
