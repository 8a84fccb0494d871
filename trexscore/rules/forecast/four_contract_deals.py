"""All four contracts in one deal: the cards with given points, and the tricks that each seat needs for them.

This is the inverse of `validation.capture_contradictions`: it computes the tricks that a seat needs for its cards and
diamonds.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from trexscore.rules.captures import TakenCard
from trexscore.rules.cards import CARDS_PER_TRICK, QUEENS, Card
from trexscore.rules.forecast.diamond_and_trick_shares import FewestTricksFunction
from trexscore.rules.forecast.item_outcomes import ItemKind, item_outcomes
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import BySeat, Points, Seat, add_points, subtract_points

FIVE_CARDS_IN_ORDER = (
    Card.KING_OF_HEARTS,
    Card.QUEEN_OF_DIAMONDS,
    *(queen for queen in QUEENS if queen is not Card.QUEEN_OF_DIAMONDS),
)
"""The order of the cards in a `FourContractDeal`."""
FiveTakenCards = tuple[TakenCard, ...]


class FourContractDeal(NamedTuple):
    """A deal of all four contracts."""

    king: Seat
    taken_cards: FiveTakenCards
    diamonds: BySeat[int]
    tricks: BySeat[int]


class TrickNeeds(NamedTuple):
    """For each seat, the tricks that it needs with any diamonds, and the number of its cards that are not diamonds."""

    fewest_tricks: BySeat[int]
    non_diamond_counts: BySeat[int]


def fewest_tricks_function(king: Seat, taken_cards: FiveTakenCards) -> FewestTricksFunction:
    """The function that returns the fewest tricks of a seat for a number of diamonds, with these cards."""
    fewest, non_diamonds = trick_needs_of_five_cards(king, taken_cards)
    with_queen = taken_cards[1].taken_by

    def fewest_tricks(seat: Seat, diamonds: int) -> int | None:
        if seat is with_queen and diamonds == 0:
            return None
        return max(fewest[seat], -(-(non_diamonds[seat] + diamonds) // CARDS_PER_TRICK))

    return fewest_tricks


def tricks_needed_for_diamonds(_seat: Seat, diamonds: int) -> int:
    """The tricks needed for diamonds alone, for any cards and any number of deals."""
    return -(-diamonds // CARDS_PER_TRICK)


def trick_needs_of_five_cards(king: Seat, taken_cards: FiveTakenCards) -> TrickNeeds:
    """What each seat needs for these cards."""
    return trick_needs_of_some_cards(king, tuple(zip(FIVE_CARDS_IN_ORDER, taken_cards, strict=True)))


def trick_needs_of_some_cards(king: Seat, cards_with_captures: Sequence[tuple[Card, TakenCard]]) -> TrickNeeds:
    """The same as `trick_needs_of_five_cards` for any of the five cards."""
    cards = [taken for _, taken in cards_with_captures]
    fewest, non_diamonds = [0, 0, 0, 0], [0, 0, 0, 0]
    for taker, same in Counter((taker, holder) for taker, holder, _ in cards if holder is not None).items():
        fewest[taker[0]] = max(fewest[taker[0]], same)
    led = {(taker, leader) for taker, _, leader in cards if leader is not None}
    for seat, leaders in Counter(taker for taker, _ in led).items():
        fewest[seat] = max(fewest[seat], leaders)
    for _, leader in led:
        if leader is not king:
            fewest[leader] = max(fewest[leader], 1)
    for card, taken in cards_with_captures:
        non_diamonds[taken.taken_by] += card is not Card.QUEEN_OF_DIAMONDS
    return TrickNeeds(BySeat(*fewest), BySeat(*non_diamonds))


def representative_captures_worth(rules: HouseRules, king: Seat, points: Points) -> Iterator[FiveTakenCards]:
    """Cards with these points, one set for each different need of tricks."""
    seen_points = set()
    for way_of_king, kings in undominated_captures_by_points(rules, ItemKind.KING).items():
        for points_of_queens in _single_queen_points_by_sum(rules).get(subtract_points(points, way_of_king), ()):
            for of_king, *queens in product(
                kings, *(undominated_captures_by_points(rules, ItemKind.QUEEN)[queen] for queen in points_of_queens)
            ):
                for place, of_diamonds in enumerate(queens):
                    if of_diamonds in queens[:place]:
                        continue
                    cards = (of_king, of_diamonds, *queens[:place], *queens[place + 1 :])
                    needs = trick_needs_of_five_cards(king, cards), of_diamonds.taken_by
                    if needs not in seen_points:
                        seen_points.add(needs)
                        yield cards


@lru_cache(maxsize=64)
def undominated_captures_by_points(rules: HouseRules, card_kind: ItemKind) -> dict[Points, tuple[TakenCard, ...]]:
    """The captures of a card by points. One that is not doubled needs the fewest tricks, so others are dropped."""
    undominated_captures_by_points: dict[Points, list[TakenCard]] = {}
    for way in item_outcomes(rules, are_contracts_combined=True)[card_kind]:
        if isinstance(way.capture_or_trex_order, TakenCard):
            undominated_captures_by_points.setdefault(way.points, []).append(way.capture_or_trex_order)
    return {
        points: tuple(_without_redundant_doubling(taken)) for points, taken in undominated_captures_by_points.items()
    }


def _without_redundant_doubling(taken_cards: Sequence[TakenCard]) -> Sequence[TakenCard]:
    takers_of_undoubled_cards = {capture.taken_by for capture in taken_cards if capture.doubled_by is None}
    return [
        capture
        for capture in taken_cards
        if capture.doubled_by is None or capture.taken_by not in takers_of_undoubled_cards
    ]


@lru_cache(maxsize=16)
def _single_queen_points_by_sum(rules: HouseRules) -> dict[Points, list[tuple[Points, ...]]]:
    """The points of four queens, and the points of the single queens that give them."""
    queen_points_by_total: dict[Points, list[tuple[Points, ...]]] = {}
    for points_of_queens in combinations_with_replacement(
        undominated_captures_by_points(rules, ItemKind.QUEEN), len(QUEENS)
    ):
        queen_points_by_total.setdefault(reduce(add_points, points_of_queens), []).append(points_of_queens)
    return queen_points_by_total
