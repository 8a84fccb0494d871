"""Update a club's projections (standings, statistics, ratings) after an entry."""

from collections.abc import Sequence
from functools import lru_cache, partial

from flask import current_app
from sqlalchemy.orm import Session

from trexscore.club.events import EVENT_TYPE_BY_KIND
from trexscore.club.game_outcome import GameOutcome, outcome_of
from trexscore.club.game_seats import GameFacts, game_facts_of, has_ended_with_result
from trexscore.club.record import ClubRecord
from trexscore.commands.league import standings as derive
from trexscore.commands.league.outcome_history import game_and_outcome_changes
from trexscore.commands.league.standings import LeagueUpdateContext
from trexscore.commands.league.statistics import StatisticsUpdate
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.clubs import read_club_record
from trexscore.db.clubs.counted_games import ClubGameRow
from trexscore.db.journals import CLUBS, GAMES, JournalHead
from trexscore.db.league import statistics as statistics_rows
from trexscore.db.league.season_rows import StoredCause
from trexscore.db.league.statistics_backlog import clear_due_games, list_due_game_ids, mark_statistics_due
from trexscore.game.builder import fold_game
from trexscore.game.record import PlayedGame
from trexscore.ledger.chain import Body, JournalEntry


def apply_club_entry(
    update_context: LeagueUpdateContext, entry_kind: str, entry_body: Body, club_before: ClubRecord
) -> None:
    """Apply a club entry to its league; `club_before` is the club before it."""
    session, club_id, after = update_context.session, update_context.club_id, update_context.club_record
    update_statistics_of_due_games(session, club_id, club_before)
    statistics = StatisticsUpdate(session, club_id, after)
    if EVENT_TYPE_BY_KIND[entry_kind].is_about_game:
        games = _GameReader(session)
        derive.apply_counting_or_exclusion(update_context, entry_kind, entry_body[entry_kind], games.outcome_of)
        row = game_rows.find_game_row(session, club_id, entry_body[entry_kind]["uid"])
        if row is not None:
            _sync_statistics(statistics, row, games)
    else:
        derive.apply_club_wide_event(update_context, club_before)
        if derive.sign_off_rule_changed(club_before, after):
            games = _GameReader(session)
            for row in game_rows.list_game_rows_between(session, club_id):
                _sync_statistics(statistics, row, games)
        merged_member_numbers = [
            number
            for number in club_before.members
            if club_before.surviving_member(number).number != after.surviving_member(number).number
        ]
        first_sort_key = (
            statistics_rows.read_first_sort_key(session, club_id, merged_member_numbers)
            if merged_member_numbers
            else None
        )
        if first_sort_key is not None:
            statistics.mark_ratings_due_from(first_sort_key)
    statistics.write_statistics_and_ratings()


def apply_game_entry(
    session: Session, game_journal_head: JournalHead, played_game: PlayedGame, received_at: str, entry_kind: str
) -> None:
    """Apply a game entry to the standings of every club that counts the game.

    Statistics are only marked as due, so that a game's last deal is saved as fast as any other.
    """
    outcome = outcome_of(played_game.record, played_game.game_with_refusals.game)
    for club_id in game_rows.list_ever_counting_club_ids(session, game_journal_head.id):
        club_end = CLUBS.lock(session, club_id)
        row = game_rows.read_game_row(session, club_id, game_journal_head.id)
        record = read_club_record(club_end)
        if outcome != row.outcome:
            cause = StoredCause(game=row.uid, seq=game_journal_head.seq, kind=entry_kind)
            league = LeagueUpdateContext(session, club_end, record, received_at, cause)
            derive.apply_outcome(league, row, outcome)
        if has_ended_with_result(row.counted_game, row.outcome) or has_ended_with_result(row.counted_game, outcome):
            mark_statistics_due(session, club_id, game_journal_head.id)
            if not current_app.config["JOBS_BESIDE"]:
                update_statistics_of_due_games(session, club_id, record)


def update_statistics_of_due_games(
    session: Session, club_id: int, club_record: ClubRecord, max_games: int | None = None
) -> None:
    """Update statistics and ratings from a locked club's due games: all, or at most `max_games`."""
    games = list_due_game_ids(session, club_id)[:max_games]
    if not games:
        return
    reader, statistics = _GameReader(session), StatisticsUpdate(session, club_id, club_record)
    for game_id in games:
        statistics.sync_game(game_rows.read_game_row(session, club_id, game_id), partial(reader.game_facts, game_id))
    statistics.write_statistics_and_ratings()
    clear_due_games(session, club_id, games)


def apply_appended_entries(
    session: Session, club_id: int, game_id: int, all_entries: Sequence[JournalEntry], last_known_seq: int
) -> None:
    """Apply a game to a club that knows its journal up to `last_known_seq`; `all_entries` is the whole journal."""
    club_end = CLUBS.lock(session, club_id)
    row = game_rows.read_game_row(session, club_id, game_id)
    record = read_club_record(club_end)
    counts_unfinished = row.counted_game is not None and row.counted_game.counts_if_unfinished
    game, moments = game_and_outcome_changes(all_entries, counts_if_unfinished=counts_unfinished)
    for moment in moments:
        if moment.entry_seq > last_known_seq and moment.outcome != row.outcome:
            cause = StoredCause(game=row.uid, seq=moment.entry_seq, kind=moment.entry_kind)
            league = LeagueUpdateContext(session, club_end, record, moment.effective_at, cause)
            derive.apply_outcome(league, row, moment.outcome)
            row = row._replace(outcome=moment.outcome)
    statistics = StatisticsUpdate(session, club_id, record)
    statistics.sync_game(row, lambda: facts_of_played_game(game))
    statistics.write_statistics_and_ratings()


def facts_of_played_game(played_game: PlayedGame) -> GameFacts:
    """The facts of a game with a result. Raises `LookupError` if it has none."""
    game = played_game.game_with_refusals.game
    result = outcome_of(played_game.record, game).result
    if result is None:
        raise LookupError(result)
    return game_facts_of(played_game.record, game, result)


class _GameReader:
    """Caches the last game that was read."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.game = lru_cache(maxsize=1)(self._read_played_game)

    def _read_played_game(self, game_id: int) -> PlayedGame:
        record = fold_game(GAMES.read_fold_entries(self.session, game_id))
        return PlayedGame(record, record.play())

    def outcome_of(self, game_id: int) -> GameOutcome:
        game = self.game(game_id)
        return outcome_of(game.record, game.game_with_refusals.game)

    def game_facts(self, game_id: int) -> GameFacts:
        return facts_of_played_game(self.game(game_id))


def _sync_statistics(statistics_update: StatisticsUpdate, game_row: ClubGameRow, game_reader: _GameReader) -> None:
    """Use the stored facts; fold the journal only if there are none."""
    stored_facts = statistics_rows.read_game_facts(
        statistics_update.session, statistics_update.club_id, game_row.game_id
    )
    statistics_update.sync_game(
        game_row, lambda: game_reader.game_facts(game_row.game_id) if stored_facts is None else stored_facts
    )
