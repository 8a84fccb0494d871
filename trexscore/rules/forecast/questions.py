"""Finishing first, and not finishing first, as sums that must stay within limits.

Every question is about seat A, or team AC. The rules are the same for all seats, so the game is turned until the seat
in question is A. Cached results then serve all seats.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from trexscore.rules.forecast.cheapest_ending import find_cheapest_ending
from trexscore.rules.forecast.measures import Measures, QuestionShape, Weights, measures
from trexscore.rules.forecast.outcomes import RemainingItems
from trexscore.rules.forecast.search import Ending, EndingSearch
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, BySeat, Points, Seat
from trexscore.rules.winners import points_direction

A, B, C, D = SEATS
_OTHERS = (B, C, D)


class GamePosition(NamedTuple):
    """The state of a game on which its ending depends."""

    rules: HouseRules
    totals: Points
    trex_first_counts: tuple[int, int, int, int]
    rest: RemainingItems


class _Question(NamedTuple):
    """Differences of totals that must be at most 0 (True: below 0), and the seats whose points are the cost."""

    differences_at_most_zero: tuple[tuple[Weights, bool], ...]
    cost: tuple[Seat, ...] = ()


def turned_to_seat(position: GamePosition, seat: Seat) -> GamePosition:
    """The position with the seats turned so that this seat is A."""
    rules, totals, firsts, rest = position
    places = [(turned + seat) % len(SEATS) for turned in SEATS]
    a, b, c, d = (firsts[place] for place in places)
    combined_deal_kings = tuple(SEATS[(king - seat) % len(SEATS)] for king in rest.combined_deal_kings)
    return GamePosition(
        rules,
        BySeat(*(totals[place] for place in places)),
        (a, b, c, d),
        rest._replace(combined_deal_kings=combined_deal_kings),
    )


def cheapest_win_of_seat_a(position: GamePosition, step_budget: int | None) -> tuple[int, Ending] | None:
    """The least cost of finishing first, and such an ending; None if it is impossible."""
    least = None
    for question in _winning_questions(position.rules):
        measures_of_question, limits = _measures_and_limits(position, question)
        ending = find_cheapest_ending(measures_of_question, position.rest, limits, step_budget)
        if ending is not None and (least is None or ending[0] < least[0]):
            least = ending
    return least


def seat_a_can_miss_win(position: GamePosition, step_budget: int | None) -> bool:
    """Whether there is an ending in which A, or AC, does not finish first."""
    for question in _failing_questions(position.rules):
        measures_of_question, limits = _measures_and_limits(position, question)
        search = EndingSearch(measures_of_question, position.rest, step_budget)
        if search.find(measures_of_question.room([*limits, None], search.counts)) is not None:
            return True
    return False


def _winning_questions(rules: HouseRules) -> Iterator[_Question]:
    """Questions of which one has an answer if and only if A, or AC, can finish first.

    If only the worst player loses, it is enough to be ahead of one player, or to be behind none.
    """
    worst = rules.winner == "worst_player_loses"
    if rules.partnership:
        for rival in (B, D) if worst else ():
            yield _Question(
                ((_difference_weights([rival], [A]), False), (_difference_weights([rival], [C]), False)), (A, C)
            )
        if not worst:
            yield _Question(((_difference_weights([B, D], [A, C]), False),), (A, C))
        return
    for rival in _OTHERS if worst else ():
        yield _Question(((_difference_weights([rival], [A]), True),), (A,))
    yield _Question(tuple((_difference_weights([rival], [A]), False) for rival in _OTHERS), (A,))


def _failing_questions(rules: HouseRules) -> Iterator[_Question]:
    """Questions of which one has an answer if and only if A, or AC, can fail to finish first."""
    worst = rules.winner == "worst_player_loses"
    if rules.partnership:
        for own in (A, C) if worst else ():
            yield _Question(((_difference_weights([own], [B]), True), (_difference_weights([own], [D]), True)))
        if not worst:
            yield _Question(((_difference_weights([A, C], [B, D]), True),))
        return
    for rival in _OTHERS:
        if worst:
            yield _Question(tuple((_difference_weights([A], [compared]), compared is rival) for compared in _OTHERS))
        else:
            yield _Question(((_difference_weights([A], [rival]), True),))


def _measures_and_limits(position: GamePosition, question: _Question) -> tuple[Measures, list[int]]:
    """The measures of a question, and its limits given the totals."""
    rules = position.rules
    measures_of_question = measures(
        QuestionShape(
            rules,
            combined=bool(position.rest.combined_deal_kings),
            points_direction=points_direction(rules),
            trex_firsts_for=_trex_firsts_for(rules),
            sums=tuple(weights for weights, _ in question.differences_at_most_zero),
            cost=_difference_weights(question.cost, ()),
        )
    )
    *current, _ = measures_of_question.sums_and_cost(position.totals, position.trex_first_counts)
    return measures_of_question, [
        -n - strict for n, (_, strict) in zip(current, question.differences_at_most_zero, strict=True)
    ]


def _trex_firsts_for(rules: HouseRules) -> Literal["none", "seat", "team"]:
    """Whose first places in Trex break ties. Among single players they never decide who is worst."""
    worst = rules.winner == "worst_player_loses"
    if rules.tie_break != "most_trex_firsts" or (worst and not rules.partnership):
        return "none"
    return "team" if worst else "seat"


def _difference_weights(plus: Sequence[Seat], minus: Sequence[Seat]) -> Weights:
    a, b, c, d = ((seat in plus) - (seat in minus) for seat in SEATS)
    return a, b, c, d
