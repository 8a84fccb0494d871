"""Meetings: who finished before whom in games against each other."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Generic, NamedTuple, Protocol, Self, TypeVar

from trexscore.league.tally import Tally


class StandingsPlayer(Protocol):
    """A player of standings: a member's number, or the numbers of a pair."""

    def __hash__(self) -> int: ...

    def __lt__(self, other: Self, /) -> bool: ...


P = TypeVar("P", bound=StandingsPlayer)


AheadLevelBehind = tuple[int, int, int]
"""How often one finished ahead of another, level and behind."""
NEVER_MET: AheadLevelBehind = (0, 0, 0)


class MeetingCounts(NamedTuple, Generic[P]):
    """Games of two players against each other, counted by who finished first; of one game or many."""

    player: P
    opponent: P
    ahead: int
    level: int
    behind: int


def meetings_in_game(tally_by_player: Mapping[P, Tally]) -> Iterator[MeetingCounts[P]]:
    """The meetings of a game, from its tallies of players or pairs."""
    for player, other in combinations(sorted(tally_by_player), 2):
        difference = tally_by_player[other].best_finish - tally_by_player[player].best_finish
        yield MeetingCounts(player, other, int(difference > 0), int(difference == 0), int(difference < 0))
