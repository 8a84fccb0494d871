"""A club's games, page by page, the latest first."""

from collections.abc import Collection
from typing import Literal, NamedTuple

from sqlalchemy import ColumnElement, false, select, true
from sqlalchemy.orm import Session

from trexscore.club.game_outcome import GameOutcome
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.counted_games import GameRow
from trexscore.db.clubs.models import OPEN_END, ClubEntry, ClubGame
from trexscore.db.models import OPEN_DISPUTE, Board

Only = Literal["all", "counting", "not_counting", "disputed"]


class Wanted(NamedTuple):
    """Which games: of some days, of an evening, with a member under any of their numbers."""

    days: tuple[str, str] | None = None
    evening: int | None = None
    members: tuple[int, ...] = ()
    only: Only = "all"
    before: str = OPEN_END


def listed_games(session: Session, club_id: int, wanted: Wanted, most: int) -> list[GameRow]:
    """Not more than so many games, those played last first."""
    # These are few: in the order of an index, SQLite would look through all games for them.
    few = wanted.only == "disputed" or wanted.evening is not None
    order = ClubGame.sort.concat("") if few else ClubGame.sort
    found = (
        select(ClubGame.uid, ClubGame.sort)
        .where(ClubGame.club_id == club_id, order < wanted.before, *_conditions(club_id, wanted))
        .order_by(order.desc())
        .limit(most)
    )
    uids = [row.uid for row in session.execute(found)]
    rows = game_rows.games_named(session, club_id, uids)
    return [rows[uid] for uid in uids]


def games_like(session: Session, club_id: int, came: GameOutcome) -> list[GameRow]:
    """The games that count for the club and came to the very same; none where that is nothing.

    Agreed upon or not, and whether its players were first written in these seats or in others.
    """
    alike = ClubGame.club_id == club_id, ClubGame.result_key == game_rows.result_key(came)
    found = session.scalars(select(ClubGame.uid).where(*alike, ClubGame.result_key.is_not(None)))
    rows = game_rows.games_named(session, club_id, found.all())
    return sorted((row for row in rows.values() if row.counted is not None), key=lambda row: row.sort)


def games_seating(session: Session, club_id: int, numbers: Collection[int]) -> list[int]:
    """The ids of games that the club counts and in which one of these numbers is named for a seat."""
    return [*session.scalars(game_rows.games_naming(club_id, numbers).distinct())]


def _conditions(club_id: int, wanted: Wanted) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if wanted.days is not None:
        first, last = wanted.days  # by their places, which have an index
        conditions += [ClubGame.sort >= first, ClubGame.sort < last + OPEN_END]
    if wanted.evening is not None:
        conditions.append(ClubGame.evening == wanted.evening)
    if wanted.members:
        conditions.append(ClubGame.game_id.in_(game_rows.games_naming(club_id, wanted.members)))
    if wanted.only == "counting":
        conditions.append(ClubGame.counting.is_(true()))
    if wanted.only == "not_counting":
        conditions.append(ClubGame.counting.is_(false()))
    if wanted.only == "disputed":
        conditions.append(ClubGame.game_id.in_(select(Board.game_id).where(OPEN_DISPUTE)))
    return conditions


def last_word(session: Session, club_id: int, uid: str) -> str | None:
    """How a game was counted before it was withdrawn: the body of that entry."""
    same_entry = (ClubEntry.club_id == ClubGame.club_id) & (ClubEntry.seq == ClubGame.counted_seq)
    wanted = select(ClubEntry.body).join(ClubGame, same_entry)
    return session.scalar(wanted.where(ClubGame.club_id == club_id, ClubGame.uid == uid))
