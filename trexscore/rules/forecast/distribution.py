"""Distributes diamonds and tricks so that sums stay within limits, or proves that this is impossible.

Only the counts of each seat matter. Every question compares seats with one seat, the *centre*, or team with team. Once
the share of the centre is fixed, each other seat has a range of tricks for each number of diamonds. So it is enough to
combine the ranges of two seats, and to check whether the third can have the rest.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from trexscore.rules.forecast.measures import Weights
from trexscore.rules.seats import SEATS, Seat

Four = tuple[int, int, int, int]
Needed = Callable[[Seat, int], int | None]
"""Returns the tricks that a seat needs for a number of diamonds; None if it cannot have that number."""
Held = tuple[int, int]
"""Diamonds and tricks of a seat."""
Range = tuple[int, int]
"""The fewest and the most tricks; empty if the first is greater."""
_NONE: Range = (0, -1)


class Shares(NamedTuple):
    """The diamonds and tricks of the seats."""

    diamonds: Four
    tricks: Four


class ToShare(NamedTuple):
    """The diamonds and tricks to distribute, their values, and the limits of sums of values."""

    diamonds: int
    tricks: int
    diamond: int
    trick: int
    sums: tuple[tuple[Weights, int], ...]
    cost: Weights
    most: int
    """The limit of the cost, if there is a cost."""

    def value(self, diamonds: int, tricks: int) -> int:
        return diamonds * self.diamond + tricks * self.trick


def nothing_needed(_: Seat, __: int) -> int:
    """Diamonds and tricks of different deals do not depend on each other."""
    return 0


def distribute(to_share: ToShare, needed: Needed) -> Shares | None:
    """Shares within the limits; None if there are none."""
    possible = [[_possible(to_share, needed(seat, n)) for n in range(to_share.diamonds + 1)] for seat in SEATS]
    weights, _ = to_share.sums[0]
    held = _between_teams(to_share, possible) if weights.count(1) > 1 else _around_the_centre(to_share, possible)
    if held is None:
        return None
    (a, e), (b, f), (c, g), (d, h) = (held[seat] for seat in SEATS)
    return Shares((a, b, c, d), (e, f, g, h))


def _possible(to_share: ToShare, needed: int | None) -> Range:
    return _NONE if needed is None else (needed, to_share.tricks)


def _around_the_centre(to_share: ToShare, possible: Sequence[list[Range]]) -> dict[Seat, Held] | None:
    """Try all shares of the centre, and distribute the rest. Seats whose points are the cost come first."""
    centre, sign = _centre(to_share)
    limits = {SEATS[weights.index(sign)]: limit for weights, limit in to_share.sums}
    others = sorted((seat for seat in SEATS if seat is not centre), key=lambda seat: -to_share.cost[seat])
    whole = to_share.value(to_share.diamonds, to_share.tricks)
    for diamonds, tricks in _shares_of(to_share, centre, sign, possible[centre]):
        value = sign * to_share.value(diamonds, tricks)
        if len(limits) == len(others) and sign * whole - value > sum(limits.values()) + len(others) * value:
            continue
        ranges = [
            _limited(to_share, sign, limits[seat] + value, possible[seat]) if seat in limits else possible[seat]
            for seat in others
        ]
        shares = _among_three(to_share, others, ranges, (to_share.diamonds - diamonds, to_share.tricks - tricks))
        if shares is not None:
            return {centre: (diamonds, tricks)} | shares
    return None


def _centre(to_share: ToShare) -> tuple[Seat, int]:
    """The seat that is in all sums, and the sign of the others: 1 if they must not be far above it."""
    for sign in (1, -1):
        for seat in SEATS:
            if all(weights[seat] == -sign for weights, _ in to_share.sums):
                return seat, sign
    msg = "these sums have no seat in common"
    raise ValueError(msg)


def _shares_of(to_share: ToShare, centre: Seat, sign: int, possible: list[Range]) -> Iterator[Held]:
    """The possible shares of the centre.

    If the others must not be far above it and tricks are a loss, only the fewest tricks that the cost allows are tried:
    more tricks could go to another seat, which only leaves more room.
    """
    for diamonds, (fewest, most) in enumerate(possible):
        for tricks in range(fewest, most + 1):
            if to_share.cost[centre] and to_share.value(diamonds, tricks) > to_share.most:
                continue
            yield diamonds, tricks
            if sign > 0 and to_share.trick <= 0:
                break


def _limited(to_share: ToShare, sign: int, limit: int, possible: list[Range]) -> list[Range]:
    """The range of tricks by number of diamonds with which a seat's value stays within its limit."""
    trick, diamond = sign * to_share.trick, sign * to_share.diamond
    ranges = []
    for low, high in possible:
        if trick < 0:
            fewest = -(limit // -trick)
            ranges.append((max(low, fewest), high))
        elif trick > 0:
            most = limit // trick
            ranges.append((low, min(high, most)))
        else:
            ranges.append((low, high) if limit >= 0 else _NONE)
        limit -= diamond
    return ranges


def _among_three(
    to_share: ToShare, seats: Sequence[Seat], ranges: Sequence[list[Range]], rest: Held
) -> dict[Seat, Held] | None:
    """Distribute the rest among three seats; None if that is impossible."""
    (first, second, third), (first_ranges, second_ranges, third_ranges), (diamonds, tricks) = seats, ranges, rest
    pair = _combine_pair(first_ranges, second_ranges, diamonds)
    if to_share.cost[first]:
        pair = [_affordable(to_share, n, held) for n, held in enumerate(pair)]
    for n, held in enumerate(pair):
        low, high = third_ranges[diamonds - n]
        fitting = held & _bits(max(0, tricks - high), tricks - low) if low <= min(high, tricks) else 0
        if fitting:
            of_pair = fitting.bit_length() - 1
            first_held, second_held = _split_pair(first_ranges, second_ranges, (n, of_pair))
            return {first: first_held, second: second_held, third: (diamonds - n, tricks - of_pair)}
    return None


def _combine_pair(first: list[Range], second: list[Range], most: int) -> list[int]:
    """The possible numbers of tricks of two seats, as bits, by the number of their diamonds."""
    tricks_by_diamonds = [0] * (most + 1)
    second_ranges = [(m, low, high) for m, (low, high) in enumerate(second) if low <= high]
    for n, (low, high) in enumerate(first[: most + 1]):
        if low <= high:
            for m, more, much in second_ranges:
                if n + m > most:
                    break
                tricks_by_diamonds[n + m] |= (2 << high + much) - (1 << low + more)
    return tricks_by_diamonds


def _affordable(to_share: ToShare, diamonds: int, tricks: int) -> int:
    """The numbers of tricks, as bits, that are within the cost limit with these diamonds."""
    numbers = range(tricks.bit_length())
    return tricks & sum(1 << n for n in numbers if to_share.value(diamonds, n) <= to_share.most)


def _split_pair(first: list[Range], second: list[Range], pair: Held) -> tuple[Held, Held]:
    diamonds, tricks = pair
    for n in range(diamonds + 1):
        (low, high), (more, much) = first[n], second[diamonds - n]
        if low <= high and more <= much and low + more <= tricks <= high + much:
            first_tricks = min(high, tricks - more)
            return (n, first_tricks), (diamonds - n, tricks - first_tricks)
    msg = "two seats cannot have this together"
    raise ValueError(msg)


def _between_teams(to_share: ToShare, possible: Sequence[list[Range]]) -> dict[Seat, Held] | None:
    weights, limit = to_share.sums[0]
    ours, theirs = ([seat for seat in SEATS if weights[seat] == sign] for sign in (1, -1))
    our_ranges, their_ranges = ([possible[seat] for seat in team] for team in (ours, theirs))
    we, they = (_combine_pair(first, second, to_share.diamonds) for first, second in (our_ranges, their_ranges))
    for n in range(to_share.diamonds + 1):
        for tricks in range(to_share.tricks + 1):
            our, their = (n, tricks), (to_share.diamonds - n, to_share.tricks - tricks)
            value, left = to_share.value(*our), to_share.value(*their)
            cost = to_share.cost[ours[0]] * value + to_share.cost[theirs[0]] * left
            within = value - left <= limit and (not any(to_share.cost) or cost <= to_share.most)
            if within and we[n] >> tricks & they[their[0]] >> their[1] & 1:
                held = (
                    *_split_pair(our_ranges[0], our_ranges[1], our),
                    *_split_pair(their_ranges[0], their_ranges[1], their),
                )
                return dict(zip((*ours, *theirs), held, strict=True))
    return None


def _bits(low: int, high: int) -> int:
    return (2 << high) - (1 << low)
