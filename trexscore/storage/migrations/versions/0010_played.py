"""What the games of days and of months give, as they count now: the table of any past day by what is known today.

What holds still has an end that looks like a time: `~` came before all times where PostgreSQL sorts as a language does,
so that such a club had no tables. Its rows may be wrong as well, and all of them are made anew.
"""

import json
from collections import defaultdict

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_WHOSE = ("club_id", "season", "member", "partner")
_PART = sa.table("part", *map(sa.column, (*_WHOSE, "sort", "tally", "until")))
_HELD, _HOLDS = "~", "9999-12-31T23:59:59.999Z"
_AT_ONCE = 1000


def upgrade() -> None:
    played = op.create_table(
        "played",
        sa.Column("club_id", sa.Integer, nullable=False),
        sa.Column("season", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("span", sa.String(length=11), nullable=False),
        sa.Column("member", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("partner", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("tally", sa.String(length=120), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_played_club_id_club"),
        sa.PrimaryKeyConstraint("club_id", "season", "span", "member", "partner", name="pk_played"),
    )
    bind = op.get_bind()
    for name in ("part", "standing", "meeting", "club_link"):
        table = sa.table(name, sa.column("until"))
        bind.execute(sa.update(table).where(table.c.until == _HELD).values(until=_HOLDS))
    if bind.scalar(sa.select(sa.literal(_HELD) < sa.literal("2"))):
        club = sa.table("club", sa.column("due"))
        bind.execute(sa.update(club).values(due=sa.true()))
    sums: dict[tuple[int | str, ...], list[int]] = defaultdict(lambda: [0] * 7)
    for *whose, sort, tally in bind.execute(
        sa.select(*(_PART.c[name] for name in (*_WHOSE, "sort", "tally"))).where(_PART.c.until == _HOLDS)
    ):
        for span in (f"M{sort[:7]}", f"D{sort[:10]}"):
            so_far = sums[(*whose, span)]
            so_far[:] = map(sum, zip(so_far, json.loads(tally), strict=True))
    names = (*_WHOSE, "span", "tally")
    rows = [
        dict(zip(names, (*key, json.dumps(tally, separators=(",", ":"))), strict=True)) for key, tally in sums.items()
    ]
    for first in range(0, len(rows), _AT_ONCE):
        bind.execute(sa.insert(played), rows[first : first + _AT_ONCE])


def downgrade() -> None:
    op.drop_table("played")
    for name in ("part", "standing", "meeting", "club_link"):
        table = sa.table(name, sa.column("until"))
        op.get_bind().execute(sa.update(table).where(table.c.until == _HOLDS).values(until=_HELD))
