"""Who has said that they are coming to a game night, or are not."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "night_reply",
        sa.Column("club_id", sa.Integer, sa.ForeignKey("club.id"), primary_key=True),
        sa.Column("evening", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("member", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("comes", sa.Boolean, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("night_reply")
