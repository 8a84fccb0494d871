"""A database in memory in which a club's derived rows are rebuilt, before they are stored or compared."""

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache

from sqlalchemy import NullPool, StaticPool, Table, create_engine, delete, insert, select
from sqlalchemy.orm import Session

from trexscore.db.batches import RunStatementForRows, in_batches
from trexscore.db.clubs import models as clubs
from trexscore.db.league import models as league
from trexscore.db.models import Base, Game, GameEntry, tables_of_models

_ROW_BATCH_SIZE = 10_000
"""Rows read and written at once."""


(COUNTED_GAMES_TABLE,) = tables_of_models(clubs.ClubGame)
"""Derived rows by which an entry of a game finds the clubs that it updates."""
DERIVED_TABLES_EXCEPT_COUNTED_GAMES = tables_of_models(
    clubs.ClubGameMember,
    clubs.SeasonResult,
    clubs.Standing,
    clubs.HeadToHead,
    clubs.ResultByPeriod,
    clubs.HeadToHeadByPeriod,
    league.FinishedGameFacts,
    league.GameSeat,
    league.MonthlyStatistics,
    league.DayOrMonthRecords,
    league.GameRating,
    league.CurrentRating,
)
"""All other derived rows."""
_BACKLOG_TABLES = tables_of_models(league.RatingBacklog, league.StatisticsBacklogGame)
DERIVED_TABLES = (*DERIVED_TABLES_EXCEPT_COUNTED_GAMES, COUNTED_GAMES_TABLE, *_BACKLOG_TABLES)
"""All rows of a club that can be rebuilt, and the backlogs."""
_GAME_JOURNAL_TABLES = tables_of_models(Game, GameEntry)


@cache
def _file_with_empty_tables() -> bytes:
    """The tables that follow from journals. Creating them takes much longer than copying them."""
    with closing(sqlite3.connect(":memory:")) as connection:
        engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
        Base.metadata.create_all(engine, (*_GAME_JOURNAL_TABLES, *DERIVED_TABLES), checkfirst=False)
        return connection.serialize()


def _connect_to_copy() -> sqlite3.Connection:
    """Connect to a database of its own. Only a copy may grow beyond a gigabyte."""
    connection = sqlite3.connect(":memory:")
    with closing(sqlite3.connect(":memory:")) as original:
        original.deserialize(_file_with_empty_tables())
        original.backup(connection)
    return connection


_IN_MEMORY_ENGINE = create_engine("sqlite://", creator=_connect_to_copy, poolclass=NullPool)


@contextmanager
def scratch_database() -> Iterator[Session]:
    """Open an empty database with the tables that follow from journals. It is gone when the block ends."""
    with _IN_MEMORY_ENGINE.connect() as connection, Session(connection) as scratch:
        yield scratch


def copy_games_with_first_entries(session: Session, scratch_session: Session, game_ids: Sequence[int]) -> None:
    """Copy these games to a scratch database, each with its first entry."""
    game, entry = _GAME_JOURNAL_TABLES
    for ids in in_batches(game_ids):
        for table, is_wanted in (
            (game, game.c.id.in_(ids)),
            (entry, entry.c.game_id.in_(ids) & (entry.c.seq == 1)),
        ):
            rows = session.execute(select(table).where(is_wanted)).mappings()
            scratch_session.execute(insert(table), [dict(row) for row in rows])


def copy_rows_from_scratch(
    scratch_session: Session, run_statement: RunStatementForRows, tables: Collection[Table]
) -> None:
    """Insert the rows of a scratch database, in the order in which they were written."""
    for table in tables:
        columns = [column for column in table.columns if column.name != "id"]
        query = select(*columns).order_by(*table.primary_key).execution_options(yield_per=_ROW_BATCH_SIZE)
        for rows in scratch_session.execute(query).mappings().partitions():
            run_statement(insert(table), [dict(row) for row in rows])


def delete_derived_rows(session: Session, club_id: int) -> None:
    for table in DERIVED_TABLES:
        session.execute(delete(table).where(table.c.club_id == club_id))
