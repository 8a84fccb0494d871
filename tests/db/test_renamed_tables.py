"""Migration 0028 renames tables and columns, and keeps every row."""

from datetime import UTC, datetime
from typing import Any

import pytest
from alembic import command
from flask import Flask
from sqlalchemy import Column, Connection, MetaData, Table, func, insert, inspect, select
from sqlalchemy.sql.dml import ReturningInsert

from tests.support.clubs.club import add_game_entry, all_clubs_are_valid, four_members, new_club, play_game
from tests.support.databases import both_databases
from tests.support.earlier_versions import recreate_at_revision, renames_of_0028
from tests.support.tables import DIAMONDS, start_game
from trexscore.commands.league.due_statistics import update_statistics_of_next_due_game
from trexscore.commands.verify_games import verify_games
from trexscore.db.migrations import MIGRATIONS_FOLDER
from trexscore.db.models import Base, db

pytestmark = both_databases

Rows = dict[str, list[dict[str, Any]]]
"""The rows of each table, in an order that does not depend on names."""
NEW_TABLE_NAMES, NEW_COLUMN_NAMES = renames_of_0028()
ROWS_PER_TABLE = 2
"""Written by `fill_tables`."""
USED_TABLES = {
    "link",
    "entry",
    "board",
    "claim",
    "club_game",
    "part",
    "meeting",
    "played",
    "faced",
    "standing",
    "sitting",
}
USED_TABLES |= {"month_profile", "span_records", "rating", "rated"}


@pytest.fixture
def app(own_app: Flask) -> Flask:
    """These tests rename tables."""
    return own_app


def upgrade(app: Flask, revision: str = "0028") -> None:
    with app.app_context():
        command.upgrade(app.extensions["migrate"].migrate.get_config(str(MIGRATIONS_FOLDER)), revision)


def downgrade(app: Flask) -> None:
    with app.app_context():
        command.downgrade(app.extensions["migrate"].migrate.get_config(str(MIGRATIONS_FOLDER)), "0027")


def reflect_tables(connection: Connection) -> list[Table]:
    metadata = MetaData()
    metadata.reflect(connection)
    return [table for table in metadata.sorted_tables if table.name not in {"alembic_version", "request_count"}]


def all_rows(app: Flask) -> Rows:
    with app.app_context(), db.engine.connect() as connection:
        return {
            table.name: sorted((dict(row) for row in connection.execute(select(table)).mappings()), key=sort_key)
            for table in reflect_tables(connection)
        }


def sort_key(row: dict[str, Any]) -> list[str]:
    return sorted(map(str, row.values()))


def renamed(rows: Rows) -> Rows:
    """Rows of revision 0027 under the names of 0028."""
    names = {table: NEW_COLUMN_NAMES.get(NEW_TABLE_NAMES.get(table, table), {}) for table in rows}
    return {
        NEW_TABLE_NAMES.get(table, table): [
            {names[table].get(name, name): value for name, value in row.items()} for row in table_rows
        ]
        for table, table_rows in rows.items()
    }


def fill_tables(app: Flask) -> None:
    """Write rows into every table; every reference points to a row."""
    with app.app_context(), db.engine.begin() as connection:
        for table in reflect_tables(connection):
            rows = [
                {column.name: value(column, number) for column in table.columns}
                for number in range(1, ROWS_PER_TABLE + 1)
            ]
            connection.execute(insert(table), rows)
            if connection.dialect.name == "postgresql" and is_numbered(table):
                sequence = func.pg_get_serial_sequence(table.name, "id")
                connection.execute(select(func.setval(sequence, ROWS_PER_TABLE)))


def value(column: Column[Any], number: int) -> object:
    values: dict[type, object] = {
        bool: bool(number % 2),
        bytes: bytes([number]),
        int: number,
        datetime: datetime(2026, 11, number, tzinfo=UTC).replace(tzinfo=None),
        str: str(number),
    }
    return values[column.type.python_type]


def schema(app: Flask) -> dict[str, list[object]]:
    with app.app_context(), db.engine.connect() as connection:
        inspector = inspect(connection)
        return {
            table.name: [
                [(column.name, str(column.type), column.nullable) for column in table.columns],
                inspector.get_pk_constraint(table.name),
                sorted(map(str, inspector.get_unique_constraints(table.name))),
                sorted(map(str, inspector.get_foreign_keys(table.name))),
                sorted((index["name"] or "", index["column_names"]) for index in inspector.get_indexes(table.name)),
            ]
            for table in reflect_tables(connection)
        }


def test_every_row_is_kept_both_ways(app: Flask) -> None:
    downgrade(app)
    fill_tables(app)
    before = all_rows(app)
    assert {len(rows) for rows in before.values()} == {ROWS_PER_TABLE}
    assert before.keys() >= NEW_TABLE_NAMES.keys()
    upgrade(app)
    assert all_rows(app) == renamed(before)
    downgrade(app)
    assert all_rows(app) == before


def test_new_rows_continue_the_numbers(app: Flask) -> None:
    downgrade(app)
    fill_tables(app)
    upgrade(app)
    with app.app_context(), db.engine.begin() as connection:
        numbered = [table for table in reflect_tables(connection) if is_numbered(table)]
        added = {table.name: connection.execute(another_row(table)).scalar_one() for table in numbered}
        assert added == dict.fromkeys((table.name for table in numbered), ROWS_PER_TABLE + 1)
        if connection.dialect.name == "postgresql":
            for name in added:
                sequence = connection.execute(select(func.pg_get_serial_sequence(name, "id"))).scalar_one()
                assert sequence == f"public.{name}_id_seq"


def is_numbered(table: Table) -> bool:
    return table.primary_key.columns.keys() == ["id"]


def another_row(table: Table) -> ReturningInsert[int]:
    """A row of a table without an id; its account and its club have no common row yet."""
    references = {"club_id": 1, "game_id": 1, "import_id": 1, "account_id": ROWS_PER_TABLE}
    values = {
        column.name: references.get(column.name, value(column, ROWS_PER_TABLE + 1))
        for column in table.columns
        if column.name != "id"
    }
    return insert(table).values(values).returning(table.c.id)


def test_downgrade_restores_every_name(app: Flask) -> None:
    recreate_at_revision(app, "0027")
    before = schema(app)
    upgrade(app)
    downgrade(app)
    assert schema(app) == before


def test_constraints_are_named_as_in_models(app: Flask) -> None:
    with app.app_context(), db.engine.connect() as connection:
        inspector = inspect(connection)
        for table in Base.metadata.sorted_tables:
            names = {
                inspector.get_pk_constraint(table.name)["name"],
                *(unique["name"] for unique in inspector.get_unique_constraints(table.name)),
                *(key["name"] for key in inspector.get_foreign_keys(table.name)),
            }
            assert names == {constraint.name for constraint in table.constraints}, table.name


def test_club_is_kept_row_by_row_and_verifies(app: Flask) -> None:
    with app.app_context():
        club = new_club()
        members = four_members(club)
        club.create_season(counting={"basis": {"kind": "best", "best": 1}})
        games = [play_game(1), play_game(2), play_game(3, deals=4)]
        for uid in games:
            club.count_game(uid, members)
        club.exclude_game(games[1])
        add_game_entry(games[0], {"disputed": {"seat": "B", "about": 6, "reason": "no"}})
        while update_statistics_of_next_due_game():
            pass
    start_game(app.test_client(), deals=[DIAMONDS])
    downgrade(app)
    before = all_rows(app)
    assert {table for table, rows in before.items() if rows} >= USED_TABLES
    upgrade(app)
    assert all_rows(app) == renamed(before)
    upgrade(app, "head")
    with app.app_context():
        assert [breaks for _, breaks in verify_games() if breaks] == []
        assert all_clubs_are_valid()
