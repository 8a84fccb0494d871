"""What a change of the standings does to ranks: who moves, and who overtakes whom."""

from collections.abc import Sequence
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


def moves(before: Sequence[Row[P]], after: Sequence[Row[P]]) -> dict[P, Move[P]]:
    """The move of every player of either table, in the order of the later one."""
    was = {row.player: row.place for row in before}
    now = {row.player: row.place for row in after}
    both = [(player, was[player], place) for player, place in now.items() if place is not None and was.get(player)]
    worse = {player for player, old, new in both if old is not None and new > old}
    found: dict[P, Move[P]] = {}
    for player in (*now, *(one for one in was if one not in now)):
        old, new = was.get(player), now.get(player)
        overtook: tuple[P, ...] = ()
        if old is not None and new is not None:
            overtook = tuple(
                other
                for other, other_old, other_new in both
                if other_old is not None and other_old <= old and new < other_new and (new < old or other in worse)
            )
        found[player] = Move(old, new, overtook)
    return found
