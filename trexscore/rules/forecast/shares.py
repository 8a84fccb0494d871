"""Diamonds and tricks shared out so that sums keep within their limits, or the certainty that they cannot be.

All that counts is how many each seat has. Every question compares seats with one seat, the *centre*, or team with team.
Once the centre has its share, each other seat has a limit of its own: with so many diamonds, from so many to so many
tricks. So it is enough to see which numbers two of them can have together, and whether the third can have the rest.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from trexscore.rules.forecast.measures import Weights
from trexscore.rules.seats import SEATS, Seat

Four = tuple[int, int, int, int]
Needed = Callable[[Seat, int], int | None]
"""How many tricks a seat must have for so many diamonds; None where it cannot have just these."""
Held = tuple[int, int]
"""Diamonds and tricks of a seat."""
Range = tuple[int, int]
"""From so many tricks to so many; none at all where the first is more."""
_NONE: Range = (0, -1)


class Shares(NamedTuple):
    """Who has how many."""

    diamonds: Four
    tricks: Four


class ToShare(NamedTuple):
    """What is shared out, what one of them adds to the value of whoever has it, and the limits of sums of values."""

    diamonds: int
    tricks: int
    diamond: int
    trick: int
    sums: tuple[tuple[Weights, int], ...]
    cost: Weights
    most: int
    """What it may cost; only where something costs."""

    def value(self, diamonds: int, tricks: int) -> int:
        """What so many add."""
        return diamonds * self.diamond + tricks * self.trick


def nothing_needed(_: Seat, __: int) -> int:
    """Diamonds and tricks of different deals have nothing to do with each other."""
    return 0


def distribute(to_share: ToShare, needed: Needed) -> Shares | None:
    """Shares within the limits, where there are any."""
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
    """Whichever share the centre has, the others have the rest; those whose points cost, if any, come first."""
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
        found = _among_three(to_share, others, ranges, (to_share.diamonds - diamonds, to_share.tricks - tricks))
        if found is not None:
            return {centre: (diamonds, tricks)} | found
    return None


def _centre(to_share: ToShare) -> tuple[Seat, int]:
    """The seat that all sums have in common, and the others' sign: 1 where they must not be far above it."""
    for sign in (1, -1):
        for seat in SEATS:
            if all(weights[seat] == -sign for weights, _ in to_share.sums):
                return seat, sign
    msg = "these sums have no seat in common"
    raise ValueError(msg)


def _shares_of(to_share: ToShare, centre: Seat, sign: int, possible: list[Range]) -> Iterator[Held]:
    """What the centre may have.

    Where the others must not be far above it and tricks are a loss, it is enough to try the fewest tricks that the cost
    allows: any more might as well be somebody else's, which would only leave more room.
    """
    for diamonds, (fewest, most) in enumerate(possible):
        for tricks in range(fewest, most + 1):
            if to_share.cost[centre] and to_share.value(diamonds, tricks) > to_share.most:
                continue
            yield diamonds, tricks
            if sign > 0 and to_share.trick <= 0:
                break


def _limited(to_share: ToShare, sign: int, limit: int, possible: list[Range]) -> list[Range]:
    """By number of diamonds, the tricks with which a seat's value, or less of it, is not over its limit."""
    trick, diamond = sign * to_share.trick, sign * to_share.diamond
    found = []
    for low, high in possible:
        if trick < 0:
            fewest = -(limit // -trick)
            found.append((max(low, fewest), high))
        elif trick > 0:
            most = limit // trick
            found.append((low, min(high, most)))
        else:
            found.append((low, high) if limit >= 0 else _NONE)
        limit -= diamond
    return found


def _among_three(
    to_share: ToShare, seats: Sequence[Seat], ranges: Sequence[list[Range]], rest: Held
) -> dict[Seat, Held] | None:
    """What each has of the rest."""
    (first, second, third), (one, other, last), (diamonds, tricks) = seats, ranges, rest
    pair = _together(one, other, diamonds)
    if to_share.cost[first]:
        pair = [_affordable(to_share, n, held) for n, held in enumerate(pair)]
    for n, held in enumerate(pair):
        low, high = last[diamonds - n]
        fitting = held & _bits(max(0, tricks - high), tricks - low) if low <= min(high, tricks) else 0
        if fitting:
            of_pair = fitting.bit_length() - 1
            mine, yours = _apart(one, other, (n, of_pair))
            return {first: mine, second: yours, third: (diamonds - n, tricks - of_pair)}
    return None


def _together(one: list[Range], other: list[Range], most: int) -> list[int]:
    """By number of diamonds that two seats have together, the numbers of tricks that they can have, as bits."""
    found = [0] * (most + 1)
    others = [(m, low, high) for m, (low, high) in enumerate(other) if low <= high]
    for n, (low, high) in enumerate(one[: most + 1]):
        if low <= high:
            for m, more, much in others:
                if n + m > most:
                    break
                found[n + m] |= (2 << high + much) - (1 << low + more)
    return found


def _affordable(to_share: ToShare, diamonds: int, tricks: int) -> int:
    """Of these numbers of tricks, as bits, those that with the diamonds do not cost too much."""
    numbers = range(tricks.bit_length())
    return tricks & sum(1 << n for n in numbers if to_share.value(diamonds, n) <= to_share.most)


def _apart(one: list[Range], other: list[Range], together: Held) -> tuple[Held, Held]:
    """What each of two seats has, who can have this together."""
    diamonds, tricks = together
    for n in range(diamonds + 1):
        (low, high), (more, much) = one[n], other[diamonds - n]
        if low <= high and more <= much and low + more <= tricks <= high + much:
            mine = min(high, tricks - more)
            return (n, mine), (diamonds - n, tricks - mine)
    msg = "two seats cannot have this together"
    raise ValueError(msg)


def _between_teams(to_share: ToShare, possible: Sequence[list[Range]]) -> dict[Seat, Held] | None:
    """All that counts is what each team has."""
    weights, limit = to_share.sums[0]
    ours, theirs = ([seat for seat in SEATS if weights[seat] == sign] for sign in (1, -1))
    our_ranges, their_ranges = ([possible[seat] for seat in team] for team in (ours, theirs))
    we, they = (_together(one, other, to_share.diamonds) for one, other in (our_ranges, their_ranges))
    for n in range(to_share.diamonds + 1):
        for tricks in range(to_share.tricks + 1):
            our, their = (n, tricks), (to_share.diamonds - n, to_share.tricks - tricks)
            value, left = to_share.value(*our), to_share.value(*their)
            cost = to_share.cost[ours[0]] * value + to_share.cost[theirs[0]] * left
            within = value - left <= limit and (not any(to_share.cost) or cost <= to_share.most)
            if within and we[n] >> tricks & they[their[0]] >> their[1] & 1:
                held = (*_apart(our_ranges[0], our_ranges[1], our), *_apart(their_ranges[0], their_ranges[1], their))
                return dict(zip((*ours, *theirs), held, strict=True))
    return None


def _bits(low: int, high: int) -> int:
    return (2 << high) - (1 << low)
