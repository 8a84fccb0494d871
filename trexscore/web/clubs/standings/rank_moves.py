"""Ranks before and after each change on a page of the change log."""

from collections.abc import Sequence

from trexscore.club.events import RERANKING_KINDS
from trexscore.club.record import ClubRecord
from trexscore.club.season_tallies import SeasonPlayer
from trexscore.db.clubs.clubs import read_standings_record_at_time
from trexscore.db.league import season_rows
from trexscore.db.league.season_ranking import rank_standing_rows, season_cache_key
from trexscore.db.league.season_rows import StandingRow, StandingSum
from trexscore.db.league.standings import MeetingCountsSince
from trexscore.db.models import db
from trexscore.db.result_cache import ResultCache
from trexscore.league.rank_moves import RankMove, rank_moves_by_player
from trexscore.league.standings import Row
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.standings_row_texts import MAX_SENTENCES

RANK_MOVES_CACHE: ResultCache[list[dict[SeasonPlayer, RankMove[SeasonPlayer]]]] = ResultCache(24)


def rank_moves_of_changes(
    club: ClubContext,
    season_number: int,
    rows_of_changes: Sequence[Sequence[StandingRow]],
    previous_change_time: str | None,
    *,
    starts_with_latest: bool,
) -> list[dict[SeasonPlayer, RankMove[SeasonPlayer]]]:
    """For each change, the latest first, the moves it made. A change is a group of rows with one time and one cause.

    `previous_change_time`: the time of the change before the oldest, None if there is none; `starts_with_latest`:
    whether the first is the season's latest change. Returns the moves of the changed rows, and of everyone who overtook
    someone.
    """
    key = (
        rows_of_changes[0][0].row_id,
        rows_of_changes[-1][-1].row_id,
        previous_change_time,
        starts_with_latest,
        *season_cache_key(club.club_head, season_number),
    )
    return RANK_MOVES_CACHE.get_or_compute(
        key,
        lambda: _compute_rank_moves(
            club, season_number, rows_of_changes, previous_change_time, starts_with_latest=starts_with_latest
        ),
    )


def _compute_rank_moves(
    club: ClubContext,
    season_number: int,
    rows_of_changes: Sequence[Sequence[StandingRow]],
    previous_change_time: str | None,
    *,
    starts_with_latest: bool,
) -> list[dict[SeasonPlayer, RankMove[SeasonPlayer]]]:
    session, club_id = db.session(), club.club_head.id
    meeting_counts_source = MeetingCountsSince(session, club_id, season_number, previous_change_time)
    sums = (
        []
        if previous_change_time is None
        else season_rows.read_standing_sums(session, club_id, season_number, previous_change_time)
    )
    rows: dict[SeasonPlayer, StandingRow | StandingSum] = {row.player: row for row in sums}

    def ranked_rows(record: ClubRecord, moment: str | None) -> tuple[Row[SeasonPlayer], ...]:
        if season_number not in record.seasons:
            return ()
        of_season, now = record.seasons[season_number], rows.values()
        return rank_standing_rows(
            session, club_id, record, of_season, now, valid_at=moment, meeting_counts_source=meeting_counts_source
        )

    records = _club_records_around_changes(
        club, rows_of_changes, previous_change_time, starts_with_latest=starts_with_latest
    )
    before = ranked_rows(records[-1], previous_change_time)
    all_moves = []
    for place in range(len(rows_of_changes) - 1, -1, -1):
        rows |= {row.player: row for row in sorted(rows_of_changes[place], key=lambda row: row.row_id)}
        moment = None if starts_with_latest and place == 0 else rows_of_changes[place][0].valid_from
        after = ranked_rows(records[place], moment)
        shown = {row.player for row in rows_of_changes[place]}
        moved = rank_moves_by_player(before, after, MAX_SENTENCES)
        all_moves.append({player: move for player, move in moved.items() if player in shown or move.overtaken_players})
        before = after
    return all_moves[::-1]


def _club_records_around_changes(
    club: ClubContext,
    rows_of_changes: Sequence[Sequence[StandingRow]],
    previous_change_time: str | None,
    *,
    starts_with_latest: bool,
) -> list[ClubRecord]:
    """The club after each change, and before the oldest; read again only if the ranking may have changed."""
    record = (
        club.record
        if starts_with_latest
        else read_standings_record_at_time(club.club_head, rows_of_changes[0][0].valid_from)
    )
    records = [record]
    for place, group in enumerate(rows_of_changes):
        if group[0].cause["kind"] in RERANKING_KINDS and "club" in group[0].cause:
            earlier = (
                rows_of_changes[place + 1][0].valid_from if place + 1 < len(rows_of_changes) else previous_change_time
            )
            record = read_standings_record_at_time(club.club_head, earlier or "")
        records.append(record)
    return records
