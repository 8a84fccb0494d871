"""From a game to its result."""

from functools import reduce

from trexscore.league.result import Result
from trexscore.rules.cards import Contract
from trexscore.rules.game import Game
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, BySeat, Points, Seat, subtract
from trexscore.rules.winners import places_of


def result_of(rules: HouseRules, game: Game) -> Result | None:
    """What the game counts; None where it counts nothing, as does any game of which no kingdom is complete."""
    if not any(kingdom.complete for kingdom in game.kingdoms):
        return None
    if not game.complete and rules.unfinished_game == "no_result":
        return None
    if game.complete or rules.unfinished_game == "as_it_stands":
        points, firsts = game.totals, game.trex_firsts
        tie_breaks = tuple(deal.points for deal in game.tie_breaks)
    else:
        points, firsts = _of_completed_kingdoms(game)
        tie_breaks = ()
    return Result(
        points=points,
        places=places_of(rules, points, firsts, tie_breaks),
        trex_firsts=BySeat(*map(firsts.count, SEATS)),
        partnership=rules.partnership,
        complete=game.complete,
    )


def _of_completed_kingdoms(game: Game) -> tuple[Points, tuple[Seat, ...]]:
    """The totals without what the kingdom broken off has brought, and who went out first in the others' Trex.

    Adjustments stay, whenever they were made: they belong to no kingdom, and what four people have agreed on
    is not undone by one of them leaving.
    """
    broken_off = {kingdom.king: kingdom.points for kingdom in game.kingdoms if not kingdom.complete}
    trex = (deal.king for deal in game.deals if Contract.TREX in deal.programme.contracts)
    firsts = zip(trex, game.trex_firsts, strict=True)
    return (
        reduce(subtract, broken_off.values(), game.totals),
        tuple(first for king, first in firsts if king not in broken_off),
    )
