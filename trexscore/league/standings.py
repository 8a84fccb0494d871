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
    """A player's row. `rank` is None for guests, and for players who lack `missing_game_count` games to be ranked."""

    player: P
    rank: int | None
    score: Fraction
    tally: Tally
    is_shared: bool = False
    missing_game_count: int = 0
    is_guest: bool = False
    adjustment_points: int = 0
    """Points of the score that come from adjustments."""
    lost_tie_by: TieBreakDecision | None = None
    """The tie-break that put this row below one with the same score."""

    @property
    def has_rank(self) -> bool:
        """Whether the row has a rank."""
        return self.rank is not None


def standings(  # noqa: PLR0913 - rules, players, and two sources of tie-breaks
    rules: SeasonRules,
    tally_by_player: Mapping[P, Tally],
    *,
    guests: Collection[P] = (),
    adjustment_points_by_player: Mapping[P, int] = {},
    read_game_points: Callable[[tuple[P, ...]], Mapping[P, Sequence[int]]],
    read_meeting_counts: Callable[[tuple[P, ...]], Iterable[MeetingCounts[P]]],
) -> tuple[Row[P], ...]:
    """The rows of all players with a tally: ranked ones by rank, then the others, those without a game last.

    `read_game_points` returns the points of each player's games in order. It is called once for all players if the
    basis `needs_each_game`, else only for tied players whom a best game decides. It may leave out games that the basis
    does not consider. `read_meeting_counts` returns the games in which two of the given players sat against each other;
    it is called for tied groups only. `adjustment_points_by_player` is added to scores. Players who share a rank are in
    the order of their keys.
    """
    all_points = read_game_points(tuple(sorted(tally_by_player))) if rules.basis.needs_each_game else {}
    scores = _score_by_player(rules, tally_by_player, all_points, adjustment_points_by_player)
    sort_keys = _sort_key_by_player(scores)

    def make_row(player: P, rank: int | None) -> Row[P]:
        return Row(
            player,
            rank,
            scores[player],
            tally_by_player[player],
            adjustment_points=adjustment_points_by_player.get(player, 0),
        )

    def considered_points(players: tuple[P, ...]) -> Mapping[P, Sequence[int]]:
        """Games too late to count in the season do not decide ties either."""
        points_of = all_points if rules.basis.needs_each_game else read_game_points(players)
        return {player: points_of[player][: rules.basis.considered_game_count] for player in players}

    ranked: dict[int, list[P]] = defaultdict(list)
    unranked_rows: list[Row[P]] = []
    for player in sorted(tally_by_player):
        missing_game_count = max(0, rules.minimum_games - tally_by_player[player].games)
        if missing_game_count or player in guests:
            unranked_rows.append(
                make_row(player, None)._replace(missing_game_count=missing_game_count, is_guest=player in guests)
            )
        else:
            ranked[sort_keys[player]].append(player)
    data = TieBreakData(tally_by_player, considered_points, read_meeting_counts, rules.better_points_direction)
    order = -1 if rules.basis.better_score_direction(rules.better_points_direction) == "more" else 1
    rows: list[Row[P]] = []
    for key in sorted(ranked, key=lambda key: order * key):
        if len(ranked[key]) == 1:  # most of a thousand rows
            rows.append(make_row(ranked[key][0], len(rows) + 1))
            continue
        for group, lost_tie_by in break_ties(tuple(ranked[key]), rules.tie_breaks, data):
            rank = len(rows) + 1
            rows += _mark_shared_rank([make_row(player, rank) for player in group], lost_tie_by)
    return (*rows, *sorted(unranked_rows, key=lambda row: (not row.tally.games, order * sort_keys[row.player])))


def _score_by_player(
    rules: SeasonRules,
    tally_by_player: Mapping[P, Tally],
    game_points_by_player: Mapping[P, Sequence[int]],
    adjustment_points_by_player: Mapping[P, int],
) -> dict[P, Fraction]:
    scores = {
        player: score(
            rules.basis, rules.better_points_direction, tally_by_player[player], game_points_by_player.get(player, ())
        )
        for player in tally_by_player
    }
    return scores | {
        player: scores[player] + extra for player, extra in adjustment_points_by_player.items() if player in scores
    }


def _sort_key_by_player(score_by_player: Mapping[P, Fraction]) -> dict[P, int]:
    """Scores over their common denominator: whole numbers compare ten times as fast as fractions."""
    common_denominator = lcm(*{score.denominator for score in score_by_player.values()})
    return {
        player: score.numerator * (common_denominator // score.denominator) for player, score in score_by_player.items()
    }


def _mark_shared_rank(rows: Sequence[Row[P]], lost_tie_by: TieBreakDecision | None) -> Iterable[Row[P]]:
    """The rows of one rank. Only the first has `lost_tie_by`: the others are level with the row above."""
    for row in rows:
        yield row._replace(is_shared=len(rows) > 1, lost_tie_by=lost_tie_by if row is rows[0] else None)
