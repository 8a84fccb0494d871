"""A deal that is being entered lies beside its game's journal, so that other phones see it."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("board", sa.Column("draft", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("board", "draft")
