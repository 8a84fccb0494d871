"""A season's standings, from the rows that are kept of it."""

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy.orm import Session

from trexscore.club.parts import Share
from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.league.meetings import Meeting
from trexscore.league.standings import Row, standings
from trexscore.storage.league_rows import table
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

    return standings(
        season.counting,
        {share: row.tally for share, row in kept.items()},
        guests=() if season.guests else {share for share in kept if _is_guest(record, share)},
        points=points,
        meetings=meetings,
    )


def _is_guest(record: ClubRecord, share: Share) -> bool:
    """A pair is a guest where one of the two is."""
    return any(record.members[number].role == "guest" for number in share.people)
