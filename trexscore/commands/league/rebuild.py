"""Rebuild a club's derived rows with their history, from its journal and those of its games.

All entries are replayed in the order they were received. Within the same millisecond the original order is unknown;
then a game's entry goes before the club's. Standings at any moment are the same either way.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from trexscore.club.builder import IncrementalClub, fold_club
from trexscore.club.counted_game import parse_counted_game
from trexscore.club.events import EVENT_TYPE_BY_KIND
from trexscore.club.events.counted_game import GameCounted
from trexscore.club.game_outcome import GameOutcome
from trexscore.club.record import ClubRecord
from trexscore.commands.league.apply_entries import facts_of_played_game
from trexscore.commands.league.outcome_history import UNFINISHED_OUTCOME, OutcomeChange, game_and_outcome_changes
from trexscore.commands.league.ratings import recalculate_all_ratings
from trexscore.commands.league.standings import (
    LeagueUpdateContext,
    apply_club_wide_event,
    apply_counting_or_exclusion,
    apply_outcome,
    game_sort_key,
)
from trexscore.commands.league.statistics import StatisticsUpdate
from trexscore.db.batches import RunStatementForRows, statement_runner
from trexscore.db.clubs.clubs import CLUB_HEAD_COLUMNS, ClubHead
from trexscore.db.clubs.counted_games import ClubGameRow, find_game_row
from trexscore.db.clubs.hidden_clubs import IS_NOT_HIDDEN
from trexscore.db.clubs.models import Club
from trexscore.db.game_states import FOLD_ERRORS
from trexscore.db.games import GameIdAndStart, find_games_by_uid, mark_games_in_club
from trexscore.db.journals import CLUBS, GAMES, JournalHead
from trexscore.db.league.scratch_database import (
    COUNTED_GAMES_TABLE,
    DERIVED_TABLES_EXCEPT_COUNTED_GAMES,
    copy_games_with_first_entries,
    copy_rows_from_scratch,
    delete_derived_rows,
    scratch_database,
)
from trexscore.db.league.season_rows import StoredCause
from trexscore.db.league.statistics import MONTH_LENGTH
from trexscore.db.models import db
from trexscore.db.transactions import write_transaction
from trexscore.ledger.chain import Body, JournalEntry

_NO_GAME_ID = 0
"""Stands for the club among game ids."""


def rebuild_club(session: Session, club_id: int) -> None:
    """Drop and rebuild a club's derived rows, inside `write_transaction`.

    Locks the club but not its games: a writer in a game also waits for the club, and updates it afterwards. Raises
    `LookupError` if a counted game is missing.
    """
    journal_head = CLUBS.lock(session, club_id)
    with scratch_database() as scratch:
        club = ScratchClub(
            scratch, build_derived_rows(session, scratch, journal_head, CLUBS.read_entries(session, club_id))
        )
        delete_derived_rows(session, club_id)
        club.store_rows_except_games(statement_runner(session))
        club.store_games(session)


class GameJournalHead(NamedTuple):
    """A counted game, and the last digest of its journal when it was read."""

    game_id: int
    game_uid: str
    last_digest: str


class ScratchClub(NamedTuple):
    """A rebuilt club in a scratch database, with its games."""

    scratch_session: Session
    game_heads: Sequence[GameJournalHead]

    def store_rows_except_games(self, run_statement: RunStatementForRows) -> None:
        copy_rows_from_scratch(self.scratch_session, run_statement, DERIVED_TABLES_EXCEPT_COUNTED_GAMES)

    def store_games(self, session: Session) -> None:
        """Insert the games and mark them, so that their entries update the club from now on."""
        copy_rows_from_scratch(self.scratch_session, statement_runner(session), [COUNTED_GAMES_TABLE])
        mark_games_in_club(session, [game.game_id for game in self.game_heads])


def build_derived_rows(
    session: Session,
    scratch_session: Session,
    club_journal_head: JournalHead,
    entries: Sequence[JournalEntry],
    report_unreplayable: Callable[[int], object] | None = None,
) -> list[GameJournalHead]:
    """Build a club's rows in an empty scratch database, and return its games.

    Reads each game once, in the order of play, for its outcomes and statistics, with one journal in memory at a time.
    Then replays the club's entries and those outcomes in order of receipt. Raises `LookupError` as `rebuild_club` does.

    `report_unreplayable` gets the club's counting entry of each game that cannot be replayed; else that is raised.
    """
    record = fold_club((entry.seq, entry.kind, entry.body) for entry in entries)
    counting = _latest_counting_entry_by_uid(entries)
    games = _find_games_or_raise(session, list(counting))
    copy_games_with_first_entries(session, scratch_session, [game.id for game in games.values()])
    statistics = StatisticsUpdate(scratch_session, club_journal_head.id, record)
    events = _list_club_replay_events(entries)
    game_heads: list[GameJournalHead] = []
    month = ""
    for uid in sorted(counting, key=lambda uid: game_sort_key(counting[uid].counting_content, games[uid].started_at)):
        if month != counting[uid].counting_content["on"][:MONTH_LENGTH]:
            statistics.write_statistics()
            month = counting[uid].counting_content["on"][:MONTH_LENGTH]
        try:
            journal = GAMES.read_entries(session, games[uid].id)
            game_heads.append(GameJournalHead(games[uid].id, uid, journal[-1].digest))
            events += _sync_statistics_and_list_events(journal, statistics, counting[uid], games[uid])
        except FOLD_ERRORS:
            if report_unreplayable is None:
                raise
            report_unreplayable(counting[uid].latest_entry_seq)
    statistics.write_statistics()
    _replay_standings(scratch_session, club_journal_head, sorted(events))
    recalculate_all_ratings(scratch_session, club_journal_head.id, record)
    return game_heads


class ClubRebuildAttempt(NamedTuple):
    """A club that needed to be rebuilt, and whether it was. If not, it is as before and still marked."""

    club_head: ClubHead
    succeeded: bool


def rebuild_clubs_needing_it() -> Iterator[ClubRebuildAttempt]:
    """Rebuild the clubs that an earlier version derived differently.

    A club that cannot be replayed stays as it is and marked; `trexscore verify` reports why.
    """
    query = select(*CLUB_HEAD_COLUMNS).where(Club.needs_rebuild, IS_NOT_HIDDEN).order_by(Club.id)
    for club in [ClubHead(*row) for row in db.session().execute(query)]:
        db.session.rollback()
        try:
            with write_transaction() as session:
                rebuild_club(session, club.id)
                session.execute(update(Club).where(Club.id == club.id).values(needs_rebuild=False))
        except FOLD_ERRORS:
            yield ClubRebuildAttempt(club, succeeded=False)
        else:
            yield ClubRebuildAttempt(club, succeeded=True)


class _LatestCountingEntry(NamedTuple):
    """The latest club entry on a game, its latest counting entry, and whether it ever counted as unfinished."""

    latest_entry_seq: int
    counting_entry_seq: int
    counting_content: Body
    is_excluded: bool
    ever_counted_unfinished: bool


class _ReplayEvent(NamedTuple):
    """A club entry, or a change of a game's outcome. Sorts by time.

    `effective_at`: when it was received, but never before the previous event of the same journal.
    """

    effective_at: str
    is_of_club: bool
    game_id: int
    seq: int
    entry_or_outcome_change: JournalEntry | OutcomeChange
    game_uid: str = ""
    """Of the game."""


def _latest_counting_entry_by_uid(entries: Sequence[JournalEntry]) -> dict[str, _LatestCountingEntry]:
    """For every game that the club ever counted, by uid."""
    counting: dict[str, _LatestCountingEntry] = {}
    for entry in entries:
        if not EVENT_TYPE_BY_KIND[entry.kind].is_about_game or entry.body is None:
            continue
        body = entry.body[entry.kind]
        earlier_entry = counting.get(body["uid"])
        if entry.kind == GameCounted.stored_kind:
            counts_unfinished = "unfinished" in body.get("although", ()) or (
                earlier_entry is not None and earlier_entry.ever_counted_unfinished
            )
            counting[body["uid"]] = _LatestCountingEntry(
                entry.seq, entry.seq, body, is_excluded=False, ever_counted_unfinished=counts_unfinished
            )
        elif earlier_entry is not None:
            counting[body["uid"]] = earlier_entry._replace(latest_entry_seq=entry.seq, is_excluded=True)
    return counting


def _find_games_or_raise(session: Session, game_uids: Sequence[str]) -> dict[str, GameIdAndStart]:
    games = find_games_by_uid(session, game_uids)
    missing_uid = next((uid for uid in game_uids if uid not in games), None)
    if missing_uid is not None:
        raise LookupError(missing_uid)
    return games


def _list_club_replay_events(entries: Sequence[JournalEntry]) -> list[_ReplayEvent]:
    times = accumulate((entry.received_at for entry in entries), max)
    return [
        _ReplayEvent(at, True, _NO_GAME_ID, entry.seq, entry)  # noqa: FBT003
        for at, entry in zip(times, entries, strict=True)
    ]


def _sync_statistics_and_list_events(
    entries: Sequence[JournalEntry],
    statistics_update: StatisticsUpdate,
    latest_counting_entry: _LatestCountingEntry,
    game_id_and_start: GameIdAndStart,
) -> list[_ReplayEvent]:
    """A game's outcome changes; also updates the statistics."""
    game, moments = game_and_outcome_changes(
        entries, counts_if_unfinished=latest_counting_entry.ever_counted_unfinished
    )
    uid, outcome = latest_counting_entry.counting_content["uid"], moments[-1].outcome
    counted_game = (
        None if latest_counting_entry.is_excluded else parse_counted_game(latest_counting_entry.counting_content)
    )
    sort_key = game_sort_key(latest_counting_entry.counting_content, game_id_and_start.started_at)
    row = ClubGameRow(
        game_id_and_start.id,
        uid,
        latest_counting_entry.latest_entry_seq,
        latest_counting_entry.counting_entry_seq,
        sort_key,
        counted_game,
        outcome,
    )
    statistics_update.sync_game(row, lambda: facts_of_played_game(game))
    return [
        _ReplayEvent(moment.effective_at, False, game_id_and_start.id, moment.entry_seq, moment, uid)  # noqa: FBT003
        for moment in moments
    ]


def _replay_standings(scratch_session: Session, club_journal_head: JournalHead, events: Sequence[_ReplayEvent]) -> None:
    """Replay these events, which are in the order in which they were received."""
    club = IncrementalClub()
    record = club.record
    outcomes = defaultdict[int, GameOutcome](lambda: UNFINISHED_OUTCOME)
    for event in events:
        change = event.entry_or_outcome_change
        if isinstance(change, OutcomeChange):
            outcomes[event.game_id] = change.outcome
            row = find_game_row(scratch_session, club_journal_head.id, event.game_uid)
            if row is not None and row.outcome != change.outcome:
                cause = StoredCause(game=event.game_uid, seq=change.entry_seq, kind=change.entry_kind)
                league = LeagueUpdateContext(scratch_session, club_journal_head, record, change.received_at, cause)
                apply_outcome(league, row, change.outcome)
            continue
        before, is_about_game = record, EVENT_TYPE_BY_KIND[change.kind].is_about_game
        if not is_about_game:
            record = _snapshot(club.add_entry(change.seq, change.kind, change.body))
        cause = StoredCause(club=change.seq, kind=change.kind)
        league = LeagueUpdateContext(
            scratch_session, club_journal_head._replace(seq=change.seq), record, change.received_at, cause
        )
        if change.body is not None and is_about_game:
            apply_counting_or_exclusion(league, change.kind, change.body[change.kind], outcomes.__getitem__)
        elif change.body is not None:
            apply_club_wide_event(league, before)


def _snapshot(club_record: ClubRecord) -> ClubRecord:
    """A snapshot: a growing club changes its dicts in place."""
    return club_record._replace(
        members={**club_record.members},
        seasons={**club_record.seasons},
        merge_by_seq={**club_record.merge_by_seq},
        event_type_by_seq={},
    )
