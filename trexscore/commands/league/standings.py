"""Update a club's standings after an entry of the club or of a game that it counts.

Runs in the transaction of the entry, so that standings are never older than the journals.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from sqlalchemy.orm import Session

from trexscore.club.counted_game import parse_counted_game
from trexscore.club.events.counted_game import GameExcluded
from trexscore.club.game_outcome import GameOutcome
from trexscore.club.members import Member
from trexscore.club.record import ClubRecord
from trexscore.club.season import Season
from trexscore.club.season_tallies import SeasonPlayer, tallies_of_game
from trexscore.db import games
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.counted_games import ClubGameRow
from trexscore.db.clubs.models import DAY_LENGTH
from trexscore.db.journals import JournalHead
from trexscore.db.league import season_rows
from trexscore.db.league.season_rows import StoredCause
from trexscore.db.league.standing_changes import StandingsChange, add_to_standings
from trexscore.db.league.standings import add_meeting_counts
from trexscore.db.league.sums_by_period import (
    MeetingPlayers,
    MeetingPlayersAndDay,
    PlayerAndDay,
    add_to_period_meeting_counts,
    add_to_period_tallies,
)
from trexscore.league.meetings import NEVER_MET, AheadLevelBehind, meetings_in_game
from trexscore.league.number_tuples import plus
from trexscore.league.tally import EMPTY_TALLY, Tally
from trexscore.ledger.chain import Body


class LeagueUpdateContext(NamedTuple):
    """Context of one update: database session, journal end, club, timestamp and causing entry."""

    session: Session
    club_journal_head: JournalHead
    """Of the club's journal."""
    club_record: ClubRecord
    received_at: str
    cause: StoredCause

    @property
    def club_id(self) -> int:
        return self.club_journal_head.id


class _ChangeTimeBySeason(dict[int, str]):
    """The time from which a change to a season is valid: never before the previous change.

    Server clocks can go back, and concurrent writers can commit out of order.
    """

    def __init__(self, league: LeagueUpdateContext) -> None:
        super().__init__()
        self.league = league

    def __missing__(self, season_number: int) -> str:
        self[season_number] = max(
            self.league.received_at,
            season_rows.read_last_standings_change_time(self.league.session, self.league.club_id, season_number),
        )
        return self[season_number]


def apply_club_wide_event(update_context: LeagueUpdateContext, record_before: ClubRecord) -> None:
    """Apply an entry that concerns no single game; `record_before` is the club before it."""
    record_after = update_context.club_record
    recounted = games_to_recount(update_context.session, update_context.club_id, record_before, record_after)
    due = ((row, tallies_of_game(record_after, row.counted_game, row.outcome)) for row in recounted)
    _apply_season_results(
        update_context,
        due,
        updates_whether_counted=True,
        players_to_rerank=_players_to_rerank(update_context, record_before),
    )


def apply_outcome(update_context: LeagueUpdateContext, game_row: ClubGameRow, outcome: GameOutcome) -> None:
    """Store a game's new outcome, and what it gives in the seasons that count the game."""
    game_row = game_row._replace(outcome=outcome)
    tallies = tallies_of_game(update_context.club_record, game_row.counted_game, outcome)
    game_rows.update_game_row(
        update_context.session,
        update_context.club_id,
        game_row.game_id,
        counts_in_season=bool(tallies),
        outcome=outcome,
    )
    _apply_season_results(update_context, [(game_row, tallies)])


def apply_counting_or_exclusion(
    update_context: LeagueUpdateContext,
    entry_kind: str,
    entry_content: Body,
    read_outcome: Callable[[int], GameOutcome],
) -> None:
    """Apply a counting or excluding entry. `read_outcome` returns the outcome of a game new to the club."""
    session, club_id, uid = update_context.session, update_context.club_id, entry_content["uid"]
    game = games.find_game_by_uid(session, uid)
    if game is None:
        raise LookupError(uid)
    row_before = game_rows.find_game_row(session, club_id, uid)
    if entry_kind == GameExcluded.stored_kind and row_before is not None:
        row = row_before._replace(seq=update_context.club_journal_head.seq, counted_game_in_original_seats=None)
    else:
        outcome = read_outcome(game.id) if row_before is None else row_before.outcome
        seq, place = update_context.club_journal_head.seq, game_sort_key(entry_content, game.started_at)
        row = ClubGameRow(game.id, uid, seq, seq, place, parse_counted_game(entry_content), outcome)
    if row_before is None:
        games.mark_games_in_club(session, [game.id])
    tallies = tallies_of_game(update_context.club_record, row.counted_game, row.outcome)
    game_rows.store_game_row(session, club_id, row, counts_in_season=bool(tallies))
    old_sort_key_if_moved = (
        row_before.sort_key if row_before is not None and row_before.sort_key != row.sort_key else None
    )
    _apply_season_results(update_context, [(row, tallies)], old_sort_key=old_sort_key_if_moved)


def game_sort_key(counting_content: Body, started_at: str) -> str:
    """The sort key of a game among the club's games."""
    return f"{counting_content['on']} {started_at} {counting_content['uid'][:8]}"


def sign_off_rule_changed(record_before: ClubRecord, record_after: ClubRecord) -> bool:
    """Whether the sign-off requirement of other games changes."""
    old, new = record_before.settings, record_after.settings
    return (old.sign_off_required, old.sign_off_required and old.sign_off_required_from) != (
        new.sign_off_required,
        new.sign_off_required and new.sign_off_required_from,
    )


def games_to_recount(
    session: Session, club_id: int, record_before: ClubRecord, record_after: ClubRecord
) -> Iterator[ClubGameRow]:
    """Games that may be affected by a change from one club to another."""
    if sign_off_rule_changed(record_before, record_after):
        yield from game_rows.list_game_rows_between(session, club_id)
        return
    changed_seasons = [
        season
        for number in {*record_before.seasons, *record_after.seasons}
        if _counting_criteria(record_before.seasons.get(number)) != _counting_criteria(record_after.seasons.get(number))
        for season in (record_before.seasons.get(number), record_after.seasons.get(number))
        if season is not None
    ]
    if changed_seasons:
        first, last = (
            min(season.first_day for season in changed_seasons),
            max(season.last_day for season in changed_seasons),
        )
        yield from game_rows.list_game_rows_between(session, club_id, first.isoformat(), last.isoformat())
    changed_merges = {*record_before.merge_by_seq.values()} ^ {*record_after.merge_by_seq.values()}
    if changed_merges:
        merged_member_numbers = {number for merge in changed_merges for number in merge}
        merged_member_numbers |= {
            alias
            for record in (record_before, record_after)
            for number in merged_member_numbers
            for alias in record.all_numbers_of(number)
        }
        yield from game_rows.list_game_rows_naming(session, club_id, merged_member_numbers)


def _counting_criteria(season: Season | None) -> tuple[object, ...] | None:
    """The properties of a season that decide which games count in it."""
    return None if season is None else (season.first_day, season.last_day, season.house_rules)


def _players_to_rerank(update_context: LeagueUpdateContext, record_before: ClubRecord) -> Iterator[SeasonPlayer]:
    """Players to re-rank: the season counts differently, or they became or stopped being guests."""
    record_after = update_context.club_record
    members_before_and_after = record_before.members.keys() & record_after.members.keys()
    changed_guests = {
        number
        for number in members_before_and_after
        if _is_guest(record_before.members[number]) != _is_guest(record_after.members[number])
    }
    for number in sorted(record_before.seasons.keys() & record_after.seasons.keys()):
        old, new = record_before.seasons[number], record_after.seasons[number]
        all_affected = (old.season_rules, old.ranks_guests) != (new.season_rules, new.ranks_guests)
        affected = {
            *_members_with_changed_adjustments(record_before, record_after, number),
            *(() if new.ranks_guests else changed_guests),
        }
        if all_affected or affected:
            shares = season_rows.list_players_in_standings(update_context.session, update_context.club_id, number)
            yield from (share for share in shares if all_affected or not affected.isdisjoint(share.member_numbers))


def _members_with_changed_adjustments(
    record_before: ClubRecord, record_after: ClubRecord, season_number: int
) -> set[int]:
    old, new = (
        record_before.adjustment_sum_by_member(season_number),
        record_after.adjustment_sum_by_member(season_number),
    )
    return {member for member, _points in old.items() ^ new.items()}


def _is_guest(member: Member) -> bool:
    return member.role == "guest"


def _apply_season_results(
    update_context: LeagueUpdateContext,
    rows_and_tallies: Iterable[tuple[ClubGameRow, Mapping[SeasonPlayer, Tally]]],
    *,
    old_sort_key: str | None = None,
    updates_whether_counted: bool = False,
    players_to_rerank: Iterable[SeasonPlayer] = (),
) -> None:
    """Apply the season results of these games. `old_sort_key`: previous sort key of a game whose date changed.

    `updates_whether_counted`: also update whether unchanged games count. `players_to_rerank`: players to re-rank
    although their results are unchanged, so that the cause is recorded.
    """
    session, club_id, since = update_context.session, update_context.club_id, _ChangeTimeBySeason(update_context)
    changes = _SumChanges(players_to_rerank)
    for row, tallies in rows_and_tallies:
        old_results = season_rows.read_current_results_of_game(session, club_id, row.game_id)
        if updates_whether_counted and bool(old_results) != bool(tallies):
            game_rows.update_game_row(session, club_id, row.game_id, counts_in_season=bool(tallies))
        removed = {
            player: tally for player, tally in old_results.items() if old_sort_key or tallies.get(player) != tally
        }
        added = {player: tally for player, tally in tallies.items() if old_sort_key or old_results.get(player) != tally}
        season_rows.end_current_results_of_game(session, club_id, row.game_id, removed, since)
        season_rows.insert_game_results(session, club_id, row, added, since)
        old_day, day = (old_sort_key or row.sort_key)[:DAY_LENGTH], row.sort_key[:DAY_LENGTH]
        changes.subtract_tallies(removed, old_day)
        changes.add_tallies(added, day)
        changes.add_meetings(old_results, -1, old_day)
        changes.add_meetings(tallies, 1, day)
    changes.write(update_context, since)


class _SumChanges:
    """What the games of an update change in the sums of players and of head-to-heads."""

    def __init__(self, players_to_rerank: Iterable[SeasonPlayer]) -> None:
        self._tallies = dict.fromkeys(players_to_rerank, EMPTY_TALLY)
        self._changed_otherwise = {*self._tallies}
        """Players with more changes than added games."""
        self._gained_points = defaultdict[SeasonPlayer, list[int]](list)
        self._tallies_by_day: dict[PlayerAndDay, Tally] = defaultdict(lambda: EMPTY_TALLY)
        self._meetings: dict[MeetingPlayersAndDay, AheadLevelBehind] = defaultdict(lambda: NEVER_MET)

    def subtract_tallies(self, tally_by_player: Mapping[SeasonPlayer, Tally], iso_day: str) -> None:
        self._changed_otherwise |= tally_by_player.keys()
        for player, tally in tally_by_player.items():
            self._tallies[player] = self._tallies.get(player, EMPTY_TALLY) - tally
            self._tallies_by_day[player, iso_day] -= tally

    def add_tallies(self, tally_by_player: Mapping[SeasonPlayer, Tally], iso_day: str) -> None:
        for player, tally in tally_by_player.items():
            self._gained_points[player].append(tally.points)
            self._tallies[player] = self._tallies.get(player, EMPTY_TALLY) + tally
            self._tallies_by_day[player, iso_day] += tally

    def add_meetings(self, game_tally_by_player: Mapping[SeasonPlayer, Tally], sign: int, iso_day: str) -> None:
        """Add a game's head-to-head results, `sign` times."""
        for season in {player.season for player in game_tally_by_player}:
            of_season = {player: tally for player, tally in game_tally_by_player.items() if player.season == season}
            for first, second, ahead, level, behind in meetings_in_game(of_season):
                counts = sign * ahead, sign * level, sign * behind
                self._meetings[(first, second), iso_day] = plus(self._meetings[(first, second), iso_day], counts)

    def write(self, update_context: LeagueUpdateContext, valid_from_by_season: Mapping[int, str]) -> None:
        session, club_id = update_context.session, update_context.club_id
        add_to_period_tallies(session, club_id, self._tallies_by_day)
        add_to_period_meeting_counts(session, club_id, self._meetings)
        only_added = {
            player: points for player, points in self._gained_points.items() if player not in self._changed_otherwise
        }
        standings_change = StandingsChange(
            valid_from_by_season, update_context.cause, update_context.club_record.seasons, only_added
        )
        add_to_standings(session, club_id, self._tallies, standings_change)
        add_meeting_counts(session, club_id, _sum_over_days(self._meetings), valid_from_by_season)


def _sum_over_days(
    counts_by_players_and_day: Mapping[MeetingPlayersAndDay, AheadLevelBehind],
) -> dict[MeetingPlayers, AheadLevelBehind]:
    sums: dict[MeetingPlayers, AheadLevelBehind] = defaultdict(lambda: NEVER_MET)
    for (pairing, _day), counts in counts_by_players_and_day.items():
        sums[pairing] = plus(sums[pairing], counts)
    return {pairing: counts for pairing, counts in sums.items() if counts != NEVER_MET}
