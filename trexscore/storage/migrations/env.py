"""How Alembic reaches the application's database."""

from alembic import context
from flask import current_app

from trexscore.storage.engine import WRITES
from trexscore.storage.models import Base

_engine = current_app.extensions["migrate"].db.engine

with _engine.connect().execution_options(**{WRITES: True}) as _connection:
    context.configure(
        connection=_connection,
        target_metadata=Base.metadata,
        render_as_batch=True,  # SQLite changes a table by making it anew
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()
