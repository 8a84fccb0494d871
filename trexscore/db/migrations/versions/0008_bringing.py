"""Games that are being brought into a club from files."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "bringing",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("key", sa.String(36), nullable=False),
        sa.Column("begun_at", sa.String(24), nullable=False),
        sa.Column("on_day", sa.String(10), nullable=False),
        sa.Column("seated", sa.Text, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_bringing"),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_bringing_club_id_club"),
        sa.UniqueConstraint("club_id", "key", name="uq_bringing_club_id"),
    )
    op.create_table(
        "brought_file",
        sa.Column("bringing_id", sa.Integer, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(
            ["bringing_id"], ["bringing.id"], name="fk_brought_file_bringing_id_bringing", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("bringing_id", "digest", name="pk_brought_file"),
    )
    op.create_table(
        "brought_game",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("bringing_id", sa.Integer, nullable=False),
        sa.Column("source", sa.String(120), nullable=False),
        sa.Column("line", sa.Integer, nullable=True),
        sa.Column("on_day", sa.String(10), nullable=True),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=True),
        sa.Column("outcome", sa.String(8), nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(
            ["bringing_id"], ["bringing.id"], name="fk_brought_game_bringing_id_bringing", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_brought_game"),
    )
    op.create_index("ix_brought_game_outcome", "brought_game", ["bringing_id", "outcome", "id"])
    op.create_index("ix_game_started_digest", "game", ["started_digest"])


def downgrade() -> None:
    op.drop_index("ix_game_started_digest", "game")
    for table in ("brought_game", "brought_file", "bringing"):
        op.drop_table(table)
