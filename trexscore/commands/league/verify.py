"""Verify every club's journal, and compare its derived rows with those of a rebuild."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from trexscore.club.builder import fold_club
from trexscore.club.record import ClubRecord
from trexscore.commands.league.current_rows import RebuiltRows, Row, stored_rows
from trexscore.commands.league.rating_worker import update_due_statistics
from trexscore.commands.league.rebuild import build_rows
from trexscore.commands.league.verify_history import history_faults
from trexscore.commands.league.verify_ratings import ratings_hold
from trexscore.commands.verify import journal_end_faults
from trexscore.db.clubs.models import Club, ClubGame
from trexscore.db.clubs.staged_imports import IS_NOT_STAGED
from trexscore.db.game_states import FOLD_ERRORS
from trexscore.db.journals import CLUBS, GAMES, JournalHead
from trexscore.db.models import Game, db
from trexscore.game.builder import fold
from trexscore.ledger.chain import ChainFault, JournalEntry, chain_faults

_UNREADABLE = (*FOLD_ERRORS, msgspec.DecodeError)
"""Errors that damaged rows can raise."""
_Fault = Literal["counted", "parts", "standings", "meetings", "facts", "statistics"]
_FAULTS: dict[str, _Fault] = {
    "club_game": "counted",
    "club_game_member": "counted",
    "season_result": "parts",
    "standing": "standings",
    "result_by_period": "standings",
    "head_to_head": "meetings",
    "head_to_head_by_period": "meetings",
    "game_facts": "facts",
    "game_seat": "facts",
    "monthly_statistics": "statistics",
    "period_records": "statistics",
}


class ClubChecked(NamedTuple):
    """A verified club, its name if readable, and its faults."""

    club_id: int
    name: str
    chain_faults: list[ChainFault]


def verify_clubs() -> Iterator[ClubChecked]:
    """Verify every club. Due statistics are written first."""
    while update_due_statistics():
        pass
    session = db.session()
    for club_id in session.scalars(select(Club.id).where(IS_NOT_STAGED).order_by(Club.id)).all():
        yield verify_club(session, club_id)


def verify_club(session: Session, club_id: int) -> ClubChecked:
    columns = Club.last_seq, Club.last_digest
    last_seq, last_digest = session.execute(select(*columns).where(Club.id == club_id)).one()
    entries = CLUBS.read_entries(session, club_id)
    faults = [*chain_faults(entries), *journal_end_faults(entries, last_seq, last_digest)]
    try:
        record = fold_club((entry.seq, entry.kind, entry.body) for entry in entries)
    except _UNREADABLE:
        return ClubChecked(club_id, "", [*faults, ChainFault(last_seq, "no_club")])
    try:
        faults += _compare(session, JournalHead(club_id, last_seq, last_digest), entries, record)
    except _UNREADABLE:
        faults.append(ChainFault(last_seq, "unreadable"))
    return ClubChecked(club_id, record.settings.name, faults)


def _compare(
    session: Session, end: JournalHead, entries: Sequence[JournalEntry], record: ClubRecord
) -> Iterator[ChainFault]:
    """Compare the stored rows with a rebuild, then check the history, whose times a rebuild may not reproduce.

    Concurrent entries are replayed by their timestamps, not in the order in which they got the lock.
    """
    made, unfit = RebuiltRows(), list[int]()
    league = build_rows(session, made.put, end, entries, unfit.append).league
    league.put_games(made.put)
    stored, expected = stored_rows(session, end.id), made.rows()
    differing = [*(stored - expected), *(expected - stored)]
    of_games = (row for row in (*stored, *expected) if row.table == "club_game")
    counted = {row.number("game_id"): row.number("seq") for row in of_games}
    suspects = counted.keys() & {row.number("game_id") for row in differing}
    unfit += (counted[game] for game in suspects if not _is_readable(session, game))
    yield from (ChainFault(seq, "uncounted") for seq in sorted({*unfit}))
    yield from sorted({ChainFault(_entry_of(row, counted), _FAULTS[row.table]) for row in differing})
    columns, of_club = (Game.id, Game.uid, Game.in_club, Game.last_seq), ClubGame.club_id == end.id
    games = session.execute(select(*columns).join(ClubGame, ClubGame.game_id == Game.id).where(of_club)).all()
    yield from (ChainFault(counted[game.id], "counted") for game in games if not game.in_club)
    yield from history_faults(session, end.id, {game.uid: game.last_seq for game in games})
    if not ratings_hold(session, end.id, record):
        yield ChainFault(0, "ratings")


def _entry_of(row: Row, counted: Mapping[int, int]) -> int:
    """The entry that a fault is reported at: the club's entry of a game or season, or 0 for a sum."""
    return counted.get(row.number("game_id"), row.number("season"))


def _is_readable(session: Session, game_id: int) -> bool:
    try:
        fold(GAMES.read_fold_entries(session, game_id)).play()
    except _UNREADABLE:
        return False
    return True
