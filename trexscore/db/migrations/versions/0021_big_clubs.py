"""What pages of big clubs ask for is found by an index: standings of one player, disputes, games that do not count."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

_STILL = "9999-12-31T23:59:59.999Z"
_AT_ONCE = 1000
_OPEN = sa.text("state LIKE '%\"end\"\\:null%'")
_GAME = sa.table("club_game", sa.column("club_id"), sa.column("game_id"), sa.column("counting"))
_PART = sa.table("part", sa.column("club_id"), sa.column("game_id"), sa.column("until"))
_KEY = ("club_id", "member", "partner", "month")
_PROFILE = sa.table("month_profile", *map(sa.column, (*_KEY, "profile", "games")))


def upgrade() -> None:
    op.drop_index("ix_standing_table", table_name="standing")
    op.create_index("ix_standing_now", "standing", ["club_id", "season", "until", "member", "partner"])
    op.create_index("ix_board_disputed", "board", ["game_id"], sqlite_where=_OPEN, postgresql_where=_OPEN)
    op.add_column("club_game", sa.Column("counting", sa.Boolean(), nullable=False, server_default=sa.false()))
    gives = sa.exists().where(
        _PART.c.club_id == _GAME.c.club_id, _PART.c.game_id == _GAME.c.game_id, _PART.c.until == _STILL
    )
    op.get_bind().execute(sa.update(_GAME).where(gives).values(counting=sa.true()))
    op.create_index("ix_club_game_counting", "club_game", ["club_id", "counting", "sort"])
    op.add_column("month_profile", sa.Column("games", sa.Integer(), nullable=False, server_default="0"))
    _count_games()
    op.create_index("ix_month_profile_games", "month_profile", ["club_id", "partner", "month", "member", "games"])


def _count_games() -> None:
    """The first number of a profile's sums is how many games it is of."""
    connection = op.get_bind()
    ours = [_PROFILE.c[name] == sa.bindparam(f"of_{name}") for name in _KEY]
    counted = sa.update(_PROFILE).where(*ours).values(games=sa.bindparam("number"))
    rows = connection.execute(sa.select(*(_PROFILE.c[name] for name in (*_KEY, "profile")))).all()
    for first in range(0, len(rows), _AT_ONCE):
        some = [
            {
                **{f"of_{name}": value for name, value in zip(_KEY, row, strict=False)},
                "number": sum(numbers[0] for numbers, _extremes in json.loads(row.profile)["by_rules"].values()),
            }
            for row in rows[first : first + _AT_ONCE]
        ]
        connection.execute(counted, some)


def downgrade() -> None:
    op.drop_index("ix_month_profile_games", table_name="month_profile")
    op.drop_column("month_profile", "games")
    op.drop_index("ix_club_game_counting", table_name="club_game")
    op.drop_column("club_game", "counting")
    op.drop_index("ix_board_disputed", table_name="board")
    op.drop_index("ix_standing_now", table_name="standing")
    op.create_index("ix_standing_table", "standing", ["club_id", "season", "until"])
