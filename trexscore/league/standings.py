"""The standings of a season."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from types import MappingProxyType
from typing import Any, Generic, NamedTuple

from trexscore.league.basis import score
from trexscore.league.meetings import Meeting, P
from trexscore.league.season_rules import SeasonRules
from trexscore.league.tally import Tally
from trexscore.league.tie_breaks import Decision, Known, settle

NOT_ADJUSTED: Mapping[Any, int] = MappingProxyType({})


class Row(NamedTuple, Generic[P]):
    """A player's line. `place` is None for guests, and for who has `missing` games to play before being ranked."""

    player: P
    place: int | None
    score: Fraction
    tally: Tally
    shared: bool = False
    missing: int = 0
    guest: bool = False
    adjusted: int = 0
    """Points of the score that come of no game."""
    decided_by: Decision | None = None
    """What put this row below the one above it, where their scores are the same and they do not share a place."""

    @property
    def ranked(self) -> bool:
        """Whether the row has a place."""
        return self.place is not None


def standings(  # noqa: PLR0913 - by which rules, of whom, and where what decides is found
    rules: SeasonRules,
    tallies: Mapping[P, Tally],
    *,
    guests: Collection[P] = (),
    adjusted: Mapping[P, int] = NOT_ADJUSTED,
    points: Callable[[tuple[P, ...]], Mapping[P, Sequence[int]]],
    meetings: Callable[[tuple[P, ...]], Iterable[Meeting[P]]],
) -> tuple[Row[P], ...]:
    """Everybody who has a tally: the ranked by place, behind them the others, those with no game last.

    `points` gives the points of each player's games in their order: asked once, for all, where the basis
    `needs_each_game`, and else for those whom a best game has to decide between. Games beyond the first ones that
    a basis of the best looks at may be left out, and so may those that are not among the best of them.
    `meetings` gives the games in which two of those asked for sat against each other; asked for tied groups alone.
    Whoever shares a place stands in the order of the keys. `adjusted` is added to scores, whatever they count.
    """
    each = points(tuple(sorted(tallies))) if rules.basis.needs_each_game else {}

    def looked_at(players: tuple[P, ...]) -> Mapping[P, Sequence[int]]:
        """Games too late to count in a season decide nothing in it either."""
        found = each if rules.basis.needs_each_game else points(players)
        return {player: found[player][: rules.basis.of] for player in players}

    known = Known(tallies, looked_at, meetings, rules.better)
    more_is_better = rules.basis.better(rules.better) == "more"
    order = -1 if more_is_better else 1
    scores = {player: score(rules.basis, rules.better, tallies[player], each.get(player, ())) for player in tallies}
    scores |= {player: scores[player] + more for player, more in adjusted.items() if player in scores}
    sorts = _whole(scores)
    ranked: dict[int, list[P]] = defaultdict(list)
    unranked: list[Row[P]] = []
    for player in sorted(tallies):
        tally = tallies[player]
        missing = max(0, rules.least_games - tally.games)
        if missing or player in guests:
            has, more = scores[player], adjusted.get(player, 0)
            unranked.append(Row(player, None, has, tally, missing=missing, guest=player in guests, adjusted=more))
        else:
            ranked[sorts[player]].append(player)
    rows: list[Row[P]] = []
    for sort in sorted(ranked, reverse=more_is_better):
        if len(ranked[sort]) == 1:  # of a thousand rows most stand alone
            player = ranked[sort][0]
            more = adjusted.get(player, 0)
            rows.append(Row(player, len(rows) + 1, scores[player], tallies[player], adjusted=more))
            continue
        for group, decided_by in settle(tuple(ranked[sort]), rules.tie_breaks, known):
            rows += _sharing(group, len(rows) + 1, scores[group[0]], tallies, adjusted, decided_by)
    return (*rows, *sorted(unranked, key=lambda row: (not row.tally.games, order * sorts[row.player])))


def _whole(scores: Mapping[P, Fraction]) -> dict[P, int]:
    """How scores compare, as whole numbers of their common part: fractions take ten times as long to compare."""
    common = lcm(*{has.denominator for has in scores.values()})
    return {player: has.numerator * (common // has.denominator) for player, has in scores.items()}


def _sharing(  # noqa: PLR0913, PLR0917 - whose place, which, and all that stands in its rows
    group: tuple[P, ...],
    place: int,
    has: Fraction,
    tallies: Mapping[P, Tally],
    adjusted: Mapping[P, int],
    decided_by: Decision | None,
) -> Iterable[Row[P]]:
    """The rows of one place. What put them there stands at the first: the others are level with the row above."""
    for player in group:
        decided, more = decided_by if player == group[0] else None, adjusted.get(player, 0)
        yield Row(player, place, has, tallies[player], len(group) > 1, adjusted=more, decided_by=decided)
