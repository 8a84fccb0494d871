"""The result of a game."""

from functools import reduce

from trexscore.league.result import Result
from trexscore.rules.cards import Contract
from trexscore.rules.game import Game
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, BySeat, Points, Seat, subtract_points
from trexscore.rules.winners import finishes_of


def result_of(rules: HouseRules, game: Game) -> Result | None:
    """The result of a game; None if it counts nothing, as does any game without a completed kingdom."""
    if not any(kingdom.complete for kingdom in game.kingdoms):
        return None
    if not game.complete and rules.unfinished_game == "no_result":
        return None
    if game.complete or rules.unfinished_game == "as_it_stands":
        points, firsts = game.totals, game.trex_firsts
        tie_breaks = tuple(deal.points for deal in game.tie_breaks)
    else:
        points, firsts = _totals_and_firsts_without_unfinished(game)
        tie_breaks = ()
    return Result(
        points=points,
        finishes=finishes_of(rules, points, firsts, tie_breaks),
        trex_firsts=BySeat(*map(firsts.count, SEATS)),
        partnership=rules.partnership,
        complete=game.complete,
    )


def _totals_and_firsts_without_unfinished(game: Game) -> tuple[Points, tuple[Seat, ...]]:
    """The totals without the unfinished kingdom, and the seats that were first in Trex in the completed ones.

    Adjustments remain, whenever they were made: they belong to no kingdom, and an agreement of four people is not
    undone when one of them leaves.
    """
    unfinished = {kingdom.king: kingdom.points for kingdom in game.kingdoms if not kingdom.complete}
    trex = (deal.king for deal in game.deals if Contract.TREX in deal.contract_set.contracts)
    firsts = zip(trex, game.trex_firsts, strict=True)
    return (
        reduce(subtract_points, unfinished.values(), game.totals),
        tuple(first for king, first in firsts if king not in unfinished),
    )
