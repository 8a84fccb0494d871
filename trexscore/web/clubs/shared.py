"""Used by several subjects of a club's pages."""

from flask import request
from werkzeug.exceptions import NotFound

from trexscore.club.members import Member
from trexscore.web.clubs.access import ClubContext


def find_member(club: ClubContext, number: int) -> Member:
    """The member with this number, or the member they were merged into. Raises `NotFound`."""
    if number not in club.record.members:
        raise NotFound
    return club.record.current_member(number)


def wants_json() -> bool:
    """Whether a page's script made the request."""
    return request.accept_mimetypes.best == "application/json"


FEW_GAMES = 300
"""Files of clubs with at most so many games are made while they are sent, in about 0.25 s; others by a job."""
