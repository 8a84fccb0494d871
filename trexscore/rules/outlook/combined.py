"""All four contracts in one deal: which cards can come to these points, and how many tricks everybody needs for them.

This is `possible.contradictions` turned round: instead of refusing what thirteen tricks cannot hold, it says how many
tricks a seat must have for its cards and diamonds.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from trexscore.rules.captures import TakenCard
from trexscore.rules.cards import QUEENS, SEATS_IN_A_TRICK, Card
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.outlook.shares import Four, Needed
from trexscore.rules.outlook.ways import Kind, ways
from trexscore.rules.seats import NO_POINTS, SEATS, Points, Seat, add, subtract

CARDS = (
    Card.KING_OF_HEARTS,
    Card.QUEEN_OF_DIAMONDS,
    *(queen for queen in QUEENS if queen is not Card.QUEEN_OF_DIAMONDS),
)
"""The order in which a deal names them."""
Five = tuple[TakenCard, ...]


class Deal(NamedTuple):
    """Who took what."""

    king: Seat
    cards: Five
    diamonds: Four
    tricks: Four


def needed_for(king: Seat, cards: Five) -> Needed:
    """How many tricks a seat needs for so many diamonds with these cards."""
    floors, others = _needs(king, cards)
    with_queen = cards[1].taken_by

    def needed(seat: Seat, diamonds: int) -> int | None:
        if seat is with_queen and diamonds == 0:
            return None
        return max(floors[seat], -(-(others[seat] + diamonds) // SEATS_IN_A_TRICK))

    return needed


def needed_at_least(_: Seat, diamonds: int) -> int:
    """The same, whatever the cards and however many deals."""
    return -(-diamonds // SEATS_IN_A_TRICK)


def _needs(king: Seat, cards: Five) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For each seat the tricks that it needs whatever its diamonds are, and its cards that are not diamonds."""
    floors, others = [], []
    for seat in SEATS:
        own = [taken for taken in cards if taken.taken_by is seat]
        holders = [taken.doubled_by for taken in own if taken.doubled_by is not None]
        leaders = {taken.led_by for taken in own} - {None}
        leads = seat is not king and any(taken.led_by is seat for taken in cards)
        floors.append(max([0, int(leads), len(leaders), *map(holders.count, holders)]))
        others.append(len(own) - (cards[1].taken_by is seat))
    return tuple(floors), tuple(others)


@lru_cache(maxsize=4096)
def cards_worth(rules: HouseRules, king: Seat, points: Points) -> tuple[Five, ...]:
    """Cards that come to these points: all that differ in the tricks that they need, those that need fewest first."""
    by_need: dict[object, Five] = {}
    for way_of_king, as_taken in _alike(rules, Kind.KING).items():
        for hand in _hands(rules).get(subtract(points, way_of_king), ()):
            for cards in product(as_taken, *(_alike(rules, Kind.QUEEN)[queen] for queen in hand)):
                for place in range(len(QUEENS)):
                    of_king, *queens = cards
                    five = (of_king, queens[place], *queens[:place], *queens[place + 1 :])
                    by_need.setdefault((_needs(king, five), five[1].taken_by), five)
    return tuple(sorted(by_need.values(), key=lambda five: _fewest(king, five)))


def _fewest(king: Seat, cards: Five) -> int:
    floors, others = _needs(king, cards)
    return sum(max(floor, -(-other // SEATS_IN_A_TRICK)) for floor, other in zip(floors, others, strict=True))


@lru_cache(maxsize=64)
def _alike(rules: HouseRules, kind: Kind) -> dict[Points, tuple[TakenCard, ...]]:
    """In which ways a card comes to the same points. One that nobody doubled needs least, and so speaks for others."""
    found: dict[Points, list[TakenCard]] = {}
    for way in ways(rules, combined=True)[kind]:
        if isinstance(way.what, TakenCard):
            found.setdefault(way.points, []).append(way.what)
    return {points: tuple(_enough(taken)) for points, taken in found.items()}


def _enough(taken: Sequence[TakenCard]) -> Sequence[TakenCard]:
    plain = {one.taken_by for one in taken if one.doubled_by is None}
    return [one for one in taken if one.doubled_by is None or one.taken_by not in plain]


@lru_cache(maxsize=16)
def _hands(rules: HouseRules) -> dict[Points, list[tuple[Points, ...]]]:
    """What four queens come to, and of which four that is made."""
    found: dict[Points, list[tuple[Points, ...]]] = {}
    for hand in combinations_with_replacement(_alike(rules, Kind.QUEEN), len(QUEENS)):
        total = NO_POINTS
        for points in hand:
            total = add(total, points)
        found.setdefault(total, []).append(hand)
    return found
