"""Journals, the links that open them, and the derived boards."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "game",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("started_key", sa.String(36), nullable=False),
        sa.Column("started_digest", sa.String(64), nullable=False),
        sa.Column("last_seq", sa.Integer, nullable=False),
        sa.Column("last_digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
        sa.UniqueConstraint("started_key", name="uq_game_started_key"),
    )
    op.create_table(
        "link",
        sa.Column("token", sa.String(43), nullable=False),
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("may", sa.String(8), nullable=False),
        sa.PrimaryKeyConstraint("token", name="pk_link"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_link_game_id_game"),
    )
    op.create_index("ix_link_game_id", "link", ["game_id"])
    op.create_table(
        "entry",
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("key", sa.String(36), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("author", sa.String(40)),
        sa.Column("made_at", sa.String(40)),
        sa.Column("received_at", sa.String(40), nullable=False),
        sa.Column("body", sa.Text),
        sa.Column("body_digest", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seq", name="pk_entry"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_entry_game_id_game"),
        sa.UniqueConstraint("game_id", "key", name="uq_entry_game_id"),
    )
    op.create_table(
        "board",
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_board"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_board_game_id_game"),
    )


def downgrade() -> None:
    for table in ("board", "entry", "link", "game"):
        op.drop_table(table)
