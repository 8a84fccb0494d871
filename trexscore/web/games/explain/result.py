"""Explains the result of a game so far: ranks, ties, payments, and how many deals there are."""

from collections.abc import Sequence
from dataclasses import dataclass

from trexscore.rules.seats import SEATS, Seat
from trexscore.rules.winners import points_direction
from trexscore.web.games.explain.rules import Rule, rule_of_option
from trexscore.web.games.seats import TEAM_LETTERS, SeatView, SideView
from trexscore.web.games.sheet.result import payments
from trexscore.web.games.view import GameView


@dataclass(frozen=True, slots=True)
class RankExplanation:
    """A rank. `first_total`: of the first; `members`: a team's members; `letter`: the seat, if it is a player's."""

    rank: int
    tied: bool
    name: str
    total: int
    first_total: int
    letter: str
    members: tuple[SeatView, ...]
    trex_firsts: int

    @property
    def margin(self) -> int:
        return abs(self.first_total - self.total)


@dataclass(frozen=True, slots=True)
class ResultExplanation:
    """The whole explanation. `seats` are set only where teams win; `points_to_settle`: of each side, by name."""

    ranks: tuple[RankExplanation, ...]
    seats: tuple[RankExplanation, ...]
    winner_rule: Rule
    tie_break_rule: Rule | None
    fewer_is_better: bool
    combining_rule: Rule
    points_to_settle: tuple[tuple[str, int], ...]
    sum_to_settle: int
    payments: Sequence[dict[str, object]]


def explain_result(game: GameView, trex_firsts: Sequence[Seat]) -> ResultExplanation:
    """Explains the ranks of a game. `trex_firsts`: who went out first in each Trex."""
    seats = _explain_ranks(game.seats, [trex_firsts.count(seat) for seat in SEATS])
    ranks = (
        _explain_ranks(game.teams, [_count_team_trex_firsts(trex_firsts, team) for team in TEAM_LETTERS], game.seats)
        if game.teams
        else seats
    )
    better = points_direction(game.rules)
    points_to_settle = tuple((side.name, better * side.total) for side in (game.teams or game.seats))
    return ResultExplanation(
        ranks=ranks,
        seats=seats if game.teams else (),
        winner_rule=rule_of_option(game.rules, "winner"),
        tie_break_rule=rule_of_option(game.rules, "tie_break") if any(place.tied for place in ranks) else None,
        fewer_is_better=better < 0,
        combining_rule=rule_of_option(game.rules, "combining"),
        points_to_settle=points_to_settle if game.complete else (),
        sum_to_settle=sum(share for _name, share in points_to_settle),
        payments=payments(game) if game.complete else (),
    )


def _explain_ranks(
    sides: Sequence[SeatView | SideView], trex_first_counts: Sequence[int], members: Sequence[SeatView] = ()
) -> tuple[RankExplanation, ...]:
    best = min(sides, key=lambda side: side.rank).total
    places = [
        RankExplanation(
            side.rank,
            side.tied,
            side.name,
            side.total,
            best,
            side.seat if isinstance(side, SeatView) else "",
            tuple(members[place::2]),
            trex_first_counts[place],
        )
        for place, side in enumerate(sides)
    ]
    return tuple(sorted(places, key=lambda place: place.rank))


def _count_team_trex_firsts(trex_firsts: Sequence[Seat], team: str) -> int:
    return sum(seat.name in team for seat in trex_firsts)
