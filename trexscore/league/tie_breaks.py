"""Tie-breaks between players with the same score: a chain, each applied only to those still tied."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Generic, Literal, NamedTuple, get_args

from trexscore.league.basis import BetterDirection, points_per_game
from trexscore.league.meetings import MeetingCounts, P
from trexscore.league.tally import TWELFTHS_PER_FINISH, Tally

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

TALLY_VALUE_FUNCTION_BY_TIE_BREAK: Mapping[TieBreak, Callable[[Tally], Fraction]] = {
    "wins": lambda tally: Fraction(tally.win_twelfths, TWELFTHS_PER_FINISH),
    "trex_firsts": lambda tally: Fraction(tally.trex_firsts),
    "points": lambda tally: Fraction(tally.points),
    "average": points_per_game,
    "more_games": lambda tally: Fraction(tally.games),
    "fewer_games": lambda tally: Fraction(tally.games),
}
"""The value that a tie-break compares, for those that need only the tally."""


REDUNDANT_TIE_BREAK_BY_BASIS_KIND: Mapping[str, TieBreak] = {"sum": "points", "average": "average", "wins": "wins"}
"""Maps a kind of basis to the tie-break that compares the score itself, which is equal."""


class TieBreakDecision(NamedTuple):
    """Why a row is below the one above it although their scores are the same: the values of both.

    For a head to head, the values are shares of meetings in which each finished before another, and `meeting_count`
    counts those among the players still tied (a game with three of them is three meetings). `tied_player_count`: how
    many were still tied.
    """

    tie_break: TieBreak
    value_above: Fraction
    value_below: Fraction
    meeting_count: int
    tied_player_count: int


class TieBreakData(NamedTuple, Generic[P]):
    """The data of tie-breaks. The two functions are called only when needed, with the tied players."""

    tally_by_player: Mapping[P, Tally]
    read_game_points: Callable[[tuple[P, ...]], Mapping[P, Sequence[int]]]
    read_meeting_counts: Callable[[tuple[P, ...]], Iterable[MeetingCounts[P]]]
    better_points_direction: BetterDirection


class _Comparison(NamedTuple, Generic[P]):
    value_by_player: Mapping[P, Fraction]
    is_lower_better: bool = False
    meeting_count: int = 0


def break_ties(
    tied_players: tuple[P, ...], tie_breaks: Sequence[TieBreak], tie_break_data: TieBreakData[P]
) -> list[tuple[tuple[P, ...], TieBreakDecision | None]]:
    """Split tied players into groups, the best first, each with the decision that puts it below the one before.

    After a tie-break has separated some, the chain starts over among those still tied. This matters for a head to
    head: results against players now above or below say nothing about each other.
    """
    for tie_break in tie_breaks if len(tied_players) > 1 else ():
        values, is_lower_better, games = _compare_by_tie_break(tie_break, tied_players, tie_break_data)
        groups: dict[Fraction, list[P]] = defaultdict(list)
        for player in tied_players:
            groups[values[player]].append(player)
        if len(groups) > 1:
            break
    else:
        return [(tied_players, None)]
    settled: list[tuple[tuple[P, ...], TieBreakDecision | None]] = []
    value_above: Fraction | None = None
    for value in sorted(groups, reverse=not is_lower_better):
        (first, _), *rest = break_ties(tuple(groups[value]), tie_breaks, tie_break_data)
        settled += [
            (
                first,
                None
                if value_above is None
                else TieBreakDecision(tie_break, value_above, value, games, len(tied_players)),
            ),
            *rest,
        ]
        value_above = value
    return settled


def _compare_by_tie_break(
    tie_break: TieBreak, tied_players: tuple[P, ...], tie_break_data: TieBreakData[P]
) -> _Comparison[P]:
    fewer_points = tie_break_data.better_points_direction == "less"
    if tie_break == "head_to_head":
        return compare_head_to_head(tied_players, tie_break_data.read_meeting_counts(tied_players))
    if tie_break == "best_game":
        points, best = tie_break_data.read_game_points(tied_players), min if fewer_points else max
        return _Comparison(
            {player: Fraction(best(points[player])) for player in tied_players}, is_lower_better=fewer_points
        )
    value_by_player = {
        player: TALLY_VALUE_FUNCTION_BY_TIE_BREAK[tie_break](tie_break_data.tally_by_player[player])
        for player in tied_players
    }
    return _Comparison(
        value_by_player, tie_break == "fewer_games" or (tie_break in ("points", "average") and fewer_points)
    )


def compare_head_to_head(tied_players: tuple[P, ...], meeting_counts: Iterable[MeetingCounts[P]]) -> _Comparison[P]:
    """Compare the shares of meetings in which each finished before another tied player; a tie counts half.

    Shares are averaged over opponents, so that frequent games against a weak one give no advantage. If two of them have
    never met, nothing is compared: the players would be measured by different opponents.
    """
    among = set(tied_players)
    halves: dict[tuple[P, P], int] = defaultdict(int)
    games: dict[tuple[P, P], int] = defaultdict(int)
    for player, opponent, ahead, level, behind in meeting_counts:
        if player in among and opponent in among and player != opponent:
            halves[player, opponent] += 2 * ahead + level
            halves[opponent, player] += 2 * behind + level
            for pair in ((player, opponent), (opponent, player)):
                games[pair] += ahead + level + behind
    pairs = list(permutations(tied_players, 2))
    if not all(games[pair] for pair in pairs):
        return _Comparison(dict.fromkeys(tied_players, Fraction()))
    share_by_player = dict.fromkeys(tied_players, Fraction())
    for pair in pairs:
        share_by_player[pair[0]] += Fraction(halves[pair], 2 * games[pair] * (len(tied_players) - 1))
    return _Comparison(share_by_player, meeting_count=sum(games.values()) // 2)
