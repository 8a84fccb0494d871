"""Cards, diamonds and tricks of an ending, dealt out to deals of all four contracts, if a simple way will do."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from trexscore.rules.captures import TakenCard
from trexscore.rules.cards import IN_A_SUIT, QUEENS
from trexscore.rules.outlook.combined import Deal, Four
from trexscore.rules.outlook.ways import Kind, Way
from trexscore.rules.seats import SEATS, Seat

Given = tuple[Kind, Way, int]
"""Of a kind, a way and how often."""


def ways_of_dealing(kings: tuple[Seat, ...], given: Sequence[Given]) -> Iterator[tuple[Deal, ...]]:
    """Deals of these kings with these cards and diamonds, and the tricks that are needed. With several, not all."""
    cards = {kind: [way.what for of, way, n in given if of is kind for _ in range(n)] for kind in Kind}
    taken = {kind: [one for one in cards[kind] if isinstance(one, TakenCard)] for kind in (Kind.KING, Kind.QUEEN)}
    diamonds = [cards[Kind.DIAMOND].count(seat) for seat in SEATS]
    for of_deals in _arranged(len(kings), taken[Kind.KING], taken[Kind.QUEEN]):
        for order in permutations(SEATS) if len(kings) > 1 else (SEATS,):
            deals = _filled(kings, of_deals, list(diamonds), order)
            if deals is not None:
                yield tuple(deals)


def _arranged(deals: int, kings: list[TakenCard], queens: list[TakenCard]) -> Iterator[list[list[TakenCard]]]:
    """The cards of each deal, the queen of diamonds second: each taker's queens together, or apart."""
    together = sorted(queens, key=lambda taken: taken.taken_by)
    for arranged in (together, [queen for first in range(deals) for queen in together[first::deals]]):
        hands = [arranged[n * len(QUEENS) : (n + 1) * len(QUEENS)] for n in range(deals)]
        for of_diamonds in range(len(QUEENS)):
            yield [[king, *hand[of_diamonds:], *hand[:of_diamonds]] for king, hand in zip(kings, hands, strict=True)]


def _filled(
    kings: tuple[Seat, ...], cards: list[list[TakenCard]], diamonds: list[int], order: tuple[Seat, ...]
) -> list[Deal] | None:
    """Whoever has a queen of diamonds gets a diamond there; the rest is filled in, seat by seat."""
    filled = []
    for hand in cards:
        diamonds[hand[1].taken_by] -= 1
    if min(diamonds) < 0:
        return None
    for king, hand in zip(kings, cards, strict=True):
        held = [int(seat is hand[1].taken_by) for seat in SEATS]
        for seat in order:
            more = min(diamonds[seat], IN_A_SUIT - sum(held))
            held[seat] += more
            diamonds[seat] -= more
        deal: Deal | None = Deal(king, tuple(hand), _four(held)).with_tricks()
        if deal is None:
            return None
        filled.append(deal)
    return filled


def with_tricks(deals: Sequence[Deal], tricks: Sequence[int]) -> tuple[Deal, ...]:
    """Tricks that nobody needs go where one is missing."""
    spare = list(tricks)
    whole = []
    for deal in deals:
        won = list(deal.tricks)
        for seat in SEATS:
            more = min(spare[seat], IN_A_SUIT - sum(won))
            won[seat] += more
            spare[seat] -= more
        whole.append(deal._replace(tricks=_four(won)))
    return tuple(whole)


def _four(values: list[int]) -> Four:
    a, b, c, d = values
    return a, b, c, d
