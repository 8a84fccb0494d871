"""Replace a site's database by the same data in the tables of an earlier version."""

import json
from collections.abc import Iterator

from alembic import command
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import MetaData, Table, insert, select, text

from tests.support.tables import Json
from trexscore.db.migrations import MIGRATIONS_FOLDER
from trexscore.db.models import Base, db
from trexscore.ledger.chain import GENESIS_DIGEST, EntryDraft, chain_entry

Names = dict[str, str]


def recreate_at_revision(app: Flask, revision: str, state: str | None = None) -> None:
    """Move all data into tables of an earlier revision, in which the first entry of a game had its start key.

    `state` replaces the stored state of all games.
    """
    with app.app_context():
        config = app.extensions["migrate"].migrate.get_config(str(MIGRATIONS_FOLDER))
        tables = Base.metadata.sorted_tables
        with db.engine.connect() as connection:
            rows = {table.name: [dict(row) for row in connection.execute(select(table)).mappings()] for table in tables}
        for game in rows["game"]:
            game["started_key"] = game["uid"]
        for row in rows["game_state"]:
            row["state"] = state or row["state"]
        _remove_links_of_entries(rows)
        with db.engine.begin() as connection:
            Base.metadata.drop_all(connection)
            connection.execute(text("DROP TABLE alembic_version"))
        command.upgrade(config, revision)
        earlier = MetaData()
        with db.engine.begin() as connection:
            earlier.reflect(connection)
            for name, old_name, old_columns in _table_names_at(revision):
                if rows[name] and old_name in earlier.tables:
                    connection.execute(
                        insert(earlier.tables[old_name]),
                        [_for_earlier_table(row, old_columns, earlier.tables[old_name]) for row in rows[name]],
                    )
            if connection.dialect.name == "postgresql":
                for name in {"game", "account"} & {*earlier.tables}:
                    parameters = {
                        "sequence": f"{name}_id_seq",
                        "last": max((row["id"] for row in rows[name]), default=1),
                    }
                    connection.execute(text("SELECT setval(:sequence, :last)"), parameters)


def _for_earlier_table(row: Json, old_columns: Names, table: Table) -> Json:
    """A current row with the column names of an earlier table, without columns that the table does not have."""
    value_by_old_name = {old_columns.get(name, name): value for name, value in row.items()}
    return {name: value for name, value in value_by_old_name.items() if name in table.columns}


def _table_names_at(revision: str) -> Iterator[tuple[str, str, Names]]:
    """Each table, its name at a revision, and the old names of renamed columns. Referenced tables come first."""
    tables, columns = renames_of_0028() if revision < "0028" else ({}, {})
    old_tables = {new: old for old, new in tables.items()}
    for table in Base.metadata.sorted_tables:
        old_columns = {new: old for old, new in columns.get(table.name, {}).items()}
        yield table.name, old_tables.get(table.name, table.name), old_columns


def renames_of_0028() -> tuple[Names, dict[str, Names]]:
    """Renamed tables, and renamed columns by new table name, of migration 0028: old names with new names."""
    migration = ScriptDirectory(str(MIGRATIONS_FOLDER)).get_revision("0028").module
    return migration.TABLES, migration.COLUMNS


def _remove_links_of_entries(rows: dict[str, list[Json]]) -> None:
    """Remove the link from every entry, and recalculate the chains."""
    for game in rows["game"]:
        digest = GENESIS_DIGEST
        for row in sorted(
            (row for row in rows["game_entry"] if row["game_id"] == game["id"]), key=lambda row: row["seq"]
        ):
            draft = EntryDraft(row["key"], row["kind"], row["author"], row["made_at"], json.loads(row["body"]))
            entry = chain_entry(draft, row["seq"], digest, row["received_at"])
            row.update(by=None, body_digest=entry.body_digest, digest=entry.digest)
            digest = entry.digest
        game["last_digest"] = digest
