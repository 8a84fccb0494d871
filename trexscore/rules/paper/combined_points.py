"""The possible points of combined contracts.

Points are split into those of the cards, and a rest of diamonds and tricks. Thirteen tricks of four cards must be able
to hold all captures. Many captures have the same points; one possible set is enough.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from trexscore.rules.captures import TakenCard
from trexscore.rules.cards import CARDS_PER_SUIT, CARDS_PER_TRICK, QUEENS, Card, Contract
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.forecast.diamond_and_trick_shares import DiamondsAndTricks
from trexscore.rules.forecast.four_contract_deals import trick_needs_of_some_cards, undominated_captures_by_points
from trexscore.rules.forecast.item_outcomes import ItemKind
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.paper.cells import RowCells, known_totals, unknown_cell_indexes, with_totals
from trexscore.rules.paper.possible_sums import possible_sums_of_deal
from trexscore.rules.paper.time_limit import check_time
from trexscore.rules.seats import NO_POINTS, SEATS, BySeat, Points, Seat, subtract_points
from trexscore.rules.tables.points import points_table

TakenCardsByPoints = Mapping[Points, Sequence[tuple[TakenCard, ...]]]
"""Sets of taken cards by their points."""


class TakenCardNeeds(NamedTuple):
    """What captured cards require of the counts: for each seat the tricks that it needs in any case and the number
    of cards that it took, and who may have taken the queen of diamonds.
    """

    fewest_tricks: tuple[int, ...]
    taken_card_counts: tuple[int, ...]
    possible_queen_of_diamonds_takers: frozenset[Seat]


class PointSplit(NamedTuple):
    """Points of a deal, split into those of the king of hearts, of the queens, and of diamonds and tricks."""

    king_of_hearts_points: Points
    queen_points: Points
    diamond_and_trick_points: Points


class CombinedPossiblePoints:
    """The possible points of a deal with several contracts."""

    def __init__(self, rules: HouseRules, contract_set: ContractSet, king: Seat) -> None:
        table, played = points_table(rules), contract_set.contracts
        self._king = king
        self._sums = possible_sums_of_deal(rules, contract_set)
        self._kings_by_points = (
            _king_of_hearts_captures_by_points(rules) if Contract.KING_OF_HEARTS in played else {NO_POINTS: ((),)}
        )
        self._queens_by_points = _queen_captures_by_points(rules) if Contract.QUEENS in played else {NO_POINTS: ((),)}
        self._has_tricks = Contract.COLLECTIONS in played
        self._has_diamonds = Contract.DIAMONDS in played
        self._all_diamonds_and_tricks = (CARDS_PER_SUIT * self._has_diamonds, CARDS_PER_SUIT * self._has_tricks)
        self._shares_by_points: dict[int, list[DiamondsAndTricks]] = {}
        for diamonds, tricks in product(*(range(most + 1) for most in self._all_diamonds_and_tricks)):
            self._shares_by_points.setdefault(diamonds * table.diamond + tricks * table.trick, []).append(
                (diamonds, tricks)
            )
        self._seat_totals = self._possible_seat_totals()
        self._points_by_a_and_b = _points_by_a_and_b(self._queens_by_points)
        self._possibility_by_points: dict[Points, bool] = {}
        # of the king of hearts, and of the queens
        self._sure_takers_by_points: tuple[dict[Points, frozenset[Seat]], ...] = ({}, {})
        self._needs_by_card_points: dict[tuple[Points, Points], tuple[TakenCardNeeds, ...]] = {}

    def fits(self, cells: RowCells) -> bool:
        """Whether some captures give these points."""
        return next(self.matching_points(cells), None) is not None

    def matching_points(self, cells: RowCells) -> Iterator[Points]:
        """All possible points that match the known cells. A single unknown one follows from the sum."""
        check_time()
        if not self.may_fit(cells):
            return
        unknown_cells = unknown_cell_indexes(cells)
        if not unknown_cells:
            points = BySeat(*known_totals(cells))
            if self._are_points_possible(points):
                yield points
            return
        if len(unknown_cells) > 1:
            possible_values: Sequence[int] = sorted(self._seat_totals, key=abs)
        else:
            possible_values = sorted(total - sum(known_totals(cells)) for total in self._sums)
        for value in possible_values:
            yield from self.matching_points(with_totals(cells, unknown_cells[:1], (value,)))

    def may_fit(self, cells: RowCells) -> bool:
        """Whether each seat can have its total, and all four their sum."""
        totals = known_totals(cells)
        return self._seat_totals.issuperset(totals) and (len(totals) < len(SEATS) or sum(totals) in self._sums)

    def _possible_seat_totals(self) -> set[int]:
        card_points = {king.A + queens.A for king in self._kings_by_points for queens in self._queens_by_points}
        return {points + rest for points in card_points for rest in self._shares_by_points}

    def _are_points_possible(self, points: Points) -> bool:
        if points not in self._possibility_by_points:
            self._possibility_by_points[points] = any(
                self._is_split_possible(*parts) for parts in self.point_splits(points)
            )
        return self._possibility_by_points[points]

    def point_splits(self, points: Points) -> Iterator[PointSplit]:
        """All ways to split points into the king of hearts, the queens, and a possible rest of counts."""
        shares = self._shares_by_points
        for king_of_hearts in self._kings_by_points:
            a, b, c, d = subtract_points(points, king_of_hearts)
            for of_a, by_b in self._points_by_a_and_b.items():
                if a - of_a not in shares:
                    continue
                for of_b, points_of_queens in by_b.items():
                    if b - of_b not in shares:
                        continue
                    for queens in points_of_queens:
                        if c - queens.C in shares and d - queens.D in shares:
                            yield PointSplit(king_of_hearts, queens, subtract_points(BySeat(a, b, c, d), queens))

    def _is_split_possible(
        self, king_of_hearts_points: Points, queen_points: Points, diamond_and_trick_points: Points
    ) -> bool:
        check_time()
        if not self._has_tricks and not self._has_diamonds:
            return True
        if not self._can_distribute_diamonds_and_tricks(diamond_and_trick_points, None) or (
            self._has_tricks and self._lacks_trick(king_of_hearts_points, queen_points, diamond_and_trick_points)
        ):
            return False
        if (king_of_hearts_points, queen_points) not in self._needs_by_card_points:
            self._needs_by_card_points[king_of_hearts_points, queen_points] = tuple(
                self._find_minimal_needs(king_of_hearts_points, queen_points)
            )
        return any(
            self._can_distribute_diamonds_and_tricks(diamond_and_trick_points, needs)
            for needs in self._needs_by_card_points[king_of_hearts_points, queen_points]
        )

    def _lacks_trick(
        self, king_of_hearts_points: Points, queen_points: Points, diamond_and_trick_points: Points
    ) -> bool:
        """Whether a seat must have taken a card but has no trick. Checked first because it is quick."""
        takers = _sure_takers(
            self._sure_takers_by_points[0], self._kings_by_points, king_of_hearts_points
        ) | _sure_takers(self._sure_takers_by_points[1], self._queens_by_points, queen_points)
        return any(
            all(tricks == 0 for _, tricks in self._shares_by_points[diamond_and_trick_points[seat]]) for seat in takers
        )

    def _can_distribute_diamonds_and_tricks(
        self, diamond_and_trick_points: Points, taken_card_needs: TakenCardNeeds | None
    ) -> bool:
        """Whether thirteen diamonds and thirteen tricks can give these points, and satisfy the needs."""
        queen_takers = taken_card_needs.possible_queen_of_diamonds_takers if taken_card_needs else None
        return any(
            self._can_distribute_with_queen_taker(diamond_and_trick_points, taken_card_needs, seat)
            for seat in queen_takers or (None,)
        )

    def _can_distribute_with_queen_taker(
        self,
        diamond_and_trick_points: Points,
        taken_card_needs: TakenCardNeeds | None,
        queen_of_diamonds_taker: Seat | None,
    ) -> bool:
        reached_counts = {(0, 0)}
        for seat, value in zip(SEATS, diamond_and_trick_points, strict=True):
            shares = self._shares_by_points[value]
            if taken_card_needs is not None:
                shares = [
                    share
                    for share in shares
                    if self._satisfies_needs(
                        taken_card_needs, seat, share, took_queen_of_diamonds=seat is queen_of_diamonds_taker
                    )
                ]
            sums = {(d + e, t + u) for d, t in reached_counts for e, u in shares}
            reached_counts = {(d, t) for d, t in sums if d <= CARDS_PER_SUIT and t <= CARDS_PER_SUIT}
        return self._all_diamonds_and_tricks in reached_counts

    def _satisfies_needs(
        self,
        taken_card_needs: TakenCardNeeds,
        seat: Seat,
        diamonds_and_tricks: DiamondsAndTricks,
        *,
        took_queen_of_diamonds: bool,
    ) -> bool:
        diamonds, tricks = diamonds_and_tricks
        if self._has_diamonds and took_queen_of_diamonds and not diamonds:
            return False
        if not self._has_tricks:
            return True
        cards = (
            taken_card_needs.taken_card_counts[seat] - took_queen_of_diamonds + max(diamonds, took_queen_of_diamonds)
        )
        return tricks >= taken_card_needs.fewest_tricks[seat] and cards <= CARDS_PER_TRICK * tricks

    def _find_minimal_needs(self, king_of_hearts_points: Points, queen_points: Points) -> Iterator[TakenCardNeeds]:
        """The needs of cards with these points, without those that need more than others with them."""
        trick_needs_by_card_counts: dict[tuple[tuple[int, ...], frozenset[Seat]], set[tuple[int, ...]]] = {}
        for of_king, of_queens in product(
            self._kings_by_points[king_of_hearts_points], self._queens_by_points[queen_points]
        ):
            named_captures = (
                *zip((Card.KING_OF_HEARTS,), of_king, strict=False),
                *zip(QUEENS, of_queens, strict=False),
            )
            tricks, _ = trick_needs_of_some_cards(self._king, named_captures)
            takers = [taken.taken_by for taken in (*of_king, *of_queens)]
            of_seats = tuple(takers.count(seat) for seat in SEATS)
            queen_takers = frozenset(taken.taken_by for taken in of_queens)
            trick_needs_by_card_counts.setdefault((of_seats, queen_takers), set()).add(tricks)
        for (cards, queen_takers), all_tricks in trick_needs_by_card_counts.items():
            minimal_trick_needs = (
                tricks for tricks in all_tricks if not any(_needs_fewer_tricks(fewer, tricks) for fewer in all_tricks)
            )
            yield from (TakenCardNeeds(of_each, cards, queen_takers) for of_each in minimal_trick_needs)


def _sure_takers(
    cached_takers_by_points: dict[Points, frozenset[Seat]], taken_cards_by_points: TakenCardsByPoints, points: Points
) -> frozenset[Seat]:
    if points not in cached_takers_by_points:
        cached_takers_by_points[points] = frozenset.intersection(
            *(frozenset(taken.taken_by for taken in cards) for cards in taken_cards_by_points[points])
        )
    return cached_takers_by_points[points]


def _needs_fewer_tricks(tricks: tuple[int, ...], more_tricks: tuple[int, ...]) -> bool:
    return tricks != more_tricks and all(a <= b for a, b in zip(tricks, more_tricks, strict=True))


def _king_of_hearts_captures_by_points(rules: HouseRules) -> TakenCardsByPoints:
    return {
        points: tuple((taken,) for taken in taken_so)
        for points, taken_so in undominated_captures_by_points(rules, ItemKind.KING).items()
    }


@lru_cache(maxsize=16)
def _queen_captures_by_points(rules: HouseRules) -> TakenCardsByPoints:
    """Captures of four queens in any order. Which is the queen of diamonds is decided later."""
    points_and_captures = [
        (points, taken)
        for points, taken_so in undominated_captures_by_points(rules, ItemKind.QUEEN).items()
        for taken in taken_so
    ]
    taken_by_points: dict[Points, list[tuple[TakenCard, ...]]] = {}
    for four in combinations_with_replacement(points_and_captures, len(QUEENS)):
        (a, b, c, d) = zip(*(points for points, _ in four), strict=True)
        taken_by_points.setdefault(BySeat(sum(a), sum(b), sum(c), sum(d)), []).append(tuple(taken for _, taken in four))
    return taken_by_points


def _points_by_a_and_b(taken_cards_by_points: TakenCardsByPoints) -> dict[int, dict[int, list[Points]]]:
    points_by_a_then_b: dict[int, dict[int, list[Points]]] = {}
    for points in taken_cards_by_points:
        points_by_a_then_b.setdefault(points.A, {}).setdefault(points.B, []).append(points)
    return points_by_a_then_b
