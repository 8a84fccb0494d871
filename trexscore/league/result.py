"""The result of a game, as standings need it."""

from functools import reduce
from itertools import permutations
from typing import NamedTuple

from trexscore.rules.cards import Contract
from trexscore.rules.game import Game
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, BySeat, Points, Seat, subtract_points
from trexscore.rules.winners import FinishRange, finishes_of


class Result(NamedTuple):
    """Points, finishes and Trex firsts of every seat. With partners, a seat's finish is its team's, of two."""

    points: Points
    finishes: BySeat[FinishRange]
    trex_firsts: BySeat[int]
    partnership: bool
    complete: bool

    @property
    def more_is_better(self) -> bool:
        """Whether those with more points finished ahead. True if the finishing order does not tell."""
        merits = [self.points[seat] + (self.points[seat.partner] if self.partnership else 0) for seat in SEATS]
        return not any(
            merits[seat] < merits[other] and self.finishes[seat].first < self.finishes[other].first
            for seat, other in permutations(SEATS, 2)
        )


def result_of(rules: HouseRules, game: Game) -> Result | None:
    """The result of a game; None if it counts nothing, as does any game without a completed kingdom."""
    if not any(kingdom.is_complete for kingdom in game.kingdoms):
        return None
    if not game.is_complete and rules.unfinished_game == "no_result":
        return None
    if game.is_complete or rules.unfinished_game == "as_it_stands":
        points, firsts = game.totals, game.trex_first_seats
        tie_breaks = tuple(deal.points for deal in game.tie_break_deals)
    else:
        points, firsts = _totals_and_firsts_without_unfinished_kingdom(game)
        tie_breaks = ()
    return Result(
        points=points,
        finishes=finishes_of(rules, points, firsts, tie_breaks),
        trex_firsts=BySeat(*map(firsts.count, SEATS)),
        partnership=rules.partnership,
        complete=game.is_complete,
    )


def _totals_and_firsts_without_unfinished_kingdom(game: Game) -> tuple[Points, tuple[Seat, ...]]:
    """The totals without the unfinished kingdom, and the seats that were first in Trex in the completed ones.

    Adjustments remain, whenever they were made: they belong to no kingdom, and an agreement of four people is not
    undone when one of them leaves.
    """
    unfinished = {kingdom.king: kingdom.points for kingdom in game.kingdoms if not kingdom.is_complete}
    trex = (deal.king for deal in game.deals if Contract.TREX in deal.contract_set.contracts)
    firsts = zip(trex, game.trex_first_seats, strict=True)
    return (
        reduce(subtract_points, unfinished.values(), game.totals),
        tuple(first for king, first in firsts if king not in unfinished),
    )
