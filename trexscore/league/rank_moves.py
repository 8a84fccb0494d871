"""Moves between two versions of standings: changed ranks, and who overtook whom."""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Generic, NamedTuple

from trexscore.league.meetings import P
from trexscore.league.standings import Row


class RankMove(NamedTuple, Generic[P]):
    """A player's rank before and after a change; None if not ranked.

    `overtaken_players`: players who were level or ahead before, and are behind now, the highest first.
    """

    rank_before: int | None
    rank_after: int | None
    overtaken_players: tuple[P, ...] = ()

    @property
    def has_changed(self) -> bool:
        return self.rank_before != self.rank_after


def rank_moves_by_player(
    rows_before: Sequence[Row[P]], rows_after: Sequence[Row[P]], max_overtakers: int | None = None
) -> dict[P, RankMove[P]]:
    """The move of every player of either table, in the order of the later table.

    `overtaken_players` is filled for the first `max_overtakers` players who overtook someone: each costs a pass over
    the table.
    """
    was = {row.player: row.rank for row in rows_before}
    now = {row.player: row.rank for row in rows_after}
    in_both = [(player, old, new) for player, new in now.items() if new is not None and (old := was.get(player))]
    last_ranks = _worst_new_rank_by_old(in_both)
    result: dict[P, RankMove[P]] = {}
    overtakers_left = len(now) if max_overtakers is None else max_overtakers
    for player in dict.fromkeys((*now, *was)):
        old, new = was.get(player), now.get(player)
        overtaken: tuple[P, ...] = ()
        if overtakers_left and old is not None and new is not None and last_ranks[old] > new:
            overtaken = tuple(other for other, other_old, other_new in in_both if other_old <= old and other_new > new)
            overtakers_left -= 1
        result[player] = RankMove(old, new, overtaken)
    return result


def _worst_new_rank_by_old(old_and_new_ranks: Iterable[tuple[P, int, int]]) -> dict[int, int]:
    """Maps each former rank to the lowest present rank of a player who had it or a better one."""
    ordered_ranks = sorted((old, new) for _player, old, new in old_and_new_ranks)
    return dict(
        zip((old for old, _new in ordered_ranks), accumulate((new for _old, new in ordered_ranks), max), strict=True)
    )
