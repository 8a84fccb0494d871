"""Verify every club's journal, and compare its derived rows with those of a rebuild."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from trexscore.club.builder import fold_club
from trexscore.commands.league.due_statistics import update_statistics_of_next_due_game
from trexscore.commands.league.rebuild import build_derived_rows
from trexscore.commands.league.verify_standing_periods import standing_period_faults
from trexscore.commands.verify_games import journal_end_faults
from trexscore.db.clubs import models as club_models
from trexscore.db.clubs.hidden_clubs import IS_NOT_HIDDEN
from trexscore.db.clubs.models import OPEN_END, Club, ClubGame
from trexscore.db.game_states import FOLD_ERRORS
from trexscore.db.journals import CLUBS, GAMES, JournalHead
from trexscore.db.league import models as league_models
from trexscore.db.league.ratings import read_backlog_start
from trexscore.db.league.scratch_database import (
    COUNTED_GAMES_TABLE,
    DERIVED_TABLES_EXCEPT_COUNTED_GAMES,
    scratch_database,
)
from trexscore.db.league.sums_by_period import MEETING_COUNT_COLUMNS
from trexscore.db.models import Base, Game, db, tables_of_models
from trexscore.db.stored_json import encode_json
from trexscore.game.builder import fold_game
from trexscore.league.tally import EMPTY_TALLY
from trexscore.ledger.chain import JournalEntry, JournalFault, chain_faults

_FaultCode = Literal["counted", "parts", "standings", "meetings", "facts", "statistics", "ratings"]
_MODELS_BY_FAULT_CODE: dict[_FaultCode, tuple[type[Base], ...]] = {
    "counted": (ClubGame, club_models.ClubGameMember),
    "parts": (club_models.SeasonResult,),
    "standings": (club_models.Standing, club_models.ResultByPeriod),
    "meetings": (club_models.HeadToHead, club_models.HeadToHeadByPeriod),
    "facts": (league_models.FinishedGameFacts, league_models.GameSeat),
    "statistics": (league_models.MonthlyStatistics, league_models.DayOrMonthRecords),
    "ratings": (league_models.GameRating, league_models.CurrentRating),
}
_FAULT_CODE_BY_TABLE = {
    model.__tablename__: fault for fault, models in _MODELS_BY_FAULT_CODE.items() for model in models
}
_UNCOMPARED_COLUMNS = frozenset({"id", "valid_from", "valid_to", "cause"})
"""Columns about when and why a row was written; not compared."""
_GAME_RATING, _CURRENT_RATING = tables_of_models(league_models.GameRating, league_models.CurrentRating)
_EMPTY_TALLY_JSON, _NO_MEETING_COUNTS = encode_json(EMPTY_TALLY.as_json()), (0, 0, 0)


class VerifiedClub(NamedTuple):
    """A verified club, its name if readable, and its faults."""

    club_id: int
    name: str
    faults: list[JournalFault]


def verify_clubs() -> Iterator[VerifiedClub]:
    """Verify every club. Due statistics are written first."""
    while update_statistics_of_next_due_game():
        pass
    session = db.session()
    for club_id in session.scalars(select(Club.id).where(IS_NOT_HIDDEN).order_by(Club.id)).all():
        yield verify_club(session, club_id)


def verify_club(session: Session, club_id: int) -> VerifiedClub:
    columns = Club.last_seq, Club.last_digest
    last_seq, last_digest = session.execute(select(*columns).where(Club.id == club_id)).one()
    entries = CLUBS.read_entries(session, club_id)
    faults = [*chain_faults(entries), *journal_end_faults(entries, last_seq, last_digest)]
    try:
        name = fold_club((entry.seq, entry.kind, entry.body) for entry in entries).settings.name
    except FOLD_ERRORS:
        return VerifiedClub(club_id, "", [*faults, JournalFault(last_seq, "no_club")])
    try:
        faults += _derived_row_faults(session, JournalHead(club_id, last_seq, last_digest), entries)
    except FOLD_ERRORS:
        faults.append(JournalFault(last_seq, "unreadable"))
    return VerifiedClub(club_id, name, faults)


def _derived_row_faults(
    session: Session, club_journal_head: JournalHead, entries: Sequence[JournalEntry]
) -> Iterator[JournalFault]:
    """Compare the current rows with a rebuild, then check the history, whose times a rebuild may not reproduce.

    Concurrent entries are replayed by their timestamps, not in the order in which they got the lock.
    """
    is_ours = ClubGame.club_id == club_journal_head.id
    uncounted = set[int]()
    with scratch_database() as scratch:
        build_derived_rows(session, scratch, club_journal_head, entries, uncounted.add)
        seqs = select(ClubGame.game_id, ClubGame.seq).where(is_ours)
        applied_seq_by_game_id = {
            game_id: seq for database in (session, scratch) for game_id, seq in database.execute(seqs)
        }
        differing_rows = {*_differing_rows(session, scratch, club_journal_head.id)}
    suspects = applied_seq_by_game_id.keys() & {row.game_id for row in differing_rows}
    uncounted |= {applied_seq_by_game_id[game] for game in suspects if not _is_replayable(session, game)}
    yield from (JournalFault(seq, "uncounted") for seq in sorted(uncounted))
    faults = (
        (_FAULT_CODE_BY_TABLE[row.table_name], applied_seq_by_game_id.get(row.game_id, row.season_number))
        for row in differing_rows
    )
    yield from sorted({JournalFault(0 if fault == "ratings" else entry, fault) for fault, entry in faults})
    columns = Game.id, Game.uid, Game.in_club, Game.last_seq
    games = session.execute(select(*columns).join(ClubGame, ClubGame.game_id == Game.id).where(is_ours)).all()
    yield from (JournalFault(applied_seq_by_game_id[game.id], "counted") for game in games if not game.in_club)
    yield from standing_period_faults(session, club_journal_head.id, {game.uid: game.last_seq for game in games})


def _is_replayable(session: Session, game_id: int) -> bool:
    try:
        fold_game(GAMES.read_fold_entries(session, game_id)).play()
    except FOLD_ERRORS:
        return False
    return True


class _DifferingRow(NamedTuple):
    """A row of only one of the two databases. Its game and season are 0 if the table has no such column."""

    table_name: str
    game_id: int
    season_number: int


def _differing_rows(session: Session, scratch_session: Session, club_id: int) -> Iterator[_DifferingRow]:
    """Compare the current rows of all tables; of ratings, those before the first game whose recalculation is due."""
    due_from = read_backlog_start(session, club_id)
    for table in (COUNTED_GAMES_TABLE, *DERIVED_TABLES_EXCEPT_COUNTED_GAMES):
        columns = [column for column in table.columns if column.name not in _UNCOMPARED_COLUMNS]
        query = select(*columns).where(table.c.club_id == club_id)
        if "valid_to" in table.c:
            query = query.where(table.c.valid_to == OPEN_END)
        if due_from is not None and table is _CURRENT_RATING:
            continue
        if due_from is not None and table is _GAME_RATING:
            query = query.where(table.c.sort_key < due_from)
        stored, rebuilt = (Counter(map(tuple, database.execute(query))) for database in (session, scratch_session))
        names = [column.name for column in columns]
        stored, rebuilt = _comparable_rows(names, stored - rebuilt), _comparable_rows(names, rebuilt - stored)
        for row in (stored - rebuilt) + (rebuilt - stored):
            value_by_column = dict(zip(names, row, strict=True))
            yield _DifferingRow(
                table.name, _int_or_zero(value_by_column.get("game_id")), _int_or_zero(value_by_column.get("season"))
            )


def _comparable_rows(
    column_names: Sequence[str], row_counts: Counter[tuple[object, ...]]
) -> Counter[tuple[object, ...]]:
    """The same rows with JSON texts in one form, without those that are empty (no games, never met)."""
    counts: Counter[tuple[object, ...]] = Counter()
    for row, times in row_counts.items():
        value_by_column = dict(zip(column_names, row, strict=True))
        never_met = tuple(value_by_column.get(name) for name in MEETING_COUNT_COLUMNS) == _NO_MEETING_COUNTS
        if value_by_column.get("tally") != _EMPTY_TALLY_JSON and not never_met:
            counts[tuple(map(_with_sorted_json_keys, row))] += times
    return counts


def _with_sorted_json_keys(value: object) -> object:
    """JSON texts are compared regardless of key order."""
    if isinstance(value, str) and value[:1] in {"{", "["}:
        return msgspec.json.encode(msgspec.json.decode(value), order="sorted").decode()
    return value


def _int_or_zero(value: object) -> int:
    return value if isinstance(value, int) else 0
