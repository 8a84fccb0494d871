"""Clubs that admitted a game with other house rules are worked out again: with the other sign, its points are negated.

Nothing is lost: what a game gives follows from the journals. Seasons without such a game stay as they are.
"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_CLUB = sa.table("club", sa.column("id"), sa.column("due"))
_GAME = sa.table("club_game", sa.column("club_id"), sa.column("counted"))


def upgrade() -> None:
    admits = sa.select(_GAME.c.club_id).where(_GAME.c.counted.like('%"house_rules"%'))
    op.get_bind().execute(sa.update(_CLUB).where(_CLUB.c.id.in_(admits)).values(due=sa.true()))


def downgrade() -> None:
    pass
