"""The captures that could have produced the four points of a deal, by contracts."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from trexscore.rules.captures import Captures, TakenCard
from trexscore.rules.cards import CARDS_PER_SUIT, QUEENS, Card, Contract
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.forecast.item_outcomes import ItemKind, ItemOutcome, item_outcomes
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.paper.cells import RowCells, add_to_each, distributions_over_seats
from trexscore.rules.paper.combined_points import CombinedPossiblePoints, PointSplit
from trexscore.rules.paper.possible_points import PossiblePoints, possible_points_of
from trexscore.rules.paper.time_limit import check_time
from trexscore.rules.seats import NO_POINTS, SEATS, BySeat, Points, Seat, subtract_points
from trexscore.rules.tables.points import points_table
from trexscore.rules.validation import capture_contradictions


def captures_with_points(
    rules: HouseRules, contract_set: ContractSet, king: Seat, known_points: RowCells, doubled_count: int | None = None
) -> Iterator[Captures]:
    """All captures with points that match the cells, the fewest doubled cards first.

    `doubled_count`: only those with this number of doubled cards.
    """
    possible_points, played = possible_points_of(rules, contract_set, king), contract_set.contracts
    fitting_points = list(possible_points.matching_points(known_points))
    if Contract.TREX in played:
        if not doubled_count:
            yield from (
                Captures((), None, None, order) for points in fitting_points for order in _trex_orders(rules, points)
            )
        return
    point_splits = [part for points in fitting_points for part in _point_splits(possible_points, played, points)]
    finder = _CapturesFinder(rules, contract_set, king)
    for count in range(finder.most_doubled + 1) if doubled_count is None else (doubled_count,):
        for part in point_splits:
            yield from finder.find_captures(count, *part)


def _point_splits(
    possible_points: PossiblePoints, played_contracts: Sequence[Contract], points: Points
) -> Iterable[PointSplit]:
    """All ways to split points into the king of hearts, the queens, and the rest (diamonds and tricks)."""
    if isinstance(possible_points, CombinedPossiblePoints):
        return possible_points.point_splits(points)
    split_points = [NO_POINTS, NO_POINTS, NO_POINTS]
    split_points[{Contract.KING_OF_HEARTS: 0, Contract.QUEENS: 1}.get(played_contracts[0], 2)] = points
    return [PointSplit(*split_points)]


class _CapturesFinder:
    """Finds the captures of a deal from the points of its parts."""

    def __init__(self, rules: HouseRules, contract_set: ContractSet, king: Seat) -> None:
        outcomes_by_kind, played = (
            item_outcomes(rules, are_contracts_combined=len(contract_set.contracts) > 1),
            contract_set.contracts,
        )
        self._king = king
        self._kings = _TakenCardsFinder(
            (Card.KING_OF_HEARTS,) if Contract.KING_OF_HEARTS in played else (), outcomes_by_kind[ItemKind.KING]
        )
        self._queens = _TakenCardsFinder(QUEENS if Contract.QUEENS in played else (), outcomes_by_kind[ItemKind.QUEEN])
        self._counts = _DiamondsAndTricksFinder(rules, contract_set)
        self.most_doubled = self._kings.number + self._queens.number

    def find_captures(
        self, doubled_count: int, king_of_hearts_points: Points, queen_points: Points, diamond_and_trick_points: Points
    ) -> Iterator[Captures]:
        """The captures with this number of doubled cards."""
        for by_king in range(min(doubled_count, self._kings.number) + 1):
            check_time()
            kings = list(self._kings.find_captures(king_of_hearts_points, by_king))
            queens = list(self._queens.find_captures(queen_points, doubled_count - by_king)) if kings else []
            counts = self._counts.find_counts(diamond_and_trick_points) if queens else []
            for cards, more, (diamonds, tricks) in product(kings, queens, counts):
                check_time()
                captures = Captures((*cards, *more), diamonds, tricks)
                if next(capture_contradictions(captures, self._king), None) is None:
                    yield captures


_TakenCards = tuple[tuple[Card, TakenCard], ...]
_DiamondsAndTricksBySeat = tuple[BySeat[int] | None, BySeat[int] | None]


class _TakenCardsFinder:
    """Finds captures of cards that have the same possible outcomes."""

    def __init__(self, cards: Sequence[Card], outcomes_of_each: Sequence[ItemOutcome]) -> None:
        self.number = len(cards)
        self._cards = cards
        self._ways = [
            (way.points, way.capture_or_trex_order)
            for way in outcomes_of_each
            if isinstance(way.capture_or_trex_order, TakenCard)
        ]
        self._possible_points: dict[tuple[int, int], set[Points]] = {}

    def find_captures(self, points: Points, doubled_count: int, first_card_index: int = 0) -> Iterator[_TakenCards]:
        """All captures of the cards from `first_card_index` on, with these points and this number of doubled cards."""
        if points not in self._possible_points_of_cards(self.number - first_card_index, doubled_count):
            return
        if first_card_index == self.number:
            yield ()
            return
        for of_card, taken in self._ways:
            later_cards = self.find_captures(
                subtract_points(points, of_card), doubled_count - _is_doubled(taken), first_card_index + 1
            )
            yield from (((self._cards[first_card_index], taken), *rest) for rest in later_cards)

    def _possible_points_of_cards(self, card_count: int, doubled_count: int) -> set[Points]:
        """The possible points of a number of cards, with this number of doubled ones."""
        if not card_count or not 0 <= doubled_count <= card_count:
            return {NO_POINTS} if card_count == doubled_count == 0 else set()
        if (card_count, doubled_count) not in self._possible_points:
            plain, with_doubled = (
                self._possible_points_of_cards(card_count - 1, doubled_count),
                self._possible_points_of_cards(card_count - 1, doubled_count - 1),
            )
            points_and_doubled = {(points, _is_doubled(taken)) for points, taken in self._ways}
            self._possible_points[card_count, doubled_count] = set().union(
                *(
                    add_to_each(points, with_doubled if is_doubled else plain)
                    for points, is_doubled in points_and_doubled
                )
            )
        return self._possible_points[card_count, doubled_count]


class _DiamondsAndTricksFinder:
    """Finds counts of diamonds and tricks."""

    def __init__(self, rules: HouseRules, contract_set: ContractSet) -> None:
        table = points_table(rules)
        diamonds, tricks = (
            list(distributions_over_seats(CARDS_PER_SUIT)) if contract in contract_set.contracts else [None]
            for contract in (Contract.DIAMONDS, Contract.COLLECTIONS)
        )
        self._diamonds = [(_points_of_counts(table.diamond, counts), counts) for counts in diamonds]
        self._tricks: dict[Points, list[BySeat[int] | None]] = {}
        for counts in tricks:
            self._tricks.setdefault(_points_of_counts(table.trick, counts), []).append(counts)
        self._known: dict[Points, list[_DiamondsAndTricksBySeat]] = {}

    def find_counts(self, diamond_and_trick_points: Points) -> list[_DiamondsAndTricksBySeat]:
        """The counts with these points."""
        if diamond_and_trick_points not in self._known:
            self._known[diamond_and_trick_points] = [
                (counts, tricks)
                for points, counts in self._diamonds
                for tricks in self._tricks.get(subtract_points(diamond_and_trick_points, points), ())
            ]
        return self._known[diamond_and_trick_points]


def _points_of_counts(points_each: int, counts_by_seat: BySeat[int] | None) -> Points:
    return NO_POINTS if counts_by_seat is None else counts_by_seat.map(points_each.__mul__)


def _is_doubled(taken_card: TakenCard) -> bool:
    return taken_card.doubled_by is not None


def _trex_orders(rules: HouseRules, points: Points) -> Iterator[BySeat[Seat]]:
    """Orders of going out: with places worth the same there are several."""
    points_by_finish = points_table(rules).trex
    for order in product(SEATS, repeat=len(SEATS)):
        if len(set(order)) == len(SEATS) and all(points[seat] == points_by_finish[n] for n, seat in enumerate(order)):
            yield BySeat(*order)
