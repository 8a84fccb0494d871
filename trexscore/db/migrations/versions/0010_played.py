"""What the games of days and of months give, as they count now: the table of any past day by what is known today.

What holds still has an end that looks like a time: `~` came before all times where PostgreSQL sorts as a language does,
so that such a club had no tables. Its rows may be wrong as well, and all of them are made anew.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_HELD, _HOLDS = "~", "9999-12-31T23:59:59.999Z"
_WITH_AN_END = ("part", "standing", "meeting", "club_link")
_OF_A_GAME = ("club_id", "season", "game_id", "sort")
_PART = sa.table("part", *map(sa.column, (*_OF_A_GAME, "member", "partner", "tally", "until")))
_PLAYED = ("club_id", "season", "span", "member", "partner")
_FACED = ("club_id", "season", "member", "partner", "other", "other_partner", "span")
_HOW = ("ahead", "level", "behind")
_AT_ONCE = 1000
Key = tuple[int | str, ...]


def upgrade() -> None:
    bind = op.get_bind()
    _change_ends(bind, _HELD, _HOLDS)
    if bind.scalar(sa.select(sa.literal(_HELD) < sa.literal("2"))):
        bind.execute(sa.update(sa.table("club", sa.column("due"))).values(due=sa.true()))
    played = op.create_table(
        "played",
        *map(_column, _PLAYED),
        sa.Column("tally", sa.String(length=120), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_played_club_id_club"),
        sa.PrimaryKeyConstraint(*_PLAYED, name="pk_played"),
    )
    faced = op.create_table(
        "faced",
        *map(_column, (*_FACED, *_HOW)),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_faced_club_id_club"),
        sa.PrimaryKeyConstraint(*_FACED, name="pk_faced"),
    )
    op.create_index("ix_part_best", "part", [*_PLAYED[:2], "member", "partner", "until", "points", "sort"])
    parts = sa.select(*(_PART.c[name] for name in (*_OF_A_GAME, "member", "partner", "tally")))
    tallies, met = _added_up(bind.execute(parts.where(_PART.c.until == _HOLDS)))
    _fill(played, ({**key, "tally": json.dumps(tally, separators=(",", ":"))} for key, tally in tallies))
    _fill(faced, ({**key, **dict(zip(_HOW, times, strict=True))} for key, times in met))


def _column(name: str) -> "sa.Column[Any]":
    of_type = sa.String(length=11) if name == "span" else sa.Integer
    return sa.Column(name, of_type, autoincrement=False, nullable=False)


def _added_up(parts: Iterable[Any]) -> tuple[Iterator[tuple[dict[str, Any], list[int]]], ...]:
    """What every day and month gives to whom, and how often which two have met there."""
    tallies: dict[Key, list[int]] = defaultdict(lambda: [0] * 7)
    games: dict[Key, list[tuple[int, int, int]]] = defaultdict(list)
    for club, season, game, sort, member, partner, text in parts:
        tally = json.loads(text)
        for span in _spans(sort):
            so_far = tallies[club, season, span, member, partner]
            so_far[:] = map(sum, zip(so_far, tally, strict=True))
        games[club, season, sort, game].append((member, partner, next(n for n, part in enumerate(tally[2:6]) if part)))
    met: dict[Key, list[int]] = defaultdict(lambda: [0, 0, 0])
    for (club, season, sort, _game), those in games.items():
        for (*one, place), (*other, against) in combinations(sorted(those), 2):
            for span in _spans(str(sort)):
                met[club, season, *one, *other, span][1 + (place > against) - (place < against)] += 1
    return _named(_PLAYED, tallies), _named(_FACED, met)


def _named(names: tuple[str, ...], found: dict[Key, list[int]]) -> Iterator[tuple[dict[str, Any], list[int]]]:
    return ((dict(zip(names, key, strict=True)), numbers) for key, numbers in found.items())


def _spans(sort: str) -> tuple[str, str]:
    return f"M{sort[:7]}", f"D{sort[:10]}"


def _fill(table: sa.Table, rows: Iterable[dict[str, Any]]) -> None:
    values = list(rows)
    for first in range(0, len(values), _AT_ONCE):
        op.get_bind().execute(sa.insert(table), values[first : first + _AT_ONCE])


def _change_ends(bind: sa.Connection, was: str, now: str) -> None:
    for name in _WITH_AN_END:
        table = sa.table(name, sa.column("until"))
        bind.execute(sa.update(table).where(table.c.until == was).values(until=now))


def downgrade() -> None:
    op.drop_index("ix_part_best", "part")
    for name in ("faced", "played"):
        op.drop_table(name)
    _change_ends(op.get_bind(), _HOLDS, _HELD)
