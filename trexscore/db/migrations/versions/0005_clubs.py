"""Clubs: their journals, who may what in them, and what is derived from the games that they count."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "club",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("uid", sa.String(length=43), nullable=False),
        sa.Column("last_seq", sa.Integer, nullable=False),
        sa.Column("last_digest", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_club"),
        sa.UniqueConstraint("uid", name="uq_club_uid"),
    )
    op.create_table(
        "claim",
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("member", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("account_id", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name="fk_claim_account_id_account"),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_claim_club_id_club"),
        sa.PrimaryKeyConstraint("club_id", "member", name="pk_claim"),
        sa.UniqueConstraint("club_id", "account_id", name="uq_claim_club_id"),
    )
    op.create_index("ix_claim_account_id", "claim", ["account_id"], unique=False)
    op.create_table(
        "club_entry",
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("key", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("author", sa.String(length=40), nullable=True),
        sa.Column("made_at", sa.String(length=40), nullable=True),
        sa.Column("received_at", sa.String(length=40), nullable=False),
        sa.Column("body", sa.Text, nullable=True),
        sa.Column("device", sa.String(length=40), nullable=True),
        sa.Column("body_digest", sa.String(length=64), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_club_entry_club_id_club"),
        sa.PrimaryKeyConstraint("club_id", "seq", name="pk_club_entry"),
        sa.UniqueConstraint("club_id", "key", name="uq_club_entry_club_id"),
    )
    op.create_index("ix_club_entry_kind", "club_entry", ["club_id", "kind", "seq"], unique=False)
    op.create_table(
        "club_game",
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("uid", sa.String(length=36), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("on_day", sa.String(length=10), nullable=False),
        sa.Column("sort", sa.String(length=80), nullable=False),
        sa.Column("evening", sa.Integer, nullable=True),
        sa.Column("counted", sa.Text, nullable=False),
        sa.Column("came_to", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_club_game_club_id_club"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_club_game_game_id_game"),
        sa.PrimaryKeyConstraint("club_id", "game_id", name="pk_club_game"),
    )
    op.create_index("ix_club_game_evening", "club_game", ["club_id", "evening"], unique=False)
    op.create_index("ix_club_game_game_id", "club_game", ["game_id"], unique=False)
    op.create_index("ix_club_game_order", "club_game", ["club_id", "sort"], unique=False)
    op.create_table(
        "club_link",
        sa.Column("token", sa.String(length=43), nullable=False),
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("may", sa.String(length=8), nullable=False),
        sa.Column("member", sa.Integer, nullable=True),
        sa.Column("until", sa.String(length=24), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_club_link_club_id_club"),
        sa.PrimaryKeyConstraint("token", name="pk_club_link"),
    )
    op.create_index("ix_club_link_club_id", "club_link", ["club_id"], unique=False)
    op.create_table(
        "part",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("member", sa.Integer, nullable=False),
        sa.Column("partner", sa.Integer, nullable=False),
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("sort", sa.String(length=80), nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("tally", sa.String(length=120), nullable=False),
        sa.Column("since", sa.String(length=24), nullable=False),
        sa.Column("until", sa.String(length=24), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_part_club_id_club"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_part_game_id_game"),
        sa.PrimaryKeyConstraint("id", name="pk_part"),
    )
    op.create_index("ix_part_game", "part", ["club_id", "game_id", "until"], unique=False)
    op.create_index("ix_part_who", "part", ["club_id", "season", "until", "member", "partner", "sort"], unique=False)
    op.create_table(
        "standing",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("member", sa.Integer, nullable=False),
        sa.Column("partner", sa.Integer, nullable=False),
        sa.Column("tally", sa.String(length=120), nullable=False),
        sa.Column("points", sa.Text, nullable=False),
        sa.Column("since", sa.String(length=24), nullable=False),
        sa.Column("until", sa.String(length=24), nullable=False),
        sa.Column("cause", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_standing_club_id_club"),
        sa.PrimaryKeyConstraint("id", name="pk_standing"),
    )
    op.create_index("ix_standing_since", "standing", ["club_id", "season", "since"], unique=False)
    op.create_index("ix_standing_table", "standing", ["club_id", "season", "until"], unique=False)
    op.create_index("ix_standing_who", "standing", ["club_id", "season", "member", "partner", "since"], unique=False)
    op.add_column("game", sa.Column("in_club", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("game", "in_club")
    for table in ("standing", "part", "club_game", "club_link", "claim", "club_entry", "club"):
        op.drop_table(table)
