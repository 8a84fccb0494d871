"""The statistics of a game that has ended are written behind the entry that ended it."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "statistics_due",
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_statistics_due_club_id_club"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_statistics_due_game_id_game"),
        sa.PrimaryKeyConstraint("club_id", "game_id", name="pk_statistics_due"),
    )


def downgrade() -> None:
    op.drop_table("statistics_due")
