"""Who finished before whom, in games in which they sat against each other."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from trexscore.league.result import Result
from trexscore.league.tally import Tally
from trexscore.rules.seats import SEATS, TEAMS, BySeat, Seat


class Player(Protocol):
    """Whoever standings are of: a member's number, or the numbers of a pair."""

    def __hash__(self) -> int: ...

    def __lt__(self, other: Any, /) -> bool: ...  # noqa: ANN401 - as tuples and numbers have it


P = TypeVar("P", bound=Player)


class Meeting(NamedTuple, Generic[P]):
    """How many games two had against each other, by who finished before the other; of one game, or of many added up."""

    one: P
    other: P
    ahead: int
    level: int
    behind: int


def together(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    """How often ahead, level and behind in all, by how often in these and in those."""
    return tuple(these + those for these, those in zip(one, other, strict=True))


def meetings_of(result: Result, players: BySeat[P]) -> Iterator[Meeting[P]]:
    """The meetings of a game: any two of the four, but for partners, who do not play against each other."""
    for one, other in combinations(SEATS, 2):
        if not (result.partnership and one.partner is other):
            yield _meeting(result, one, other, players[one], players[other])


def meeting_of_pairs(result: Result, pairs: tuple[P, P]) -> Meeting[P]:
    """The one meeting of a game of partners: those on A and C with those on B and D."""
    one, other = TEAMS
    return _meeting(result, SEATS[one], SEATS[other], *pairs)


def meetings_of_tallies(tallies: Mapping[P, Tally]) -> Iterator[Meeting[P]]:
    """The meetings of a game, from what it gives to those who took part, players or pairs."""
    for one, other in combinations(sorted(tallies), 2):
        difference = tallies[other].best_place - tallies[one].best_place
        yield _by(difference, one, other)


def _meeting(result: Result, at: Seat, against: Seat, one: P, other: P) -> Meeting[P]:
    difference = result.places[against].first - result.places[at].first
    return _by(difference, one, other)


def _by(difference: int, one: P, other: P) -> Meeting[P]:
    return Meeting(one, other, int(difference > 0), int(difference == 0), int(difference < 0))
