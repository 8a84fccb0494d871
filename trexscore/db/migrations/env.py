"""Alembic's connection to the application's database."""

from alembic import context
from flask import current_app
from sqlalchemy import text

from trexscore.db.engine import WRITES_OPTION, foreign_keys_disabled
from trexscore.db.models import Base

_STARTUP_LOCK_ID = 7_247_319
"""Key of the PostgreSQL advisory lock for processes that start at the same time. An arbitrary number."""

_engine = current_app.extensions["migrate"].db.engine

with _engine.connect().execution_options(**{WRITES_OPTION: True}) as _connection, foreign_keys_disabled(_connection):
    context.configure(
        connection=_connection,
        target_metadata=Base.metadata,
        render_as_batch=True,  # SQLite changes a table by replacing it
        transactional_ddl=True,  # also for SQLite, because `engine` begins the transactions
        compare_type=True,
    )
    with context.begin_transaction():
        # The second process reads the version after the first has finished; on SQLite, BEGIN IMMEDIATE ensures that.
        if _engine.dialect.name == "postgresql":
            _connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _STARTUP_LOCK_ID})
        context.run_migrations()
