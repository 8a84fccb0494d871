"""Finishing first, and failing to, as sums that must not be over their limits.

Every question is asked for seat A, or the team AC: the rules know no seat by name, so that the game is turned until
the seat in question is A. What has been worked out for one then serves all.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from trexscore.rules.forecast.least import cheapest
from trexscore.rules.forecast.measures import Measures, Shape, Weights, measures
from trexscore.rules.forecast.search import Found, Search
from trexscore.rules.forecast.ways import Rest
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, BySeat, Points, Seat
from trexscore.rules.winners import standing_order

A, B, C, D = SEATS
_OTHERS = (B, C, D)


class Position(NamedTuple):
    """A game as far as its ending hangs on it."""

    rules: HouseRules
    totals: Points
    firsts: tuple[int, int, int, int]
    rest: Rest


class _Question(NamedTuple):
    """Differences of totals that must be at most zero, or below it, and the seats whose points are the cost."""

    sums: tuple[tuple[Weights, bool], ...]
    cost: tuple[Seat, ...] = ()


def seen_from(position: Position, seat: Seat) -> Position:
    """The same position with this seat called A, and the others in their order."""
    rules, totals, firsts, rest = position
    places = [(other + seat) % len(SEATS) for other in SEATS]
    a, b, c, d = (firsts[place] for place in places)
    deals = tuple(SEATS[(king - seat) % len(SEATS)] for king in rest.deals)
    return Position(rules, BySeat(*(totals[place] for place in places)), (a, b, c, d), rest._replace(deals=deals))


def best(position: Position, patience: int | None) -> tuple[int, Found] | None:
    """The least that finishing first costs, and an ending that shows it."""
    least = None
    for question in _winning(position.rules):
        of, limits = _asked(position, question)
        found = cheapest(of, position.rest, limits, patience)
        if found is not None and (least is None or found[0] < least[0]):
            least = found
    return least


def can_fail(position: Position, patience: int | None) -> bool:
    """Whether there is an ending in which A, or AC, does not finish first."""
    for question in _failing(position.rules):
        of, limits = _asked(position, question)
        search = Search(of, position.rest, patience)
        if search.find(of.room([*limits, None], search.counts)) is not None:
            return True
    return False


def _winning(rules: HouseRules) -> Iterator[_Question]:
    """One of these holds exactly if A, or AC, finishes first.

    Where the worst player loses, it is enough to be before one; or, with all four equal, behind none.
    """
    worst = rules.winner == "worst_player_loses"
    if rules.partnership:
        for other in (B, D) if worst else ():
            yield _Question(((_less([other], [A]), False), (_less([other], [C]), False)), (A, C))
        if not worst:
            yield _Question(((_less([B, D], [A, C]), False),), (A, C))
        return
    for other in _OTHERS if worst else ():
        yield _Question(((_less([other], [A]), True),), (A,))
    yield _Question(tuple((_less([other], [A]), False) for other in _OTHERS), (A,))


def _failing(rules: HouseRules) -> Iterator[_Question]:
    """One of these holds exactly if A, or AC, does not finish first."""
    worst = rules.winner == "worst_player_loses"
    if rules.partnership:
        for own in (A, C) if worst else ():
            yield _Question(((_less([own], [B]), True), (_less([own], [D]), True)))
        if not worst:
            yield _Question(((_less([A, C], [B, D]), True),))
        return
    for one in _OTHERS:
        if worst:
            yield _Question(tuple((_less([A], [other]), other is one) for other in _OTHERS))
        else:
            yield _Question(((_less([A], [one]), True),))


def _asked(position: Position, question: _Question) -> tuple[Measures, list[int]]:
    """The question's measures, and the limits as the totals stand."""
    rules = position.rules
    of = measures(
        Shape(
            rules,
            combined=bool(position.rest.deals),
            better=standing_order(rules),
            firsts=_firsts(rules),
            sums=tuple(weights for weights, _ in question.sums),
            cost=_less(question.cost, ()),
        )
    )
    *now, _ = of.value(position.totals, position.firsts)
    return of, [-n - strict for n, (_, strict) in zip(now, question.sums, strict=True)]


def _firsts(rules: HouseRules) -> Literal["none", "seat", "team"]:
    """On whom a first place in Trex counts where totals are equal: for single players, never who the worst is."""
    worst = rules.winner == "worst_player_loses"
    if rules.tie_break != "most_trex_firsts" or (worst and not rules.partnership):
        return "none"
    return "team" if worst else "seat"


def _less(plus: Sequence[Seat], minus: Sequence[Seat]) -> Weights:
    a, b, c, d = ((seat in plus) - (seat in minus) for seat in SEATS)
    return a, b, c, d
