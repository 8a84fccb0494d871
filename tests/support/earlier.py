"""A site's database as an earlier version would have it."""

import json

from alembic import command
from flask import Flask
from sqlalchemy import MetaData, insert, select, text

from tests.support.tables import Json
from trexscore.db.migrations import FOLDER
from trexscore.db.models import Base, db
from trexscore.ledger.chain import GENESIS_DIGEST, EntryDraft, chain_entry


def as_made_by(app: Flask, revision: str, board: str | None = None) -> None:
    """Put the games into tables as an earlier version made them; a game's first entry had the key of its start."""
    with app.app_context():
        config = app.extensions["migrate"].migrate.get_config(str(FOLDER))
        tables = Base.metadata.sorted_tables
        with db.engine.connect() as connection:
            rows = {table.name: [dict(row) for row in connection.execute(select(table)).mappings()] for table in tables}
        for game in rows["game"]:
            game["started_key"] = game["uid"]
        for one in rows["board"]:
            one["state"] = board or one["state"]
        _without_by(rows)
        with db.engine.begin() as connection:
            Base.metadata.drop_all(connection)
            connection.execute(text("DROP TABLE alembic_version"))
        command.upgrade(config, revision)
        earlier = MetaData()
        with db.engine.begin() as connection:
            earlier.reflect(connection)
            for table in (one for one in tables if rows[one.name] and one.name in earlier.tables):
                columns = earlier.tables[table.name].columns.keys()
                old = [{name: value for name, value in row.items() if name in columns} for row in rows[table.name]]
                connection.execute(insert(earlier.tables[table.name]), old)
            if connection.dialect.name == "postgresql":
                for name in {"game", "account"} & {*earlier.tables}:
                    said = {"sequence": f"{name}_id_seq", "last": max((row["id"] for row in rows[name]), default=1)}
                    connection.execute(text("SELECT setval(:sequence, :last)"), said)


def _without_by(rows: dict[str, list[Json]]) -> None:
    """The entries as they were written before they said through which link they came."""
    for game in rows["game"]:
        digest = GENESIS_DIGEST
        for row in sorted((one for one in rows["entry"] if one["game_id"] == game["id"]), key=lambda one: one["seq"]):
            said = EntryDraft(row["key"], row["kind"], row["author"], row["made_at"], json.loads(row["body"]))
            entry = chain_entry(said, row["seq"], digest, row["received_at"])
            row.update(by=None, body_digest=entry.body_digest, digest=entry.digest)
            digest = entry.digest
        game["last_digest"] = digest
