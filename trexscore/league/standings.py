"""The standings of a season."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Generic, NamedTuple

from trexscore.league.basis import score
from trexscore.league.meetings import MeetingCounts, P
from trexscore.league.season_rules import SeasonRules
from trexscore.league.tally import Tally
from trexscore.league.tie_breaks import TieBreakData, TieBreakDecision, break_ties


class Row(NamedTuple, Generic[P]):
    """A player's row. `rank` is None for guests, and for players who lack `missing_games` games to be ranked."""

    player: P
    rank: int | None
    score: Fraction
    tally: Tally
    is_shared: bool = False
    missing_games: int = 0
    is_guest: bool = False
    adjustment_points: int = 0
    """Points of the score that come from adjustments."""
    decided_by: TieBreakDecision | None = None
    """The tie-break that put this row below one with the same score."""

    @property
    def has_rank(self) -> bool:
        """Whether the row has a rank."""
        return self.rank is not None


def standings(  # noqa: PLR0913 - rules, players, and two sources of tie-breaks
    rules: SeasonRules,
    tallies: Mapping[P, Tally],
    *,
    guests: Collection[P] = (),
    adjustment_points: Mapping[P, int] = {},
    points: Callable[[tuple[P, ...]], Mapping[P, Sequence[int]]],
    meeting_counts: Callable[[tuple[P, ...]], Iterable[MeetingCounts[P]]],
) -> tuple[Row[P], ...]:
    """The rows of all players with a tally: ranked ones by rank, then the others, those without a game last.

    `points` returns the points of each player's games in order. It is called once for all players if the basis
    `needs_each_game`, else only for tied players whom a best game decides. It may leave out games that the basis does
    not consider. `meeting_counts` returns the games in which two of the given players sat against each other; it is
    called for tied groups only. `adjustment_points` is added to scores. Players who share a rank are in the order of
    their keys.
    """
    all_points = points(tuple(sorted(tallies))) if rules.basis.needs_each_game else {}

    def considered_points(players: tuple[P, ...]) -> Mapping[P, Sequence[int]]:
        """Games too late to count in the season do not decide ties either."""
        points_of = all_points if rules.basis.needs_each_game else points(players)
        return {player: points_of[player][: rules.basis.considered_games] for player in players}

    known = TieBreakData(tallies, considered_points, meeting_counts, rules.better)
    more_is_better = rules.basis.better(rules.better) == "more"
    order = -1 if more_is_better else 1
    scores = {
        player: score(rules.basis, rules.better, tallies[player], all_points.get(player, ())) for player in tallies
    }
    scores |= {player: scores[player] + extra for player, extra in adjustment_points.items() if player in scores}
    sort_keys = _sort_keys(scores)
    ranked: dict[int, list[P]] = defaultdict(list)
    unranked: list[Row[P]] = []
    for player in sorted(tallies):
        tally = tallies[player]
        missing_games = max(0, rules.minimum_games - tally.games)
        if missing_games or player in guests:
            is_guest, extra = player in guests, adjustment_points.get(player, 0)
            unranked.append(
                Row(
                    player,
                    None,
                    scores[player],
                    tally,
                    missing_games=missing_games,
                    is_guest=is_guest,
                    adjustment_points=extra,
                )
            )
        else:
            ranked[sort_keys[player]].append(player)
    rows: list[Row[P]] = []
    for key in sorted(ranked, reverse=more_is_better):
        if len(ranked[key]) == 1:  # most of a thousand rows
            player = ranked[key][0]
            rows.append(
                Row(
                    player,
                    len(rows) + 1,
                    scores[player],
                    tallies[player],
                    adjustment_points=adjustment_points.get(player, 0),
                )
            )
            continue
        for group, decided_by in break_ties(tuple(ranked[key]), rules.tie_breaks, known):
            rows += _rows_at_rank(group, len(rows) + 1, scores[group[0]], tallies, adjustment_points, decided_by)
    return (*rows, *sorted(unranked, key=lambda row: (not row.tally.games, order * sort_keys[row.player])))


def _sort_keys(scores: Mapping[P, Fraction]) -> dict[P, int]:
    """Scores over their common denominator: whole numbers compare ten times as fast as fractions."""
    common = lcm(*{score.denominator for score in scores.values()})
    return {player: score.numerator * (common // score.denominator) for player, score in scores.items()}


def _rows_at_rank(  # noqa: PLR0913, PLR0917 - the players, and the columns of their rows
    group: tuple[P, ...],
    rank: int,
    score: Fraction,
    tallies: Mapping[P, Tally],
    adjustment_points: Mapping[P, int],
    decided_by: TieBreakDecision | None,
) -> Iterable[Row[P]]:
    """The rows of one rank. Only the first has `decided_by`: the others are level with the row above."""
    for player in group:
        decided, extra = decided_by if player == group[0] else None, adjustment_points.get(player, 0)
        yield Row(player, rank, score, tallies[player], len(group) > 1, adjustment_points=extra, decided_by=decided)
