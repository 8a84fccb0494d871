"""How Alembic reaches the application's database."""

from alembic import context
from flask import current_app
from sqlalchemy import text

from trexscore.db.engine import WRITES, tables_rebuilt
from trexscore.db.models import Base

_STARTING_TOGETHER = 7_247_319
"""PostgreSQL's name for the lock that processes starting together wait for. Any number would do."""

_engine = current_app.extensions["migrate"].db.engine

with _engine.connect().execution_options(**{WRITES: True}) as _connection, tables_rebuilt(_connection):
    context.configure(
        connection=_connection,
        target_metadata=Base.metadata,
        render_as_batch=True,  # SQLite changes a table by making it anew
        transactional_ddl=True,  # SQLite's too: this program begins its transactions itself
        compare_type=True,
    )
    with context.begin_transaction():
        # Whoever comes second looks at the version only after the first is done: SQLite's BEGIN IMMEDIATE sees to it.
        if _engine.dialect.name == "postgresql":
            _connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _STARTING_TOGETHER})
        context.run_migrations()
