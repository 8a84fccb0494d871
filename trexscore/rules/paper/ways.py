"""Four totals of a deal: which captures could have produced them, contract by contract."""

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple

from trexscore.rules.captures import Captures, TakenCard
from trexscore.rules.cards import IN_A_SUIT, QUEENS, Card, Contract
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.outlook.ways import Kind, Way, ways
from trexscore.rules.paper.cells import Cells, counts_of, sums_of
from trexscore.rules.paper.patience import go_on
from trexscore.rules.paper.reach import reach_of
from trexscore.rules.paper.together import Together
from trexscore.rules.points_table import points_table
from trexscore.rules.possible import choices, contradictions
from trexscore.rules.programme import Programme
from trexscore.rules.seats import NO_POINTS, SEATS, BySeat, Points, Seat, subtract

_MOST = 500
_FEW = 12


class Ways(NamedTuple):
    """The captures that come to some totals. More than 500 are not counted, more than 12 not listed."""

    number: int
    all_counted: bool
    captures: tuple[Captures, ...]

    @property
    def only(self) -> Captures | None:
        """The captures, where there is no doubt about them."""
        return self.captures[0] if self.number == 1 else None


def meanings(rules: HouseRules, king: Seat, left: Programme, cells: Cells) -> dict[Programme, Ways]:
    """What totals can mean, of all that this king may play: contracts that cannot have produced them are left out."""
    found = {programme: ways_of(rules, programme, king, cells) for programme in choices(rules, left)}
    return {programme: of for programme, of in found.items() if of.number}


def ways_of(rules: HouseRules, programme: Programme, king: Seat, cells: Cells) -> Ways:
    """In how many ways these contracts can have come to totals that agree with these."""
    found = tuple(islice(captures_of(rules, programme, king, cells), _MOST + 1))
    return Ways(min(len(found), _MOST), len(found) <= _MOST, found if len(found) <= _FEW else ())


def captures_of(rules: HouseRules, programme: Programme, king: Seat, cells: Cells) -> Iterator[Captures]:
    """All captures that come to totals which agree with these."""
    reach, played = reach_of(rules, programme, king), programme.contracts
    for points in reach.fillings(cells):
        if isinstance(reach, Together):
            yield from _together(rules, programme, king, reach.taken_apart(points))
        elif Contract.TREX in played:
            yield from (Captures((), None, None, order) for order in _orders(rules, points))
        else:
            parts = [NO_POINTS, NO_POINTS, NO_POINTS]
            parts[{Contract.KING_OF_HEARTS: 0, Contract.QUEENS: 1}.get(played[0], 2)] = points
            of_king, of_queens, rest = parts
            yield from _together(rules, programme, king, iter([(of_king, of_queens, rest)]))


def _together(
    rules: HouseRules, programme: Programme, king: Seat, parts: Iterator[tuple[Points, Points, Points]]
) -> Iterator[Captures]:
    of = ways(rules, combined=len(programme.contracts) > 1)
    with_king, with_queens = (one in programme.contracts for one in (Contract.KING_OF_HEARTS, Contract.QUEENS))
    for of_king, of_queens, rest in parts:
        go_on()
        kings = _cards((Card.KING_OF_HEARTS,) if with_king else (), of[Kind.KING], of_king)
        queens = list(_cards(QUEENS if with_queens else (), of[Kind.QUEEN], of_queens))
        counts = list(_counts(rules, programme, rest))
        for cards, more, (diamonds, tricks) in product(kings, queens, counts):
            go_on()
            captures = Captures((*cards, *more), diamonds, tricks)
            if next(contradictions(captures, king), None) is None:
                yield captures


_Reported = tuple[tuple[Card, TakenCard], ...]


def _cards(cards: Sequence[Card], way_of_each: Sequence[Way], points: Points) -> Iterator[_Reported]:
    """Every way in which these cards come to these points."""
    behind: list[set[Points]] = [{NO_POINTS}]
    for _ in cards[1:]:
        behind.append(set().union(*(sums_of(way.points, behind[-1]) for way in way_of_each)))
    if not cards:
        yield from ((),) if points == NO_POINTS else ()
        return
    for way in way_of_each:
        left = subtract(points, way.points)
        if left in behind[-1] and isinstance(way.what, TakenCard):
            yield from (((cards[0], way.what), *rest) for rest in _cards(cards[1:], way_of_each, left))


def _counts(
    rules: HouseRules, programme: Programme, rest: Points
) -> Iterator[tuple[BySeat[int] | None, BySeat[int] | None]]:
    """Diamonds and tricks that come to the rest."""
    table = points_table(rules)
    diamonds = list(counts_of(IN_A_SUIT)) if Contract.DIAMONDS in programme.contracts else [None]
    tricks = list(counts_of(IN_A_SUIT)) if Contract.COLLECTIONS in programme.contracts else [None]
    by_points: dict[Points, list[BySeat[int] | None]] = {}
    for counts in tricks:
        by_points.setdefault(NO_POINTS if counts is None else counts.map(table.trick.__mul__), []).append(counts)
    for counts in diamonds:
        of_tricks = rest if counts is None else subtract(rest, counts.map(table.diamond.__mul__))
        yield from ((counts, those) for those in by_points.get(of_tricks, ()))


def _orders(rules: HouseRules, points: Points) -> Iterator[BySeat[Seat]]:
    """Orders of going out: with places worth the same there are several."""
    places = points_table(rules).trex
    for order in product(SEATS, repeat=len(SEATS)):
        if len(set(order)) == len(SEATS) and all(points[seat] == places[n] for n, seat in enumerate(order)):
            yield BySeat(*order)
