"""Explains the result of a game so far: ranks, ties, payments, and how many deals there are."""

from collections.abc import Sequence
from dataclasses import dataclass

from trexscore.rules.seats import SEATS, Seat
from trexscore.rules.winners import points_direction
from trexscore.web.games.explain.rules import Rule, rule_of_option
from trexscore.web.games.seats import TEAMS, SeatView, SideView
from trexscore.web.games.sheet.result import payments
from trexscore.web.games.view import GameView


@dataclass(frozen=True, slots=True)
class RankExplanation:
    """A rank. `best`: the total of the first; `members`: a team's members; `letter`: the seat, if it is a player's."""

    rank: int
    tied: bool
    name: str
    total: int
    best: int
    letter: str
    members: tuple[SeatView, ...]
    trex_firsts: int

    @property
    def margin(self) -> int:
        return abs(self.best - self.total)


@dataclass(frozen=True, slots=True)
class ResultExplanation:
    """The whole explanation. `seats` are set only where teams win; `shares` are the points that are settled."""

    places: tuple[RankExplanation, ...]
    seats: tuple[RankExplanation, ...]
    wins: Rule
    tie: Rule | None
    fewer_is_better: bool
    deals: Rule
    shares: tuple[tuple[str, int], ...]
    sum: int
    payments: Sequence[dict[str, object]]


def explain_result(game: GameView, trex_firsts: Sequence[Seat]) -> ResultExplanation:
    """Explains the ranks of a game. `trex_firsts`: who went out first in each Trex."""
    seats = _explain_ranks(game.seats, [trex_firsts.count(seat) for seat in SEATS])
    places = (
        _explain_ranks(game.teams, [_count_team_trex_firsts(trex_firsts, team) for team in TEAMS], game.seats)
        if game.teams
        else seats
    )
    better = points_direction(game.rules)
    shares = tuple((side.name, better * side.total) for side in (game.teams or game.seats))
    return ResultExplanation(
        places=places,
        seats=seats if game.teams else (),
        wins=rule_of_option(game.rules, "winner"),
        tie=rule_of_option(game.rules, "tie_break") if any(place.tied for place in places) else None,
        fewer_is_better=better < 0,
        deals=rule_of_option(game.rules, "combining"),
        shares=shares if game.complete else (),
        sum=sum(share for _name, share in shares),
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
