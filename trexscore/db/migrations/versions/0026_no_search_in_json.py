"""What was searched for inside stored JSON gets columns of its own: open disputes, equal results, members of games.

All of it is read from what is there; nothing is lost.
"""

import hashlib
import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

_AT_ONCE = 1000
_OPEN_BEFORE = sa.text("state LIKE '%\"end\"\\:null%'")
_BOARD = sa.table("board", sa.column("game_id"), sa.column("state"), sa.column("has_open_dispute", sa.Boolean()))
_OPEN = _BOARD.c.has_open_dispute.is_(sa.true())
_GAME = sa.table(
    "club_game",
    *map(sa.column, ("club_id", "game_id", "uid", "seq", "counted_seq", "counted", "came_to", "result_key")),
)
_ENTRY = sa.table("club_entry", *map(sa.column, ("club_id", "seq", "kind", "body")))
_MEMBER = sa.table("club_game_member", *map(sa.column, ("club_id", "member", "game_id")))


def upgrade() -> None:
    op.drop_index("ix_board_disputed", table_name="board")
    op.add_column("board", sa.Column("has_open_dispute", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.get_bind().execute(sa.update(_BOARD).where(_OPEN_BEFORE).values(has_open_dispute=sa.true()))
    op.create_index("ix_board_open_dispute", "board", ["game_id"], sqlite_where=_OPEN, postgresql_where=_OPEN)
    op.drop_index("ix_club_game_came_to", table_name="club_game")
    op.add_column("club_game", sa.Column("counted_seq", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("club_game", sa.Column("result_key", sa.String(64), nullable=True))
    op.create_table(
        "club_game_member",
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("member", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_club_game_member_club_id_club"),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_club_game_member_game_id_game"),
        sa.PrimaryKeyConstraint("club_id", "member", "game_id", name="pk_club_game_member"),
    )
    _fill_games()
    op.create_index("ix_club_game_member_game_id", "club_game_member", ["game_id"])
    op.create_index("ix_club_game_result_key", "club_game", ["club_id", "result_key"])


def _fill_games() -> None:
    connection = op.get_bind()
    counted_by = _last_counted_by()
    ours = _GAME.c.club_id == sa.bindparam("club"), _GAME.c.game_id == sa.bindparam("game")
    filled = sa.update(_GAME).where(*ours)
    filled = filled.values(counted_seq=sa.bindparam("counted_by"), result_key=sa.bindparam("key"))
    rows = connection.execute(sa.select(_GAME)).all()
    for first in range(0, len(rows), _AT_ONCE):
        some = rows[first : first + _AT_ONCE]
        connection.execute(
            filled,
            [
                {
                    "club": row.club_id,
                    "game": row.game_id,
                    "counted_by": counted_by.get((row.club_id, row.uid), row.seq),
                    "key": _result_key(json.loads(row.came_to)),
                }
                for row in some
            ],
        )
        members = [
            {"club_id": row.club_id, "member": number, "game_id": row.game_id}
            for row in some
            for number in _named_in(json.loads(row.counted))
        ]
        if members:
            connection.execute(sa.insert(_MEMBER), members)


def _last_counted_by() -> dict[tuple[int, str], int]:
    """The entry that counted a game last, of games that are withdrawn: of the others it is the entry that holds."""
    withdrawn = sa.select(_GAME.c.club_id).where(_GAME.c.counted == "null")
    wanted = sa.select(_ENTRY.c.club_id, _ENTRY.c.seq, _ENTRY.c.body).where(
        _ENTRY.c.kind == "game", _ENTRY.c.body.is_not(None), _ENTRY.c.club_id.in_(withdrawn)
    )
    rows = op.get_bind().execute(wanted.order_by(_ENTRY.c.club_id, _ENTRY.c.seq))
    return {(club_id, json.loads(body)["game"]["uid"]): seq for club_id, seq, body in rows}


def _result_key(came: dict[str, Any]) -> str | None:
    if came["result"] is None:
        return None
    said = {name: came[name] for name in ("complete", "rules", "result")}
    return hashlib.sha256(json.dumps(said, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _named_in(counted: dict[str, Any] | None) -> set[int]:
    if counted is None:
        return set()
    named = {*counted["seats"].values(), *counted.get("substitutes", {}).values()}
    return named - {None}


def downgrade() -> None:
    op.drop_index("ix_club_game_result_key", table_name="club_game")
    op.drop_table("club_game_member")
    op.drop_column("club_game", "result_key")
    op.drop_column("club_game", "counted_seq")
    op.create_index("ix_club_game_came_to", "club_game", ["club_id", "came_to"])
    op.drop_index("ix_board_open_dispute", table_name="board")
    op.drop_column("board", "has_open_dispute")
    op.create_index("ix_board_disputed", "board", ["game_id"], sqlite_where=_OPEN_BEFORE, postgresql_where=_OPEN_BEFORE)
