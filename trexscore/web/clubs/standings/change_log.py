"""What changed in a season's standings, when and why."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec
from markupsafe import Markup

from trexscore.club.counted_game import NO_MEMBER
from trexscore.club.events import RERANKING_KINDS
from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.club.season_tallies import SeasonPlayer
from trexscore.db.clubs.clubs import read_standings_record_at_time
from trexscore.db.clubs.models import OPEN_END
from trexscore.db.league.season_ranking import rank_standing_rows, season_cache_key
from trexscore.db.league.season_rows import StandingRow, StandingSum, read_standing_sums
from trexscore.db.league.standings import MeetingCountsSince, list_standing_rows_before, list_standing_rows_ended_at
from trexscore.db.models import db
from trexscore.db.result_cache import ResultCache
from trexscore.i18n.texts.clubs.league import decimal_places_for
from trexscore.league.basis import Basis
from trexscore.league.rank_moves import RankMove, rank_moves_by_player
from trexscore.league.standings import Row
from trexscore.league.tally import EMPTY_TALLY, Tally
from trexscore.web.clubs.access import ClubContext
from trexscore.web.clubs.standings.causes import Cause, CauseReader
from trexscore.web.clubs.standings_row_texts import (
    MAX_OVERTAKERS,
    UNRANKED_BEFORE_AND_AFTER,
    overtaking_sentences,
    player_or_pair_name,
    rank_change_text,
    row_games_url,
    signed_number,
)
from trexscore.web.games.entry_times import received_time_text
from trexscore.web.rendering import translate as _

PAGE_SIZE = 10
"""Changes on a page: everyone is ranked again for each."""
_RankMoves = dict[SeasonPlayer, RankMove[SeasonPlayer]]
RANK_MOVES_CACHE: ResultCache[list[_RankMoves]] = ResultCache(24)


class ChangedRow(NamedTuple):
    """What changed for a player or pair."""

    name: str
    url: str
    game_count_change: int
    points_change: int
    score_change: Markup | None
    """The difference in score, if scores are not points."""
    other_change_note: str
    """What else changed, if the points did not."""
    rank_change_text: str
    """The new rank, and the old one if it differs."""


class Change(NamedTuple):
    """What one entry changed."""

    time_text: str
    cause: Cause
    rows: tuple[ChangedRow, ...]
    recalculated_unchanged_row_count: int
    """Rows recalculated from the same games, with the same numbers and rank; not in `rows`."""
    overtaking_sentences: tuple[str, ...] = ()
    """Who is now ahead of whom, in sentences."""


class ChangeLogPage(NamedTuple):
    """A page of changes. `next_before_time`: the time before which the next page begins."""

    changes: tuple[Change, ...]
    next_before_time: str | None
    is_sum_of_points: bool
    """Whether the score is the sum of points."""
    has_separate_scores: bool


def change_log_page(club: ClubContext, season: Season, before_time: str) -> ChangeLogPage:
    """The changes before a time, the latest first."""
    session, club_id = db.session(), club.id
    rows = list_standing_rows_before(session, club_id, season.number, before_time or OPEN_END, PAGE_SIZE + 1)
    times = list(dict.fromkeys(row.valid_from for row in rows))
    rows = [row for row in rows if row.valid_from in times[:PAGE_SIZE]]
    tallies_before = _tally_before_by_row_id(
        list_standing_rows_ended_at(session, club_id, season.number, times[:PAGE_SIZE]), rows
    )
    grouped: dict[tuple[str, str], list[StandingRow]] = defaultdict(list)
    for row in rows:
        grouped[row.valid_from, msgspec.json.encode(row.cause, order="sorted").decode()].append(row)
    groups = list(grouped.values())
    causes = CauseReader(club, [group[0] for group in groups])
    start = times[PAGE_SIZE] if len(times) > PAGE_SIZE else None
    changes = _Changes(club, season.number, groups, start, starts_with_latest=not before_time)
    rank_moves_by_group = changes.rank_moves() if groups else []
    basis = season.season_rules.basis
    shown_changes = tuple(
        _build_change(club, causes, basis, group, tallies_before, rank_move_by_player=rank_moves_of_group)
        for group, rank_moves_of_group in zip(groups, rank_moves_by_group, strict=True)
    )
    return ChangeLogPage(
        shown_changes,
        times[PAGE_SIZE - 1] if len(times) > PAGE_SIZE else None,
        is_sum_of_points=basis.kind == "sum",
        has_separate_scores=not basis.is_of_points,
    )


def _tally_before_by_row_id(earlier_rows: Iterable[StandingRow], rows: Iterable[StandingRow]) -> Mapping[int, Tally]:
    """The tally of the same player or pair before each of these rows, by row id."""
    known_row_by_id = {row.row_id: row for row in (*earlier_rows, *rows)}
    current_tally_by_player: dict[SeasonPlayer, Tally] = {}
    tally_before_by_row_id: dict[int, Tally] = {}
    for row_id, row in sorted(known_row_by_id.items()):
        tally_before_by_row_id[row_id] = current_tally_by_player.get(row.player, EMPTY_TALLY)
        current_tally_by_player[row.player] = row.tally
    return tally_before_by_row_id


def _other_change_note(tally_difference: Tally) -> str:
    if tally_difference == EMPTY_TALLY or tally_difference.games or tally_difference.points:
        return ""
    return _("different finish in the game") if any(tally_difference.finish_twelfths) else _("Trex firsts")


def _build_change(  # noqa: PLR0913
    club: ClubContext,
    cause_reader: CauseReader,
    basis: Basis,
    rows: list[StandingRow],
    tally_before_by_row_id: Mapping[int, Tally],
    *,
    rank_move_by_player: _RankMoves,
) -> Change:
    players_and_differences = [(row.player, row.tally - tally_before_by_row_id[row.row_id]) for row in rows]
    cause = cause_reader.cause_of(rows[0], sum(difference.games for _player, difference in players_and_differences))

    def adjustment(player: SeasonPlayer) -> int:
        return cause.adjustment_points_by_member.get(player.member, 0) if player.partner == NO_MEMBER else 0

    players_and_differences.sort(
        key=lambda change: (basis.score_contribution(change[1]) + adjustment(change[0]), change[1].points), reverse=True
    )
    decimals = decimal_places_for(
        basis.score_contribution(difference) for _player, difference in players_and_differences
    )
    changed_rows = [
        ChangedRow(
            player_or_pair_name(club, player),
            row_games_url(club.uid, player),
            difference.games,
            difference.points + (adjustment(player) if basis.is_of_points else 0),
            None
            if basis.is_of_points
            else signed_number(basis.score_contribution(difference) + adjustment(player), decimals),
            _other_change_note(difference),
            rank_change_text(rank_move_by_player.get(player, UNRANKED_BEFORE_AND_AFTER)),
        )
        for player, difference in players_and_differences
        if difference != EMPTY_TALLY
        or adjustment(player)
        or rank_move_by_player.get(player, UNRANKED_BEFORE_AND_AFTER).has_changed
    ]
    time_text = received_time_text(rows[0].valid_from, club.zone)
    return Change(
        time_text,
        cause,
        tuple(changed_rows),
        len(players_and_differences) - len(changed_rows),
        tuple(overtaking_sentences(club, rank_move_by_player)),
    )


class _Changes(NamedTuple):
    """Changes of a season, the latest first. A change is a group of rows with one time and one cause."""

    club: ClubContext
    season_number: int
    groups: Sequence[Sequence[StandingRow]]
    previous_change_time: str | None
    """The time of the change before the oldest; None if there is none."""
    starts_with_latest: bool
    """Whether the first is the season's latest change."""

    def rank_moves(self) -> list[_RankMoves]:
        """For each change the moves it made: of the changed rows, and of everyone who overtook someone."""
        key = (
            self.groups[0][0].row_id,
            self.groups[-1][-1].row_id,
            self.previous_change_time,
            self.starts_with_latest,
            *season_cache_key(self.club.club_head, self.season_number),
        )
        return RANK_MOVES_CACHE.get_or_compute(key, self._compute_rank_moves)

    def _compute_rank_moves(self) -> list[_RankMoves]:
        session, club_id, start = db.session(), self.club.id, self.previous_change_time
        meeting_counts_source = MeetingCountsSince(session, club_id, self.season_number, start)
        sums = [] if start is None else read_standing_sums(session, club_id, self.season_number, start)
        rows: dict[SeasonPlayer, StandingRow | StandingSum] = {row.player: row for row in sums}

        def ranked_rows(record: ClubRecord, moment: str | None) -> tuple[Row[SeasonPlayer], ...]:
            if self.season_number not in record.seasons:
                return ()
            of_season, now = record.seasons[self.season_number], rows.values()
            return rank_standing_rows(
                session, club_id, record, of_season, now, valid_at=moment, meeting_counts_source=meeting_counts_source
            )

        records = self._club_records()
        rows_before = ranked_rows(records[-1], start)
        all_moves = []
        for place in range(len(self.groups) - 1, -1, -1):
            rows |= {row.player: row for row in sorted(self.groups[place], key=lambda row: row.row_id)}
            moment = None if self.starts_with_latest and place == 0 else self.groups[place][0].valid_from
            rows_after = ranked_rows(records[place], moment)
            shown_players = {row.player for row in self.groups[place]}
            move_by_player = rank_moves_by_player(rows_before, rows_after, MAX_OVERTAKERS)
            all_moves.append(
                {
                    player: move
                    for player, move in move_by_player.items()
                    if player in shown_players or move.overtaken_players
                }
            )
            rows_before = rows_after
        return all_moves[::-1]

    def _club_records(self) -> list[ClubRecord]:
        """The club after each change, and before the oldest; read again only if the ranking may have changed."""
        times = [group[0].valid_from for group in self.groups] + [self.previous_change_time or ""]
        club_head, record = self.club.club_head, self.club.record
        if not self.starts_with_latest:
            record = read_standings_record_at_time(club_head, times[0])
        records = [record]
        for place, group in enumerate(self.groups):
            if group[0].cause["kind"] in RERANKING_KINDS and "club" in group[0].cause:
                record = read_standings_record_at_time(club_head, times[place + 1])
            records.append(record)
        return records
