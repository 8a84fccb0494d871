"""Comebacks count from 50 points behind: clubs with games are derived again when the program next starts."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

_CLUB = sa.table("club", sa.column("id"), sa.column("due"))
_FACTS = sa.table("game_facts", sa.column("club_id"))


def upgrade() -> None:
    with_games = _CLUB.c.id.in_(sa.select(_FACTS.c.club_id))
    op.get_bind().execute(sa.update(_CLUB).where(with_games).values(due=sa.true()))


def downgrade() -> None:
    """Nothing to take back: an earlier version derives what it needs."""
