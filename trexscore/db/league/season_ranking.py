"""A season's standings, from the stored rows."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from sqlalchemy.orm import Session

from trexscore.club.counted_game import NO_MEMBER
from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.club.season_tallies import SeasonPlayer
from trexscore.db.clubs.clubs import ClubHead
from trexscore.db.clubs.models import DAY_LENGTH, OPEN_END
from trexscore.db.league import season_rows
from trexscore.db.league.season_rows import StandingRow, StandingSum, read_points_of_needed_games, read_standing_sums
from trexscore.db.league.standings import MeetingCountsSince, read_meeting_counts
from trexscore.db.league.sums_by_period import MeetingPlayers, read_meeting_counts_until, read_tallies_until
from trexscore.db.models import db
from trexscore.db.result_cache import ResultCache
from trexscore.league.meetings import MeetingCounts
from trexscore.league.standings import Row, standings
from trexscore.league.tally import Tally

_MAX_SINGLE_READS, _MAX_MEETING_ROWS = 4, 20_000
"""Groups of tied players that are read one by one; after them, all head-to-head rows up to so many are read at once."""
RankedRows = tuple[Row[SeasonPlayer], ...]
STANDINGS_CACHE: ResultCache[RankedRows] = ResultCache(24)


def rank_season(
    session: Session, club_id: int, club_record: ClubRecord, season: Season, valid_at: str | None = None
) -> RankedRows:
    """Return the ranked rows of a season, now or at a time: then `club_record` and `season` must be of that time, too.

    Reads a row per player, and the head-to-head of tied players: never a game.
    """
    return rank_standing_rows(
        session,
        club_id,
        club_record,
        season,
        read_standing_sums(session, club_id, season.number, valid_at),
        valid_at=valid_at,
    )


def cached_season_standings(
    club_head: ClubHead, club_record: ClubRecord, season: Season, valid_at: str | None = None, last_day: str = ""
) -> RankedRows:
    """Like `rank_season`, or with `last_day` like `rank_season_until`. Cached until the season or the club changes.

    Every change of a season adds a standings row, and every change of the club an entry.
    """
    session = db.session()

    def rank() -> RankedRows:
        if last_day:
            return rank_season_until(session, club_head.id, club_record, season, last_day)
        return rank_season(session, club_head.id, club_record, season, valid_at)

    return STANDINGS_CACHE.get_or_compute((valid_at, last_day, *season_cache_key(club_head, season.number)), rank)


def season_cache_key(club_head: ClubHead, season_number: int) -> tuple[object, ...]:
    """Return a cache key that changes with everything the standings of a season depend on."""
    return (
        club_head.id,
        club_head.digest,
        season_number,
        season_rows.read_newest_standing_time_and_id(db.session(), club_head.id, season_number),
    )


def rank_standing_rows(  # noqa: PLR0913 - whose rows, by which rules, and when
    session: Session,
    club_id: int,
    club_record: ClubRecord,
    season: Season,
    standing_rows: Iterable[StandingRow | StandingSum],
    *,
    valid_at: str | None = None,
    hypothetical_meeting_counts: Mapping[MeetingPlayers, Sequence[int]] = MappingProxyType({}),
    meeting_counts_source: MeetingCountsSince | None = None,
) -> RankedRows:
    """Rank these rows; the head-to-head is read as of the same time.

    `hypothetical_meeting_counts`: additional finishes ahead, level and behind. `meeting_counts_source`: head-to-head
    counts that were read for many times, if any.
    """
    by_player = {row.player: row for row in standing_rows if row.tally.games}

    def points(players: tuple[SeasonPlayer, ...]) -> Mapping[SeasonPlayer, Sequence[int]]:
        return {player: by_player[player].single_game_points for player in players}

    source = meeting_counts_source or _MeetingCountsReader(session, club_id, season.number, valid_at)

    def meeting_counts(players: tuple[SeasonPlayer, ...]) -> Iterable[MeetingCounts[SeasonPlayer]]:
        yield from source.meeting_counts_among(players, valid_at)
        for (first, second), (ahead, level, behind) in hypothetical_meeting_counts.items():
            yield MeetingCounts(first, second, ahead, level, behind)

    return _rank_players(
        club_record, season, {player: row.tally for player, row in by_player.items()}, points, meeting_counts
    )


class _MeetingCountsReader:
    """Reads the head-to-head group by group; after some groups all rows at once, unless there are very many."""

    def __init__(self, session: Session, club_id: int, season_number: int, valid_at: str | None) -> None:
        self.session, self.club_id, self.season = session, club_id, season_number
        self.groups_left = _MAX_SINGLE_READS if valid_at is None else None
        self.all_rows: MeetingCountsSince | None = None

    def meeting_counts_among(
        self, players: Sequence[SeasonPlayer], valid_at: str | None
    ) -> Iterable[MeetingCounts[SeasonPlayer]]:
        """Like `read_meeting_counts`."""
        if self.groups_left == 0 and self.all_rows is None:
            self.all_rows = MeetingCountsSince(self.session, self.club_id, self.season, OPEN_END, _MAX_MEETING_ROWS)
        if self.groups_left:
            self.groups_left -= 1
        if self.all_rows is not None and self.all_rows.is_complete:
            return self.all_rows.meeting_counts_among(players, valid_at)
        return read_meeting_counts(self.session, self.club_id, players, valid_at)


def rank_season_until(
    session: Session, club_id: int, club_record: ClubRecord, season: Season, last_day: str
) -> RankedRows:
    """Return the ranked rows by the games played up to and including a day, all as counted now."""
    return _rank_players(
        club_record,
        season,
        read_tallies_until(session, club_id, season.number, last_day),
        lambda players: {
            player: read_points_of_needed_games(session, club_id, player, season.season_rules, last_day)
            for player in players
        },
        lambda players: read_meeting_counts_until(session, club_id, players, last_day),
        last_day,
    )


def _rank_players(  # noqa: PLR0913, PLR0917 - whose season, and where its numbers come from
    club_record: ClubRecord,
    season: Season,
    tally_by_player: Mapping[SeasonPlayer, Tally],
    read_points_by_player: Callable[[tuple[SeasonPlayer, ...]], Mapping[SeasonPlayer, Sequence[int]]],
    read_meeting_counts: Callable[[tuple[SeasonPlayer, ...]], Iterable[MeetingCounts[SeasonPlayer]]],
    last_day: str = OPEN_END[:DAY_LENGTH],
) -> RankedRows:
    """Guests and pairs with a guest get no rank, unless the season ranks them; pairs have no adjustments."""
    guests = {
        number for number, member in club_record.members.items() if member.role == "guest" and not season.ranks_guests
    }
    adjustments = (
        {} if season.house_rules.partnership else club_record.adjustment_sum_by_member(season.number, last_day)
    )
    return standings(
        season.season_rules,
        tally_by_player,
        guests={player for player in tally_by_player if not guests.isdisjoint(player.member_numbers)} if guests else (),
        adjustment_points_by_player={
            SeasonPlayer(season.number, member, NO_MEMBER): more for member, more in adjustments.items()
        },
        read_game_points=read_points_by_player,
        read_meeting_counts=read_meeting_counts,
    )
