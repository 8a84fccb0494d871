"""States that an earlier version wrote get every field that this one reads."""

from alembic import op

from trexscore.db.migrations.state_rebuild import rebuild_outdated_states

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    rebuild_outdated_states(op.get_bind())


def downgrade() -> None:
    """An earlier version reads these states as they are."""
