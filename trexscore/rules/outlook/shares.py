"""Diamonds and tricks shared out so that sums keep within their limits, or the certainty that they cannot be.

All that is known of them is how many each seat has. Every question compares seats with one seat, the *centre*, or team
with team. So once the centre's share is fixed, each other seat has a limit of its own: with so many diamonds it may
have from so many to so many tricks. Two seats together, and then all four, are looked up among those ranges.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from trexscore.rules.outlook.measures import Weights
from trexscore.rules.seats import SEATS, Seat

Four = tuple[int, int, int, int]
Needed = Callable[[Seat, int], int | None]
"""How many tricks a seat must have for so many diamonds; None where it cannot have just these."""


class Shares(NamedTuple):
    """Who has how many."""

    diamonds: Four
    tricks: Four


class Piles(NamedTuple):
    """What is shared out, and what one of them adds to the value of whoever has it."""

    diamonds: int
    tricks: int
    diamond: int
    trick: int


class Limits(NamedTuple):
    """Sums of values, and a cost, that must not be over their limits; a cost without weights has none."""

    sums: Sequence[tuple[Weights, int]]
    cost: Weights
    most: int


Range = tuple[int, int]
"""From so many tricks to so many; none where the first is more."""
NONE: Range = (0, -1)


def share_out(piles: Piles, limits: Limits, needed: Needed) -> Shares | None:
    """Shares within the limits, where there are any."""
    return _Sharing(piles, limits, needed).found()


class _Sharing:
    """One attempt; what holds for each seat is worked out once."""

    def __init__(self, piles: Piles, limits: Limits, needed: Needed) -> None:
        self.piles, self.limits = piles, limits
        self.unlimited = [self._unlimited([needed(seat, n) for n in range(piles.diamonds + 1)]) for seat in SEATS]

    def _unlimited(self, least: list[int | None]) -> list[Range]:
        return [NONE if tricks is None else (tricks, self.piles.tricks) for tricks in least]

    def found(self) -> Shares | None:
        (weights, _), *others = self.limits.sums
        if not others and weights.count(1) > 1:
            return self._between_teams(weights)
        return self._around_the_centre()

    def _around_the_centre(self) -> Shares | None:
        centre, sign = self._centre()
        most = {weights.index(sign): most for weights, most in self.limits.sums}
        others = sorted((seat for seat in SEATS if seat is not centre), key=lambda seat: -self.limits.cost[seat])
        whole = self.piles.diamonds * self.piles.diamond + self.piles.tricks * self.piles.trick
        for diamonds, tricks, value in self._shares_of(centre, highest=sign > 0):
            if len(most) == len(others) and sign * (whole - value) > sum(most.values()) + len(others) * sign * value:
                continue
            of_others = [
                self._ranges(seat, sign, most[seat] + sign * value if seat in most else None) for seat in others
            ]
            found = self._among(others, of_others, self.piles.diamonds - diamonds, self.piles.tricks - tricks)
            if found is not None:
                return _shares({centre: (diamonds, tricks)} | found)
        return None

    def _centre(self) -> tuple[Seat, int]:
        """The seat that all sums have in common, and the sign of the others: 1 where they must not be far above it."""
        for sign in (1, -1):
            for seat in SEATS:
                if all(weights[seat] == -sign for weights, _ in self.limits.sums):
                    return seat, sign
        msg = "these sums have no seat in common"
        raise AssertionError(msg)

    def _among(
        self, seats: list[Seat], ranges: list[list[Range]], diamonds: int, tricks: int
    ) -> dict[Seat, Range] | None:
        """What three seats have of so many; the cost is that of the first two, or of none of them."""
        first, second, third = seats
        pair = self._capped(self._together(ranges[0], ranges[1], diamonds), first)
        for n, held in enumerate(pair):
            low, high = ranges[2][diamonds - n]
            if held and low <= min(high, tricks):
                fitting = held & _bits(max(0, tricks - high), tricks - low)
                if fitting:
                    of_pair = fitting.bit_length() - 1
                    a, b = self._apart(ranges[0], ranges[1], n, of_pair)
                    return {first: a, second: b, third: (diamonds - n, tricks - of_pair)}
        return None

    def _shares_of(self, centre: Seat, *, highest: bool) -> Iterator[tuple[int, int, int]]:
        """Diamonds, tricks and value that the centre may have.

        Where the others must not be far above it and tricks are a loss, it is enough to try the fewest tricks that the
        cost allows: any more might as well be somebody else's, which would only leave more room.
        """
        piles, costs = self.piles, self.limits.cost[centre]
        for diamonds, (fewest, most) in enumerate(self.unlimited[centre]):
            for tricks in range(fewest, most + 1):
                value = diamonds * piles.diamond + tricks * piles.trick
                if costs and value > self.limits.most:
                    continue
                yield diamonds, tricks, value
                if highest and piles.trick <= 0:
                    break

    def _ranges(self, seat: Seat, sign: int, most: int | None) -> list[Range]:
        """By number of diamonds, the tricks with which a seat's value, or less of it, is not over a limit."""
        if most is None:
            return self.unlimited[seat]
        each, room, step = sign * self.piles.trick, most, sign * self.piles.diamond
        found = []
        for low, high in self.unlimited[seat]:
            if each < 0:
                fewest = -(room // -each)
                found.append((fewest if fewest > low else low, high))
            elif each > 0:
                found.append((low, min(high, room // each)))
            else:
                found.append((low, high if room >= 0 else -1))
            room -= step
        return found

    def _together(self, one: list[Range], other: list[Range], most: int) -> list[int]:
        """By number of diamonds that two seats have together, the tricks that they can have, as bits."""
        found = [0] * (most + 1)
        others = [(n, low, high) for n, (low, high) in enumerate(other) if low <= high]
        for n, (low, high) in enumerate(one[: most + 1]):
            if low <= high:
                for m, more, much in others:
                    if n + m > most:
                        break
                    found[n + m] |= (2 << high + much) - (1 << low + more)
        return found

    def _capped(self, pair: list[int], first: Seat) -> list[int]:
        """The same, where what the two have together is what costs."""
        if not self.limits.cost[first]:
            return pair
        piles, most = self.piles, self.limits.most
        allowed = (
            sum(1 << t for t in range(2 * piles.tricks + 1) if n * piles.diamond + t * piles.trick <= most)
            for n in range(len(pair))
        )
        return [held & bits for held, bits in zip(pair, allowed, strict=True)]

    def _apart(self, one: list[Range], other: list[Range], diamonds: int, tricks: int) -> tuple[Range, Range]:
        """What each of two seats has, who together have so many."""
        for n in range(diamonds + 1):
            (low, high), (more, much) = one[n], other[diamonds - n]
            if low <= high and more <= much and low + more <= tricks <= high + much:
                mine = min(high, tricks - more)
                return (n, mine), (diamonds - n, tricks - mine)
        msg = "these two cannot have them together"
        raise AssertionError(msg)

    def _between_teams(self, weights: Weights) -> Shares | None:
        """All that counts is what each team has."""
        piles, (_, most) = self.piles, self.limits.sums[0]
        plus, minus = ([seat for seat in SEATS if weights[seat] == sign] for sign in (1, -1))
        ranges = self.unlimited
        ours, theirs = (self._together(*(ranges[seat] for seat in team), piles.diamonds) for team in (plus, minus))
        for n, tricks in ((n, t) for n in range(piles.diamonds + 1) for t in range(piles.tricks + 1)):
            value = n * piles.diamond + tricks * piles.trick
            left = piles.diamonds * piles.diamond + piles.tricks * piles.trick - value
            costs = self.limits.cost[plus[0]] * value + self.limits.cost[minus[0]] * left
            if value - left > most or (any(self.limits.cost) and costs > self.limits.most):
                continue
            if ours[n] >> tricks & theirs[-1 - n] >> piles.tricks - tricks & 1:
                a, b = self._apart(*(ranges[seat] for seat in plus), n, tricks)
                c, d = self._apart(*(ranges[seat] for seat in minus), piles.diamonds - n, piles.tricks - tricks)
                return _shares(dict(zip((*plus, *minus), (a, b, c, d), strict=True)))
        return None


def _bits(low: int, high: int) -> int:
    return (2 << high) - (1 << low)


def _shares(held: dict[Seat, Range]) -> Shares:
    (a, e), (b, f), (c, g), (d, h) = (held[seat] for seat in SEATS)
    return Shares((a, b, c, d), (e, f, g, h))
