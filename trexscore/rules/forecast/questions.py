"""Finishing first, and not finishing first, as sums that must stay within limits.

Every question is about seat A, or team AC. The rules are the same for all seats, so the game is turned until the seat
in question is A. Cached results then serve all seats.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from trexscore.rules.forecast.cheapest_ending import find_cheapest
from trexscore.rules.forecast.measures import Measures, Shape, Weights, measures
from trexscore.rules.forecast.outcomes import Rest
from trexscore.rules.forecast.search import Ending, Search
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, BySeat, Points, Seat
from trexscore.rules.winners import points_direction

A, B, C, D = SEATS
_OTHERS = (B, C, D)


class Position(NamedTuple):
    """The state of a game on which its ending depends."""

    rules: HouseRules
    totals: Points
    firsts: tuple[int, int, int, int]
    rest: Rest


class _Question(NamedTuple):
    """Differences of totals that must be at most 0, or below 0 if strict, and the seats whose points are the cost."""

    sums: tuple[tuple[Weights, bool], ...]
    cost: tuple[Seat, ...] = ()


def seen_from(position: Position, seat: Seat) -> Position:
    """The position with the seats turned so that this seat is A."""
    rules, totals, firsts, rest = position
    places = [(turned + seat) % len(SEATS) for turned in SEATS]
    a, b, c, d = (firsts[place] for place in places)
    deals = tuple(SEATS[(king - seat) % len(SEATS)] for king in rest.deals)
    return Position(rules, BySeat(*(totals[place] for place in places)), (a, b, c, d), rest._replace(deals=deals))


def cheapest_win(position: Position, patience: int | None) -> tuple[int, Ending] | None:
    """The least cost of finishing first, and such an ending; None if it is impossible."""
    least = None
    for question in _winning(position.rules):
        measures_of_question, limits = _measures_and_limits(position, question)
        ending = find_cheapest(measures_of_question, position.rest, limits, patience)
        if ending is not None and (least is None or ending[0] < least[0]):
            least = ending
    return least


def can_fail(position: Position, patience: int | None) -> bool:
    """Whether there is an ending in which A, or AC, does not finish first."""
    for question in _failing(position.rules):
        measures_of_question, limits = _measures_and_limits(position, question)
        search = Search(measures_of_question, position.rest, patience)
        if search.find(measures_of_question.room([*limits, None], search.counts)) is not None:
            return True
    return False


def _winning(rules: HouseRules) -> Iterator[_Question]:
    """Questions of which one has an answer if and only if A, or AC, can finish first.

    If only the worst player loses, it is enough to be ahead of one player, or to be behind none.
    """
    worst = rules.winner == "worst_player_loses"
    if rules.partnership:
        for rival in (B, D) if worst else ():
            yield _Question(((_less([rival], [A]), False), (_less([rival], [C]), False)), (A, C))
        if not worst:
            yield _Question(((_less([B, D], [A, C]), False),), (A, C))
        return
    for rival in _OTHERS if worst else ():
        yield _Question(((_less([rival], [A]), True),), (A,))
    yield _Question(tuple((_less([rival], [A]), False) for rival in _OTHERS), (A,))


def _failing(rules: HouseRules) -> Iterator[_Question]:
    """Questions of which one has an answer if and only if A, or AC, can fail to finish first."""
    worst = rules.winner == "worst_player_loses"
    if rules.partnership:
        for own in (A, C) if worst else ():
            yield _Question(((_less([own], [B]), True), (_less([own], [D]), True)))
        if not worst:
            yield _Question(((_less([A, C], [B, D]), True),))
        return
    for rival in _OTHERS:
        if worst:
            yield _Question(tuple((_less([A], [compared]), compared is rival) for compared in _OTHERS))
        else:
            yield _Question(((_less([A], [rival]), True),))


def _measures_and_limits(position: Position, question: _Question) -> tuple[Measures, list[int]]:
    """The measures of a question, and its limits given the totals."""
    rules = position.rules
    measures_of_question = measures(
        Shape(
            rules,
            combined=bool(position.rest.deals),
            better=points_direction(rules),
            firsts=_firsts(rules),
            sums=tuple(weights for weights, _ in question.sums),
            cost=_less(question.cost, ()),
        )
    )
    *current, _ = measures_of_question.value(position.totals, position.firsts)
    return measures_of_question, [-n - strict for n, (_, strict) in zip(current, question.sums, strict=True)]


def _firsts(rules: HouseRules) -> Literal["none", "seat", "team"]:
    """Whose first places in Trex break ties. Among single players they never decide who is worst."""
    worst = rules.winner == "worst_player_loses"
    if rules.tie_break != "most_trex_firsts" or (worst and not rules.partnership):
        return "none"
    return "team" if worst else "seat"


def _less(plus: Sequence[Seat], minus: Sequence[Seat]) -> Weights:
    a, b, c, d = ((seat in plus) - (seat in minus) for seat in SEATS)
    return a, b, c, d
