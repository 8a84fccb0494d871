"""Cards, diamonds and tricks dealt out to several deals of all four contracts, if a simple way will do."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from trexscore.rules.captures import TakenCard
from trexscore.rules.cards import IN_A_SUIT, QUEENS, SEATS_IN_A_TRICK
from trexscore.rules.forecast.combined import Deal, Five, needed_for, needs_of
from trexscore.rules.forecast.shares import Four, Needed, Shares, ToShare, distribute
from trexscore.rules.forecast.ways import Kind, Way
from trexscore.rules.seats import SEATS, Seat


def dealt(kings: Sequence[Seat], given: Sequence[tuple[Kind, Way, int]], to_share: ToShare) -> tuple[Deal, ...]:
    """Deals of these kings with just these cards, and diamonds and tricks within the limits; none if none are found."""
    taken: dict[Kind, list[TakenCard]] = {Kind.KING: [], Kind.QUEEN: []}
    for kind, way, n in given:
        if isinstance(way.what, TakenCard):
            taken[kind] += [way.what] * n
    for hands in _arranged(len(kings), taken[Kind.KING], taken[Kind.QUEEN]):
        shares = distribute(to_share, _generous(kings, hands))
        for order in permutations(SEATS):
            deals = _filled(kings, hands, shares, order) if shares else ()
            if deals:
                return deals
    return ()


def _generous(kings: Sequence[Seat], hands: Sequence[Five]) -> Needed:
    """Tricks that will do for all deals together, mostly, however the diamonds are spread over them."""
    needs = [needs_of(king, hand) for king, hand in zip(kings, hands, strict=True)]

    def needed(seat: Seat, diamonds: int) -> int | None:
        queens = sum(hand[1].taken_by is seat for hand in hands)
        if diamonds < queens:
            return None
        others = sum(other[seat] for _, other in needs)
        spread = min(len(kings), others + diamonds) - 1 if others + diamonds else 0
        floors = sum(floor[seat] for floor, _ in needs)
        return max(floors, -(-(others + diamonds) // SEATS_IN_A_TRICK) + spread)

    return needed


def _arranged(deals: int, kings: list[TakenCard], queens: list[TakenCard]) -> Iterator[list[Five]]:
    """The cards of each deal, the queen of diamonds second: each taker's queens together, or apart."""
    together = sorted(queens, key=lambda taken: taken.taken_by)
    for arranged in (together, [queen for first in range(deals) for queen in together[first::deals]]):
        hands = [arranged[n * len(QUEENS) : (n + 1) * len(QUEENS)] for n in range(deals)]
        for of_diamonds in range(len(QUEENS)):
            yield [(king, *hand[of_diamonds:], *hand[:of_diamonds]) for king, hand in zip(kings, hands, strict=True)]


def _filled(kings: Sequence[Seat], hands: Sequence[Five], shares: Shares, order: Sequence[Seat]) -> tuple[Deal, ...]:
    """Whoever has a queen of diamonds gets a diamond there; the rest is filled in, seat by seat, tricks as needed."""
    diamonds, tricks = list(shares.diamonds), list(shares.tricks)
    for hand in hands:
        diamonds[hand[1].taken_by] -= 1
    if min(diamonds) < 0:
        return ()
    parts = []
    for king, hand in zip(kings, hands, strict=True):
        held = [int(seat is hand[1].taken_by) for seat in SEATS]
        _fill(held, diamonds, order)
        needed = needed_for(king, hand)
        won = [needed(seat, held[seat]) or 0 for seat in SEATS]
        tricks = [left - more for left, more in zip(tricks, won, strict=True)]
        if min(tricks) < 0 or sum(won) > IN_A_SUIT:
            return ()
        parts.append((king, hand, held, won))
    for *_, won in parts:
        _fill(won, tricks, order)
    return tuple(Deal(king, hand, _four(held), _four(won)) for king, hand, held, won in parts)


def _fill(held: list[int], left: list[int], order: Sequence[Seat]) -> None:
    """Move what is left to where some of thirteen are missing."""
    for seat in order:
        more = min(left[seat], IN_A_SUIT - sum(held))
        held[seat] += more
        left[seat] -= more


def _four(values: Sequence[int]) -> Four:
    a, b, c, d = values
    return a, b, c, d
