"""Handing a club over to somebody who can sign in: it would else be without anybody who owns it."""

from trexscore.commands.clubs.record_entry import ClubRefused, ClubRequest, ClubWritten, NotAllowed, write_within
from trexscore.db.clubs.clubs import claims_of, record_after
from trexscore.db.journals import CLUBS, writing


class CannotSignIn(Exception):
    """No account is the member who is to own the club; it may have gone this very moment."""


def hand_over(club_id: int, number: int, request: ClubRequest) -> ClubWritten | ClubRefused | NotAllowed:
    """Write that this member owns the club. Raises `CannotSignIn`."""
    with writing() as session:
        end = CLUBS.lock(session, club_id)
        if claims_of(session, club_id).keys().isdisjoint(record_after(end).numbers_of(number)):
            raise CannotSignIn
        return write_within(session, end, request)
