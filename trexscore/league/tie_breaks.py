"""What decides between players whose score is the same: a chain, each link asked only of those still equal."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Generic, Literal, NamedTuple, get_args

from trexscore.league.basis import Better, average
from trexscore.league.meetings import Meeting, P
from trexscore.league.tally import TWELFTHS, Tally

TieBreak = Literal[
    "head_to_head",
    "wins",
    "trex_firsts",
    "points",
    "average",
    "best_game",
    "more_games",
    "fewer_games",
]
TIE_BREAKS: tuple[TieBreak, ...] = get_args(TieBreak)

OF_TALLY: Mapping[TieBreak, Callable[[Tally], Fraction]] = {
    "wins": lambda tally: Fraction(tally.wins, TWELFTHS),
    "trex_firsts": lambda tally: Fraction(tally.trex_firsts),
    "points": lambda tally: Fraction(tally.points),
    "average": average,
    "more_games": lambda tally: Fraction(tally.games),
    "fewer_games": lambda tally: Fraction(tally.games),
}
"""What a tie-break compares, where a tally says it."""


SAYS_NOTHING: Mapping[str, TieBreak] = {"sum": "points", "average": "average", "wins": "wins"}
"""By the kind of basis, the tie-break that compares the very score that is equal."""


class Decision(NamedTuple):
    """Why a row stands below the one above it, though their scores are the same: what either has.

    Of a head to head: the share of meetings in which each finished before another, and `games`, how many meetings
    those then still equal had (a game with three of them is three meetings; between two it is one). `among`: how many
    were still equal then.
    """

    tie_break: TieBreak
    above: Fraction
    below: Fraction
    games: int
    among: int


class Known(NamedTuple, Generic[P]):
    """What tie-breaks look at. The two functions are asked only when it comes to it, and with those tied alone."""

    tallies: Mapping[P, Tally]
    points: Callable[[tuple[P, ...]], Mapping[P, Sequence[int]]]
    meetings: Callable[[tuple[P, ...]], Iterable[Meeting[P]]]
    better: Better


class _Compared(NamedTuple, Generic[P]):
    values: Mapping[P, Fraction]
    fewer_first: bool = False
    games: int = 0


def settle(
    tied: tuple[P, ...], chain: Sequence[TieBreak], known: Known[P]
) -> list[tuple[tuple[P, ...], Decision | None]]:
    """Those tied, as far as the chain tells them apart: the best first, each group with what puts it below another.

    Where a tie-break has told some apart, the chain begins anew among those still equal. It matters to a head to head:
    what they did against those who now stand above or below them says nothing about each other.
    """
    for tie_break in chain if len(tied) > 1 else ():
        values, fewer_first, games = _compared(tie_break, tied, known)
        groups: dict[Fraction, list[P]] = defaultdict(list)
        for player in tied:
            groups[values[player]].append(player)
        if len(groups) > 1:
            break
    else:
        return [(tied, None)]
    settled: list[tuple[tuple[P, ...], Decision | None]] = []
    above: Fraction | None = None
    for value in sorted(groups, reverse=not fewer_first):
        (first, _), *others = settle(tuple(groups[value]), chain, known)
        settled += [(first, None if above is None else Decision(tie_break, above, value, games, len(tied))), *others]
        above = value
    return settled


def _compared(tie_break: TieBreak, tied: tuple[P, ...], known: Known[P]) -> _Compared[P]:
    fewer_points = known.better == "less"
    if tie_break == "head_to_head":
        return head_to_head(tied, known.meetings(tied))
    if tie_break == "best_game":
        return best_game(tied, known.points(tied), known.better)
    values = {player: OF_TALLY[tie_break](known.tallies[player]) for player in tied}
    return _Compared(values, tie_break == "fewer_games" or (tie_break in ("points", "average") and fewer_points))


def best_game(tied: Iterable[P], points: Mapping[P, Sequence[int]], better: Better) -> _Compared[P]:
    """The points of each one's best game."""
    best = min if better == "less" else max
    return _Compared({player: Fraction(best(points[player])) for player in tied}, better == "less")


def head_to_head(tied: tuple[P, ...], meetings: Iterable[Meeting[P]]) -> _Compared[P]:
    """The share of meetings in which each finished before another of the tied, level counted half.

    It is taken opponent by opponent and then averaged, so that who met a weak one often gains nothing by it.
    It says nothing unless every two of them have met: else they would be measured by different opponents.
    """
    among = set(tied)
    halves: dict[tuple[P, P], int] = defaultdict(int)
    games: dict[tuple[P, P], int] = defaultdict(int)
    for one, other, ahead, level, behind in meetings:
        if one in among and other in among and one != other:
            halves[one, other] += 2 * ahead + level
            halves[other, one] += 2 * behind + level
            for two in ((one, other), (other, one)):
                games[two] += ahead + level + behind
    every_two = [(one, other) for one in tied for other in tied if one != other]
    if not all(games[two] for two in every_two):
        return _Compared(dict.fromkeys(tied, Fraction()))
    values = dict.fromkeys(tied, Fraction())
    for two in every_two:
        values[two[0]] += Fraction(halves[two], 2 * games[two] * (len(tied) - 1))
    return _Compared(values, games=sum(games.values()) // 2)
