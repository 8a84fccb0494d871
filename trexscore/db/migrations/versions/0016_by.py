"""Which kind of link an entry of a game came through. Earlier entries have nothing there, and keep their digests."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("entry", sa.Column("by", sa.Text, nullable=True))


def downgrade() -> None:
    op.drop_column("entry", "by")
