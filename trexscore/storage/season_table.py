"""A season's standings, from the rows that are kept of it."""

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy.orm import Session

from trexscore.club.parts import Share
from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.league.meetings import Meeting
from trexscore.league.standings import Row, standings
from trexscore.storage.league_rows import best_points, table
from trexscore.storage.played_rows import meetings_until, tallies_until
from trexscore.storage.standing_rows import meetings_among


def season_table(
    session: Session, club_id: int, record: ClubRecord, season: Season, at: str | None = None
) -> tuple[Row[Share], ...]:
    """The rows of a season, as things stand, or as they stood at a time: `record` and `season` are then those of then.

    What is read is a row for each player, and of those tied how often they have met: never a game.
    """
    kept = {row.share: row for row in table(session, club_id, season.number, at) if row.tally.games}

    def points(shares: tuple[Share, ...]) -> Mapping[Share, Sequence[int]]:
        return {share: kept[share].points for share in shares}

    def meetings(shares: tuple[Share, ...]) -> Iterable[Meeting[Share]]:
        return meetings_among(session, club_id, shares, at)

    tallies = {share: row.tally for share, row in kept.items()}
    return standings(season.counting, tallies, guests=_guests(record, season, kept), points=points, meetings=meetings)


def season_until(
    session: Session, club_id: int, record: ClubRecord, season: Season, day: str
) -> tuple[Row[Share], ...]:
    """The rows of a season by the games played until the end of a day, all by what is known now."""
    tallies = tallies_until(session, club_id, season.number, day)
    looked_at, fewer = season.counting.games_looked_at, season.counting.better == "less"

    def points(shares: tuple[Share, ...]) -> Mapping[Share, Sequence[int]]:
        if looked_at is None:
            return {}
        return {share: best_points(session, club_id, share, looked_at, fewer=fewer, until=day) for share in shares}

    def meetings(shares: tuple[Share, ...]) -> Iterable[Meeting[Share]]:
        return meetings_until(session, club_id, shares, day)

    guests = _guests(record, season, tallies)
    return standings(season.counting, tallies, guests=guests, points=points, meetings=meetings)


def _guests(record: ClubRecord, season: Season, shares: Iterable[Share]) -> set[Share]:
    """Who has no place: a pair is a guest where one of the two is."""
    if season.guests:
        return set()
    return {share for share in shares if any(record.members[number].role == "guest" for number in share.people)}
