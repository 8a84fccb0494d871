"""Boards of games in which somebody objected or confirmed, and in which it was found out who sat where."""

from alembic import op

from trexscore.db.migrations.state_rebuild import rebuild_states

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """What they said is theirs now, wherever they sat; it was that of whoever sat on their chair."""
    rebuild_states(
        op.get_bind(),
        """
        SELECT game_id FROM board
        WHERE game_id IN (SELECT game_id FROM entry WHERE kind IN ('disputed', 'confirmed'))
        AND game_id IN (SELECT game_id FROM entry WHERE kind IN ('corrected', 'disputed') AND body LIKE '%"seats"%')
        ORDER BY game_id
        """,
    )


def downgrade() -> None:
    """An earlier version takes these boards as they are, and makes them its own with the next entry."""
