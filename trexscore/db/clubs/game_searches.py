"""Searches for games of a club: page by page, by result, by member."""

from collections.abc import Collection
from typing import Literal, NamedTuple

from sqlalchemy import ColumnElement, false, select, true
from sqlalchemy.orm import Session

from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.counted_games import ClubGameRow
from trexscore.db.clubs.models import OPEN_END, ClubEntry, ClubGame
from trexscore.db.models import OPEN_DISPUTE_CONDITION, Game, GameState, db

GameSelection = Literal["all", "counting", "not_counting", "disputed"]


class GameFilter(NamedTuple):
    """A filter for games: days, a game night, a member under all of their numbers."""

    day_range: tuple[str, str] | None = None
    night_number: int | None = None
    numbers_of_member: Collection[int] = ()
    selection: GameSelection = "all"
    before_sort_key: str = OPEN_END


def list_page_of_games(session: Session, club_id: int, game_filter: GameFilter, limit: int) -> list[ClubGameRow]:
    """Return at most `limit` games, latest first."""
    # For these few games, SQLite would search all games in the order of an index.
    is_rare = game_filter.selection == "disputed" or game_filter.night_number is not None
    order = ClubGame.sort_key.concat("") if is_rare else ClubGame.sort_key
    query = (
        select(ClubGame.uid, ClubGame.sort_key)
        .where(
            ClubGame.club_id == club_id, order < game_filter.before_sort_key, *_filter_conditions(club_id, game_filter)
        )
        .order_by(order.desc())
        .limit(limit)
    )
    uids = [row.uid for row in session.execute(query)]
    rows = game_rows.find_game_rows_by_uid(session, club_id, uids)
    return [rows[uid] for uid in uids]


def find_game_ids_naming(session: Session, club_id: int, member_numbers: Collection[int]) -> list[int]:
    """Return the ids of the games that the club counts and that name one of these members for a seat."""
    return [*session.scalars(game_rows.game_ids_naming_query(club_id, member_numbers).distinct())]


def _filter_conditions(club_id: int, game_filter: GameFilter) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if game_filter.day_range is not None:
        first, last = game_filter.day_range  # by their places, which have an index
        conditions += [ClubGame.sort_key >= first, ClubGame.sort_key < last + OPEN_END]
    if game_filter.night_number is not None:
        conditions.append(ClubGame.game_night == game_filter.night_number)
    if game_filter.numbers_of_member:
        conditions.append(ClubGame.game_id.in_(game_rows.game_ids_naming_query(club_id, game_filter.numbers_of_member)))
    if game_filter.selection == "counting":
        conditions.append(ClubGame.counting.is_(true()))
    if game_filter.selection == "not_counting":
        conditions.append(ClubGame.counting.is_(false()))
    if game_filter.selection == "disputed":
        conditions.append(ClubGame.game_id.in_(select(GameState.game_id).where(OPEN_DISPUTE_CONDITION)))
    return conditions


def read_last_counting_body_json(session: Session, club_id: int, game_uid: str) -> str | None:
    """Return the body of the entry that counted a game before it was excluded."""
    same_entry = (ClubEntry.club_id == ClubGame.club_id) & (ClubEntry.seq == ClubGame.counted_seq)
    query = select(ClubEntry.body).join(ClubGame, same_entry)
    return session.scalar(query.where(ClubGame.club_id == club_id, ClubGame.uid == game_uid))


def list_game_ids_and_last_seqs(club_id: int, night_number: int) -> list[tuple[int, int]]:
    """Return each game of the game night with the last `seq` of its journal. A live board asks every few seconds."""
    query = select(Game.id, Game.last_seq).join(ClubGame, ClubGame.game_id == Game.id).order_by(Game.id)
    rows = db.session.execute(query.where(ClubGame.club_id == club_id, ClubGame.game_night == night_number))
    return [(game_id, seq) for game_id, seq in rows]
