"""Games that came to the very same are found by an index: it is asked for each game that a club imports."""

from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_club_game_came_to", "club_game", ["club_id", "came_to"])


def downgrade() -> None:
    op.drop_index("ix_club_game_came_to", table_name="club_game")
