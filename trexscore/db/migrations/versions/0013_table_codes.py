"""Codes of tables that a live board shows for some minutes."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "table_code",
        sa.Column("token", sa.String(length=43), primary_key=True),
        sa.Column("club_id", sa.Integer, sa.ForeignKey("club.id"), nullable=False),
        sa.Column("evening", sa.Integer, nullable=False),
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("until", sa.String(length=24), nullable=False),
        sa.Column("opened", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_index("ix_table_code_club_id", "table_code", ["club_id"])


def downgrade() -> None:
    op.drop_table("table_code")
