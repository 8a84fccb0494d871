"""Verify every club's journal, and compare its derived rows with those of a rebuild."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from trexscore.club.builder import fold_club
from trexscore.commands.league.due_statistics import update_statistics_of_next_due_game
from trexscore.commands.league.rebuild import build_derived_rows
from trexscore.commands.league.row_differences import differing_rows
from trexscore.commands.league.verify_history import history_faults
from trexscore.commands.verify_games import journal_end_faults
from trexscore.db.clubs.hidden_clubs import IS_NOT_HIDDEN
from trexscore.db.clubs.models import (
    Club,
    ClubGame,
    ClubGameMember,
    HeadToHead,
    HeadToHeadByPeriod,
    ResultByPeriod,
    SeasonResult,
    Standing,
)
from trexscore.db.game_states import FOLD_ERRORS
from trexscore.db.journals import CLUBS, GAMES, JournalHead
from trexscore.db.league.models import (
    CurrentRating,
    DayOrMonthRecords,
    FinishedGameFacts,
    GameRating,
    GameSeat,
    MonthlyStatistics,
)
from trexscore.db.league.scratch_database import scratch_database
from trexscore.db.models import Base, Game, db
from trexscore.game.builder import fold_game
from trexscore.ledger.chain import JournalEntry, JournalFault, chain_faults

_FaultCode = Literal["counted", "parts", "standings", "meetings", "facts", "statistics", "ratings"]
_MODELS_BY_FAULT_CODE: dict[_FaultCode, tuple[type[Base], ...]] = {
    "counted": (ClubGame, ClubGameMember),
    "parts": (SeasonResult,),
    "standings": (Standing, ResultByPeriod),
    "meetings": (HeadToHead, HeadToHeadByPeriod),
    "facts": (FinishedGameFacts, GameSeat),
    "statistics": (MonthlyStatistics, DayOrMonthRecords),
    "ratings": (GameRating, CurrentRating),
}
_FAULT_CODE_BY_TABLE = {
    model.__tablename__: fault for fault, models in _MODELS_BY_FAULT_CODE.items() for model in models
}


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
        counted = {game_id: seq for database in (session, scratch) for game_id, seq in database.execute(seqs)}
        differing = {*differing_rows(session, scratch, club_journal_head.id)}
    suspects = counted.keys() & {row.game_id for row in differing}
    uncounted |= {counted[game] for game in suspects if not _is_replayable(session, game)}
    yield from (JournalFault(seq, "uncounted") for seq in sorted(uncounted))
    faults = ((_FAULT_CODE_BY_TABLE[row.table_name], counted.get(row.game_id, row.season_number)) for row in differing)
    yield from sorted({JournalFault(0 if fault == "ratings" else entry, fault) for fault, entry in faults})
    columns = Game.id, Game.uid, Game.in_club, Game.last_seq
    games = session.execute(select(*columns).join(ClubGame, ClubGame.game_id == Game.id).where(is_ours)).all()
    yield from (JournalFault(counted[game.id], "counted") for game in games if not game.in_club)
    yield from history_faults(session, club_journal_head.id, {game.uid: game.last_seq for game in games})


def _is_replayable(session: Session, game_id: int) -> bool:
    try:
        fold_game(GAMES.read_fold_entries(session, game_id)).play()
    except FOLD_ERRORS:
        return False
    return True
