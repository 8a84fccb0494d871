"""What holds once, and has been used up: sessions that were signed out of, questions that a passkey has answered."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "spent",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("until", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_spent"),
    )
    op.create_index("ix_spent_until", "spent", ["until"])


def downgrade() -> None:
    op.drop_index("ix_spent_until", "spent")
    op.drop_table("spent")
