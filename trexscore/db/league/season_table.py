"""A season's standings, from the rows that are kept of it."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from sqlalchemy.orm import Session

from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.club.season_shares import ALONE, Share
from trexscore.db.clubs.clubs import ClubAt
from trexscore.db.clubs.models import DAY, OPEN_END
from trexscore.db.league import results as league_rows
from trexscore.db.league.results import Held, StandingRow, best_points, held
from trexscore.db.league.results_by_day import Two, meetings_until, tallies_until
from trexscore.db.league.standings import MeetingsSince, meetings_among
from trexscore.db.models import db
from trexscore.db.result_cache import KeptResults
from trexscore.league.meetings import Meeting
from trexscore.league.standings import Row, standings

_ONE_BY_ONE, _AT_ONCE = 4, 20_000
"""Groups of tied players asked for one by one, and meetings that are read at once behind them."""
NONE_MORE: Mapping[Two, Sequence[int]] = MappingProxyType({})


def season_table(
    session: Session, club_id: int, record: ClubRecord, season: Season, at: str | None = None
) -> tuple[Row[Share], ...]:
    """The rows of a season, as things stand, or as they stood at a time: `record` and `season` are then those of then.

    What is read is a row for each player, and of those tied how often they have met: never a game.
    """
    return ranked_rows(session, club_id, record, season, held(session, club_id, season.number, at), at=at)


Rows = tuple[Row[Share], ...]
KEPT: KeptResults[Rows] = KeptResults(24)


def season_standings(club: ClubAt, record: ClubRecord, season: Season, at: str | None = None, until: str = "") -> Rows:
    """The same as `season_table`, or with a day as `season_until`: ranked once, until the season or the club changes.

    Whatever moves a season adds a row to its standings, and whatever is said in the club its entry.
    """
    session = db.session()

    def ranked() -> Rows:
        if until:
            return season_until(session, club.id, record, season, until)
        return season_table(session, club.id, record, season, at)

    return KEPT.get((at, until, *state_of(club, season.number)), ranked)


def state_of(club: ClubAt, season: int) -> tuple[object, ...]:
    """What changes with everything that the standings of a season hang on."""
    return club.id, club.digest, season, league_rows.last_row(db.session(), club.id, season)


def ranked_rows(  # noqa: PLR0913 - whose rows, by which rules, and when
    session: Session,
    club_id: int,
    record: ClubRecord,
    season: Season,
    rows: Iterable[StandingRow | Held],
    *,
    at: str | None = None,
    more_meetings: Mapping[Two, Sequence[int]] = NONE_MORE,
    met: MeetingsSince | None = None,
) -> tuple[Row[Share], ...]:
    """The standings that these rows give; who has met whom is read as of the same time.

    `more_meetings`: how often more two would have finished ahead, level and behind. `met`: where meetings are found,
    if they have been read for many times.
    """
    kept = {row.share: row for row in rows if row.tally.games}

    def points(shares: tuple[Share, ...]) -> Mapping[Share, Sequence[int]]:
        return {share: kept[share].points for share in shares}

    found = _Meetings(session, club_id, season.number, at) if met is None else met

    def meetings(shares: tuple[Share, ...]) -> Iterable[Meeting[Share]]:
        yield from found.among(shares, at)
        for (one, other), (ahead, level, behind) in more_meetings.items():
            yield Meeting(one, other, ahead, level, behind)

    tallies = {share: row.tally for share, row in kept.items()}
    guests, adjusted = _guests(record, season, kept), _adjusted(record, season)
    return standings(season.counting, tallies, guests=guests, adjusted=adjusted, points=points, meetings=meetings)


class _Meetings:
    """Asked for group by group; after some groups all are read at once, unless there are very many."""

    def __init__(self, session: Session, club_id: int, season: int, at: str | None) -> None:
        self.session, self.club_id, self.season = session, club_id, season
        self.groups_left = _ONE_BY_ONE if at is None else None
        self.known: MeetingsSince | None = None

    def among(self, shares: Sequence[Share], at: str | None) -> Iterable[Meeting[Share]]:
        """The same as `meetings_among`."""
        if self.groups_left == 0 and self.known is None:
            self.known = MeetingsSince(self.session, self.club_id, self.season, OPEN_END, _AT_ONCE)
        if self.groups_left:
            self.groups_left -= 1
        if self.known is not None and self.known.is_all:
            return self.known.among(shares, at)
        return meetings_among(self.session, self.club_id, shares, at)


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

    guests, adjusted = _guests(record, season, tallies), _adjusted(record, season, day)
    return standings(season.counting, tallies, guests=guests, adjusted=adjusted, points=points, meetings=meetings)


def _adjusted(record: ClubRecord, season: Season, until: str = OPEN_END[:DAY]) -> dict[Share, int]:
    """Points given beside games until the end of a day. The score of a pair has none."""
    if season.rules.partnership:
        return {}
    return {Share(season.number, member, ALONE): more for member, more in record.adjusted(season.number, until).items()}


def _guests(record: ClubRecord, season: Season, shares: Iterable[Share]) -> set[Share]:
    """Who has no place: a pair is a guest where one of the two is."""
    if season.guests:
        return set()
    guests = {number for number, member in record.members.items() if member.role == "guest"}
    return {share for share in shares if not guests.isdisjoint(share.people)} if guests else set()
