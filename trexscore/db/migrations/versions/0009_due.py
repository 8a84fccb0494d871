"""Clubs whose derived rows an earlier version made otherwise: the program makes them anew when it next starts.

Due are those that count a game in which it was put right who sat where, and those whose games came before statistics.
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_CLUB = sa.table("club", sa.column("id"), sa.column("due"))
_GAME = sa.table("club_game", sa.column("club_id"), sa.column("game_id"))
_FACTS = sa.table("game_facts", sa.column("club_id"), sa.column("game_id"))
_ENTRY = sa.table("entry", sa.column("game_id"), sa.column("kind"), sa.column("body", sa.Text))


def upgrade() -> None:
    op.add_column("club", sa.Column("due", sa.Boolean, server_default=sa.false(), nullable=False))
    says_who_sat_where = _ENTRY.c.kind.in_(("corrected", "disputed")) & _ENTRY.c.body.contains('"seats"')
    reseated = sa.select(_GAME.c.club_id).join(_ENTRY, _ENTRY.c.game_id == _GAME.c.game_id).where(says_who_sat_where)
    untold = sa.select(_GAME.c.club_id).where(_GAME.c.club_id.not_in(sa.select(_FACTS.c.club_id)))
    due = _CLUB.c.id.in_(reseated) | _CLUB.c.id.in_(untold)
    op.get_bind().execute(sa.update(_CLUB).where(due).values(due=sa.true()))


def downgrade() -> None:
    op.drop_column("club", "due")
