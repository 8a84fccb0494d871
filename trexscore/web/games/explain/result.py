"""Explains the result of a game so far: ranks, ties, payments, and how many deals there are."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from trexscore.rules.seats import Seat
from trexscore.rules.winners import points_direction_of
from trexscore.web.games.explain.rules import Rule, rule_of_option
from trexscore.web.games.result import Payment, payments, points_to_settle
from trexscore.web.games.seats import SEAT_LETTERS, TEAM_LETTERS, SeatView, SideView
from trexscore.web.games.view import GameView


@dataclass(frozen=True, slots=True)
class RankExplanation:
    """The rank of a player or a team. `best_total`: of the first. `shares_total`: whether another has the same."""

    side: SeatView | SideView
    best_total: int
    shares_total: bool
    team_members: tuple[SeatView, ...]
    trex_first_count: int


class ResultExplanation(NamedTuple):
    """What the result follows from."""

    ranks: tuple[RankExplanation, ...]
    seat_ranks: tuple[RankExplanation, ...]
    """Empty unless teams win."""
    winner_rule: Rule
    tie_break_rule: Rule | None
    """None unless two have the same total."""
    fewer_is_better: bool
    contract_combining_rule: Rule
    points_to_settle: Sequence[tuple[str, int]]
    """Of each side, by name; empty before the end, as the payments."""
    sum_to_settle: int
    payments: Sequence[Payment]


def explain_result(game: GameView, trex_first_seats: Sequence[Seat]) -> ResultExplanation:
    """Explains the result so far. `trex_first_seats`: who went out first in each Trex."""
    seats = _explain_ranks(game.seats, SEAT_LETTERS, trex_first_seats)
    ranks = _explain_ranks(game.teams, TEAM_LETTERS, trex_first_seats, game.seats) if game.teams else seats
    to_settle = points_to_settle(game)
    return ResultExplanation(
        ranks=ranks,
        seat_ranks=seats if game.teams else (),
        winner_rule=rule_of_option(game.rules, "winner"),
        tie_break_rule=rule_of_option(game.rules, "tie_break") if any(place.shares_total for place in ranks) else None,
        fewer_is_better=points_direction_of(game.rules) < 0,
        contract_combining_rule=rule_of_option(game.rules, "combining"),
        points_to_settle=to_settle if game.complete else (),
        sum_to_settle=sum(share for _name, share in to_settle),
        payments=payments(game) if game.complete else (),
    )


def _explain_ranks(
    sides: Sequence[SeatView | SideView],
    seat_letters_by_side: Sequence[str],
    trex_first_seats: Sequence[Seat],
    member_seats: Sequence[SeatView] = (),
) -> tuple[RankExplanation, ...]:
    best_total = min(sides, key=lambda side: side.rank).total
    totals = [side.total for side in sides]
    rank_explanations = [
        RankExplanation(
            side,
            best_total,
            totals.count(side.total) > 1,
            tuple(member_seats[place::2]),
            sum(seat.name in seat_letters_by_side[place] for seat in trex_first_seats),
        )
        for place, side in enumerate(sides)
    ]
    return tuple(sorted(rank_explanations, key=lambda place: place.side.rank))
