"""Who can still finish first, and what it takes: exactly, over every way in which the rest of a game can go.

Finishing first is a comparison of sums, so each question about it is put as: is there an ending in which these sums
keep within these limits (`questions`)? A search answers that (`search`). It gives up a branch only where some sum of
sums is over its limit however the rest goes (`measures`), and finds an ending only by giving everything left a way.
What somebody needs is the least cost at which there is one; below it the search has shown that there is none.

Nothing is ever said that is not certain. Where it cannot be known, `Undecided` is raised: when a search takes longer
than its caller cares to wait, and where kings still owe several deals of all four contracts which, taken apart, would
allow an ending that no simple way of dealing allows them (`dealt`).
"""

from collections.abc import Sequence
from typing import NamedTuple

from trexscore.rules.contract_set import ContractSet
from trexscore.rules.forecast.measures import SCALE
from trexscore.rules.forecast.questions import Position, best, can_fail, seen_from
from trexscore.rules.forecast.search import Found, Undecided
from trexscore.rules.forecast.ways import rest_of
from trexscore.rules.game import Game
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, TEAMS, BySeat, Points, Seat
from trexscore.rules.winners import standing_order

__all__ = ["Found", "Prospect", "Undecided", "best_ending", "outlook", "prospects"]


class Prospect(NamedTuple):
    """What a player, or under partnership a team, can still hope for."""

    can_win: bool
    """Whether there is an ending in which they finish first, alone or sharing."""
    needs: int | None
    """The points that they must still make at least; where fewer are better, those that they may still take at most.
    Below zero, they can afford to lose that much. None where they cannot finish first any more."""
    certain: bool
    """Whether they finish first in every ending."""
    alone: bool
    """Whether nobody else does in any."""


HOPELESS = Prospect(can_win=False, needs=None, certain=False, alone=False)


def forecast(rules: HouseRules, game: Game) -> tuple[Prospect, ...]:
    """The prospects of the four seats, or of the two teams."""
    return prospects(rules, game.totals, game.trex_firsts, game.kings.left)


def prospects(
    rules: HouseRules,
    totals: Points,
    trex_firsts: Sequence[Seat],
    left: BySeat[ContractSet],
    patience: int | None = None,
) -> tuple[Prospect, ...]:
    """The same, from what it hangs on. `patience` is how many steps a search may take."""
    position = _position(rules, totals, trex_firsts, left)
    everybody = TEAMS if rules.partnership else SEATS
    if position is None:
        return (HOPELESS,) * len(everybody)
    seen = [seen_from(position, SEATS[one]) for one in everybody]
    costs = [None if found is None else found[0] for found in (best(one, patience) for one in seen)]
    alone = sum(cost is not None for cost in costs) == 1
    return tuple(
        HOPELESS if cost is None else _prospect(one, cost, alone=alone, patience=patience)
        for one, cost in zip(seen, costs, strict=True)
    )


def best_ending(rules: HouseRules, game: Game, one: int) -> Found | None:
    """An ending in which this seat or team finishes first at the least cost, told as if they were A, or AC."""
    position = _position(rules, game.totals, game.trex_firsts, game.kings.left)
    found = None if position is None else best(seen_from(position, SEATS[one]), None)
    return None if found is None else found[1]


def _position(
    rules: HouseRules, totals: Points, trex_firsts: Sequence[Seat], left: BySeat[ContractSet]
) -> Position | None:
    rest = rest_of(rules, left)
    a, b, c, d = map(list(trex_firsts).count, SEATS)
    return None if rest is None else Position(rules, totals, (a, b, c, d), rest)


def _prospect(position: Position, cost: int, *, alone: bool, patience: int | None) -> Prospect:
    points = cost // SCALE
    return Prospect(
        can_win=True,
        needs=standing_order(position.rules) * points,
        certain=alone or not can_fail(position, patience),
        alone=alone,
    )
