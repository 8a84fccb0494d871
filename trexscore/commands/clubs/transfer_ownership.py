"""Transfer a club's ownership to a member with an account."""

from trexscore.commands.clubs.record_entry import ClubRefused, ClubRequest, ClubWritten, NotAllowed, write_within
from trexscore.db.clubs.clubs import claims_of, record_after
from trexscore.db.journals import CLUBS, writing


class CannotSignIn(Exception):
    """The new owner has no account."""


def hand_over(club_id: int, number: int, request: ClubRequest) -> ClubWritten | ClubRefused | NotAllowed:
    """Record the new owner. Raises `CannotSignIn`."""
    with writing() as session:
        end = CLUBS.lock(session, club_id)
        if claims_of(session, club_id).keys().isdisjoint(record_after(end).numbers_of(number)):
            raise CannotSignIn
        return write_within(session, end, request)
