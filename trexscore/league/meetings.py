"""Meetings: who finished before whom in games against each other."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from operator import add
from typing import Generic, NamedTuple, Protocol, Self, TypeVar

from trexscore.league.result import Result
from trexscore.league.tally import Tally
from trexscore.rules.seats import SEATS, TEAMS, BySeat, Seat


class Player(Protocol):
    """A player of standings: a member's number, or the numbers of a pair."""

    def __hash__(self) -> int: ...

    def __lt__(self, other: Self, /) -> bool: ...


P = TypeVar("P", bound=Player)


class Meeting(NamedTuple, Generic[P]):
    """Games of two players against each other, counted by who finished first; of one game or many."""

    player: P
    opponent: P
    ahead: int
    level: int
    behind: int


def add_counts(left: Sequence[int], right: Sequence[int]) -> tuple[int, ...]:
    """Add two counts of ahead, level and behind."""
    return tuple(map(add, left, right))


def meetings_of(result: Result, players: BySeat[P]) -> Iterator[Meeting[P]]:
    """The meetings of a game: any two of the four except partners."""
    for seat, other in combinations(SEATS, 2):
        if not (result.partnership and seat.partner is other):
            yield _meeting(result, seat, other, players[seat], players[other])


def meeting_of_pairs(result: Result, pairs: tuple[P, P]) -> Meeting[P]:
    """The one meeting of a game of partners: the pair on A and C with the pair on B and D."""
    first, second = TEAMS
    return _meeting(result, SEATS[first], SEATS[second], *pairs)


def meetings_of_tallies(tallies: Mapping[P, Tally]) -> Iterator[Meeting[P]]:
    """The meetings of a game, from its tallies of players or pairs."""
    for player, other in combinations(sorted(tallies), 2):
        yield _by_difference(tallies[other].best_place - tallies[player].best_place, player, other)


def _meeting(result: Result, seat: Seat, other_seat: Seat, player: P, other: P) -> Meeting[P]:
    return _by_difference(result.places[other_seat].first - result.places[seat].first, player, other)


def _by_difference(difference: int, player: P, other: P) -> Meeting[P]:
    return Meeting(player, other, int(difference > 0), int(difference == 0), int(difference < 0))
