"""Load a season of a club, or 404."""

from werkzeug.exceptions import NotFound

from trexscore.club.season import Season
from trexscore.web.clubs.access import ClubContext


def season_in(club: ClubContext, number: int) -> Season:
    """The season with this number. Raises `NotFound`."""
    if number not in club.record.seasons:
        raise NotFound
    return club.record.seasons[number]
