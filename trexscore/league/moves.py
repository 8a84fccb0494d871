"""What a change of the standings does to ranks: who moves, and who overtakes whom."""

from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple

from trexscore.league.meetings import P
from trexscore.league.standings import Row


class Move(NamedTuple, Generic[P]):
    """A player's rank before and after a change; None while not ranked.

    `overtook`: who was level or ahead before, and is behind now, the highest first.
    """

    before: int | None
    after: int | None
    overtook: tuple[P, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether the rank is another one."""
        return self.before != self.after


def moves(before: Sequence[Row[P]], after: Sequence[Row[P]], most: int | None = None) -> dict[P, Move[P]]:
    """The move of every player of either table, in the order of the later one.

    Whom they overtook is told of the first `most` who did, or of all: each of them looks through the whole table.
    """
    was = {row.player: row.place for row in before}
    now = {row.player: row.place for row in after}
    both = [(player, old, place) for player, place in now.items() if place is not None and (old := was.get(player))]
    fallen = _furthest_fallen(both)
    found: dict[P, Move[P]] = {}
    left = len(now) if most is None else most
    for player in (*now, *(one for one in was if one not in now)):
        old, new = was.get(player), now.get(player)
        overtook: tuple[P, ...] = ()
        if left and old is not None and new is not None and fallen[old] > new:
            overtook = tuple(other for other, other_old, other_new in both if other_old <= old and other_new > new)
            left -= 1
        found[player] = Move(old, new, overtook)
    return found


def _furthest_fallen(both: Iterable[tuple[P, int, int]]) -> dict[int, int]:
    """By each rank before, the last rank that anyone has now who was there or ahead."""
    found: dict[int, int] = {}
    last = 0
    for old, new in sorted((old, new) for _player, old, new in both):
        last = max(last, new)
        found[old] = last
    return found
