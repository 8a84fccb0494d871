"""Does every club's journal hold, and are the derived rows those that a rebuild would make?"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from trexscore.club.builder import fold_club
from trexscore.club.record import ClubRecord
from trexscore.commands.league.current_rows import MadeRows, Row, kept_rows
from trexscore.commands.league.rating_worker import update_due_statistics
from trexscore.commands.league.rebuild import make_rows
from trexscore.commands.league.verify_history import broken_history
from trexscore.commands.league.verify_ratings import ratings_hold
from trexscore.commands.verify import lost_tail
from trexscore.db.clubs.models import Club, ClubGame
from trexscore.db.clubs.staged_imports import IS_HERE
from trexscore.db.game_states import UNFIT
from trexscore.db.journals import CLUBS, GAMES, End
from trexscore.db.models import Game, db
from trexscore.game.builder import fold
from trexscore.ledger.chain import ChainFault, JournalEntry, chain_faults

_SPOILT = (*UNFIT, msgspec.DecodeError)
"""What is raised where anything may stand in a row."""
_Fault = Literal["counted", "parts", "standings", "meetings", "facts", "statistics"]
_FAULTS: dict[str, _Fault] = {
    "club_game": "counted",
    "club_game_member": "counted",
    "part": "parts",
    "standing": "standings",
    "played": "standings",
    "meeting": "meetings",
    "faced": "meetings",
    "game_facts": "facts",
    "sitting": "facts",
    "month_profile": "statistics",
    "span_records": "statistics",
}


class ClubChecked(NamedTuple):
    """A club that was looked at, with its name as far as there is one, and where it does not hold."""

    club_id: int
    name: str
    chain_faults: list[ChainFault]


def verify_clubs() -> Iterator[ClubChecked]:
    """Every club, and where it does not hold. What is due for its statistics is written first."""
    while update_due_statistics():
        pass
    session = db.session()
    for club_id in session.scalars(select(Club.id).where(IS_HERE).order_by(Club.id)).all():
        yield verify_club(session, club_id)


def verify_club(session: Session, club_id: int) -> ClubChecked:
    """A club, and where it does not hold."""
    columns = Club.last_seq, Club.last_digest
    last_seq, last_digest = session.execute(select(*columns).where(Club.id == club_id)).one()
    entries = CLUBS.journal(session, club_id)
    found = [*chain_faults(entries), *lost_tail(entries, last_seq, last_digest)]
    try:
        record = fold_club((entry.seq, entry.kind, entry.body) for entry in entries)
    except _SPOILT:
        return ClubChecked(club_id, "", [*found, ChainFault(last_seq, "no_club")])
    try:
        found += _derived(session, End(club_id, last_seq, last_digest), entries, record)
    except _SPOILT:
        found.append(ChainFault(last_seq, "unreadable"))
    return ClubChecked(club_id, record.settings.name, found)


def _derived(session: Session, end: End, entries: Sequence[JournalEntry], record: ClubRecord) -> Iterator[ChainFault]:
    """What is stored is compared with what a rebuild would store; then the history, which a rebuild may time otherwise.

    Two who write at once are followed here by the times of their entries, and not as they got the lock.
    """
    made, unfit = MadeRows(), list[int]()
    league = make_rows(session, made.put, end, entries, unfit.append).league
    league.put_games(made.put)
    kept, due = kept_rows(session, end.id), made.rows()
    differing = [*(kept - due), *(due - kept)]
    counted: dict[int, int] = {row.get("game_id"): row.get("seq") for row in (*kept, *due) if row.table == "club_game"}
    suspects = counted.keys() & {row.get("game_id") for row in differing}
    unfit += (counted[game] for game in suspects if not _is_readable(session, game))
    yield from (ChainFault(seq, "uncounted") for seq in sorted({*unfit}))
    yield from sorted({ChainFault(_entry(row, counted), _FAULTS[row.table]) for row in differing})
    columns, ours = (Game.id, Game.uid, Game.in_club, Game.last_seq), ClubGame.club_id == end.id
    games = session.execute(select(*columns).join(ClubGame, ClubGame.game_id == Game.id).where(ours)).all()
    yield from (ChainFault(counted[game.id], "counted") for game in games if not game.in_club)
    yield from broken_history(session, end.id, {game.uid: game.last_seq for game in games})
    if not ratings_hold(session, end.id, record):
        yield ChainFault(0, "ratings")


def _entry(row: Row, counted: Mapping[int, int]) -> int:
    """The entry by which a fault in a row is named: of a game or a season, that of the club; of a sum over games, 0."""
    season: int = row.get("season") or 0
    return counted.get(row.get("game_id"), season)


def _is_readable(session: Session, game_id: int) -> bool:
    """Whether every entry of a game is JSON, and gives a game."""
    try:
        fold(GAMES.told(session, game_id)).play()
    except _SPOILT:
        return False
    return True
