"""A game's public name, and keys of starts that no journal gives away."""

import uuid

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_GAMES = """
SELECT game.id, game.started_key, entry.key
FROM game LEFT JOIN entry ON entry.game_id = game.id AND entry.seq = 1
ORDER BY game.id
"""


def upgrade() -> None:
    op.add_column("game", sa.Column("uid", sa.String(36), nullable=True))
    connection = op.get_bind()
    taken = set[str]()
    for game_id, started_key, first_key in connection.execute(sa.text(_GAMES)).all():
        # No first entry, or that of another game: somebody has tampered with it, and `trexscore verify` says so.
        uid = first_key if first_key and first_key not in taken else str(uuid.uuid4())
        taken.add(uid)
        # It was the first entry's own: whoever could read the game could start it again, and so have all its links.
        secret = str(uuid.uuid4()) if started_key == first_key else started_key
        connection.execute(
            sa.text("UPDATE game SET uid = :uid, started_key = :secret WHERE id = :game"),
            {"uid": uid, "secret": secret, "game": game_id},
        )
    with op.batch_alter_table("game") as game:
        game.alter_column("uid", existing_type=sa.String(36), nullable=False)
        game.create_unique_constraint("uq_game_uid", ["uid"])
