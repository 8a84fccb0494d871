"""Links for single seats, the device that an entry came from, and boards that say where each deal is explained."""

import sqlalchemy as sa
from alembic import op

from trexscore.db.migrations.state_rebuild import rebuild_states

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("link", sa.Column("seat", sa.String(1), nullable=True))
    op.add_column("entry", sa.Column("device", sa.String(40), nullable=True))
    rebuild_states(op.get_bind())
