"""Who has picked a name of a club by its invitation, and waits for confirmation."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "name_request",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("club_id", sa.Integer, sa.ForeignKey("club.id"), nullable=False),
        sa.Column("account_id", sa.Integer, sa.ForeignKey("account.id"), nullable=False),
        sa.Column("member", sa.Integer, nullable=False),
        sa.Column("made_at", sa.String(length=24), nullable=False),
        sa.Column("refused", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.UniqueConstraint("club_id", "account_id"),
    )
    op.create_index("ix_name_request_account_id", "name_request", ["account_id"])


def downgrade() -> None:
    op.drop_table("name_request")
