"""What several of a club's pages open."""

from werkzeug.exceptions import NotFound

from trexscore.club.members import Member
from trexscore.web.clubs.access import ClubContext


def member_here(club: ClubContext, number: int) -> Member:
    """The member with this number, as whoever they turned out to be. Raises `NotFound`."""
    if number not in club.record.members:
        raise NotFound
    return club.record.who(number)


FEW_GAMES = 300
"""Of a club with no more, a file is made while it is sent: that takes a quarter of a second."""
