"""Clubs' statistics and ratings: who sat where, what games tell, sums by months, and ratings after every game."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "game_facts",
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_game_facts_club_id_club"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_game_facts_game_id_game"),
        sa.PrimaryKeyConstraint("club_id", "game_id", name="pk_game_facts"),
    )
    op.create_table(
        "month_profile",
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("member", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("partner", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("month", sa.String(length=10), nullable=False),
        sa.Column("profile", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_month_profile_club_id_club"),
        sa.PrimaryKeyConstraint("club_id", "member", "partner", "month", name="pk_month_profile"),
    )
    op.create_table(
        "rated",
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("member", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("partner", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("sort", sa.String(length=80), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("mu", sa.Integer, nullable=False),
        sa.Column("sigma", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_rated_club_id_club"),
        sa.PrimaryKeyConstraint("club_id", "member", "partner", name="pk_rated"),
    )
    op.create_table(
        "rating",
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("member", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("partner", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("sort", sa.String(length=80), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("mu", sa.Integer, nullable=False),
        sa.Column("sigma", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_rating_club_id_club"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_rating_game_id_game"),
        sa.PrimaryKeyConstraint("club_id", "game_id", "member", "partner", name="pk_rating"),
    )
    op.create_index("ix_rating_order", "rating", ["club_id", "sort"], unique=False)
    op.create_index("ix_rating_who", "rating", ["club_id", "member", "partner", "sort"], unique=False)
    op.create_table(
        "ratings_due",
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("sort", sa.String(length=80), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_ratings_due_club_id_club"),
        sa.PrimaryKeyConstraint("club_id", name="pk_ratings_due"),
    )
    op.create_table(
        "sitting",
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("game_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("sort", sa.String(length=80), nullable=False),
        sa.Column("member", sa.Integer, nullable=False),
        sa.Column("partner", sa.Integer, nullable=False),
        sa.Column("pairs", sa.Boolean(), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_sitting_club_id_club"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_sitting_game_id_game"),
        sa.PrimaryKeyConstraint("club_id", "game_id", "seat", name="pk_sitting"),
    )
    op.create_index("ix_sitting_member", "sitting", ["club_id", "member", "sort"], unique=False)
    op.create_index("ix_sitting_order", "sitting", ["club_id", "sort"], unique=False)
    op.create_table(
        "span_records",
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("span", sa.String(length=10), nullable=False),
        sa.Column("last", sa.String(length=80), nullable=False),
        sa.Column("records", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_span_records_club_id_club"),
        sa.PrimaryKeyConstraint("club_id", "span", name="pk_span_records"),
    )


def downgrade() -> None:
    for table in ("span_records", "sitting", "ratings_due", "rating", "rated", "month_profile", "game_facts"):
        op.drop_table(table)
