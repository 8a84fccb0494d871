"""The mark that a sign-off was cancelled stays with the king, also if players changed seats with their deals."""

from alembic import op

from trexscore.db.migrations.state_rebuild import rebuild_states

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Rebuild the states of games with sign-offs and corrections."""
    rebuild_states(
        op.get_bind(),
        """
        SELECT game_id FROM game_state
        WHERE game_id IN (SELECT game_id FROM game_entry WHERE kind = 'agreed')
        AND game_id IN (SELECT game_id FROM game_entry WHERE kind = 'corrected')
        ORDER BY game_id
        """,
    )


def downgrade() -> None:
    """An earlier version reads these states, and replaces each with the game's next entry."""
