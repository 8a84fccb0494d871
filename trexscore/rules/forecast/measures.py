"""A question about endings, and the measures by which a search sees early that it has no answer.

A question asks for an ending in which each of up to three sums of points stays within its limit, and a cost, too. A
measure is one of these, or several of them added up: what keeps to the limits keeps the measure within the limits
added up. Of each thing still to come, a measure knows the least that it can add, whichever way it goes; what a way
adds beyond that is its *excess*. So ways together are an answer exactly if no measure's *room*, its limit less all the
least, is less than their excesses. Room only shrinks, and once it is short nothing that follows can help.

Excesses are multiples of a common unit, so that room may be rounded down to it. Nothing is lost by that: it is only
sooner seen. And room beyond all the excess that can still come is as good as none beyond.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import gcd
from typing import Literal, NamedTuple

from trexscore.rules.forecast.ways import KINDS, Counts, Way, ways
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS

SCALE = 8
"""A point in the sums: finer than four first places in Trex, which decide only where points are equal."""
_FIELD = 64
"""Bits for one measure in a packed number. The topmost is set, and falls when room is overdrawn."""

Weights = tuple[int, int, int, int]
Room = tuple[int, ...]


class Shape(NamedTuple):
    """What a question sums up, apart from the limits."""

    rules: HouseRules
    combined: bool
    better: int
    """+1 where more points are better, −1 where fewer are."""
    firsts: Literal["none", "seat", "team"]
    """On whom first places in Trex are counted."""
    sums: tuple[Weights, ...]
    """Seat by seat, how often its points count."""
    cost: Weights

    @property
    def point(self) -> int:
        """What a point adds to a sum."""
        return SCALE * self.better


class _Within(NamedTuple):
    """What holds of the room while so many of each kind are to come."""

    unit: Room
    most: Room
    reach: Room | None
    """What all excess together can come to, in units, as bits: fewer things come to fewer sums."""
    apart: list[list[tuple[int, int, int]]]
    """The halves of each measure, and what it loses against them."""
    joint: Room
    """What measures of several sums lose against these sums, as no way is the least in all of them."""


class Measures:
    """The measures of questions of one shape, and the excess of every way in each of them."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        sums = len(shape.sums)
        added = (parts for parts in product((0, 1), repeat=sums) if any(parts))
        self.parts = [(*parts, cost) for parts in added for cost in range(sum(parts) + 2)] + [(0,) * sums + (1,)]
        self.parts.sort(key=lambda parts: (sum(map(bool, parts)) > 1, sum(parts)))
        """Of each measure, how often it counts each sum, and the cost last; sums of others come behind them."""
        self.base = [self.parts.index(tuple(int(i == j) for j in range(sums + 1))) for i in range(sums + 1)]
        self.terms = [[(self.base[i], times) for i, times in enumerate(parts) if times] for parts in self.parts]
        self.halves = [self._halves(parts) for parts in self.parts]
        self.guard = sum(1 << (_FIELD * place + _FIELD - 1) for place in range(len(self.parts)))
        self.least: list[Room] = []
        self.excess: list[list[Room]] = []
        self.kept: list[list[int]] = []
        """Of each kind, the ways that are worth trying, the least excess first."""
        for kind in KINDS:
            of_kind = ways(shape.rules, combined=shape.combined)[kind]
            of_ways = [self._measured(way) for way in of_kind]
            least = tuple(map(min, zip(*of_ways, strict=True)))
            self.least.append(least)
            self.excess.append([tuple(a - b for a, b in zip(one, least, strict=True)) for one in of_ways])
            self.kept.append(self._worth_trying(of_kind, self.excess[-1]))
        self.packed = [[self.pack(one) for one in of_kind] for of_kind in self.excess]
        self._within: dict[Counts, _Within] = {}

    def _halves(self, parts: tuple[int, ...]) -> list[tuple[int, int]]:
        """The measures of which this one is the sum: one of a single seat, and the other."""
        found = []
        for place in range(len(parts) - 1):
            seat = tuple(int(i in (place, len(parts) - 1)) for i in range(len(parts)))
            rest = tuple(n - of_seat for n, of_seat in zip(parts, seat, strict=True))
            if rest in self.parts:
                found.append((self.parts.index(seat), self.parts.index(rest)))
        return found

    def value(self, points: Sequence[int], firsts: Sequence[int]) -> list[int]:
        """The sums and the cost of these points and first places."""
        of = list(firsts)
        if self.shape.firsts == "none":
            of = [0, 0, 0, 0]
        elif self.shape.firsts == "team":
            of = [firsts[seat] + firsts[seat.partner] for seat in SEATS]
        whole = [self.shape.point * n for n in points]
        fine = [n + first for n, first in zip(whole, of, strict=True)]
        return [_times(weights, fine) for weights in self.shape.sums] + [_times(self.shape.cost, whole)]

    def _measured(self, way: Way) -> Room:
        value = self.value(way.points, [int(way.first is seat) for seat in SEATS])
        return tuple(sum(times * n for times, n in zip(parts, value, strict=True)) for parts in self.parts)

    def _worth_trying(self, of_ways: Sequence[Way], of_kind: list[Room]) -> list[int]:
        """Of ways that come to the same, one; and none than which another is better in every sum.

        In a deal of all four contracts it may be worse but need fewer tricks: there only points that differ count.
        """
        bases = [tuple(one[i] for i in self.base) for one in of_kind]
        if self.shape.combined:
            kept = list({(way.points, way.first): i for i, way in reversed([*enumerate(of_ways)])}.values())
        else:
            kept = [i for i, one in enumerate(bases) if not any(_beats(other, one) for other in bases)]
            kept = [i for i in kept if bases[i] not in bases[:i]]
        return sorted(kept, key=lambda i: sum(bases[i]))

    def pack(self, room: Room) -> int:
        """All measures in one number, so that a way is taken off all of them at once."""
        return sum(n << (_FIELD * place) for place, n in enumerate(room))

    def unpack(self, packed: int) -> Room:
        """The measures of a packed number that keeps within its room."""
        mask = (1 << (_FIELD - 1)) - 1
        return tuple(packed >> (_FIELD * place) & mask for place in range(len(self.parts)))

    def within(self, counts: Counts) -> _Within:
        """What holds of room with these to come."""
        known = self._within.get(counts)
        if known is None:
            known = self._within[counts] = self._found_within(counts)
        return known

    def _found_within(self, counts: Counts) -> _Within:
        open_ways = [(n, excess) for n, excess in zip(counts, self.excess, strict=True) if n]
        each = [[(n, {one[i] for one in excess}) for n, excess in open_ways] for i in range(len(self.parts))]
        least = [sum(n * kind[i] for n, kind in zip(counts, self.least, strict=True)) for i in range(len(self.parts))]
        unit = tuple(gcd(*(step for _, steps in kinds for step in steps)) for kinds in each)
        apart = [
            [(one, other, least[one] + least[other] - least[place]) for one, other in halves]
            for place, halves in enumerate(self.halves)
        ]
        coins_or_not = not (any(counts[:3]) and any(counts[3:]))
        return _Within(
            unit,
            tuple(sum(n * max(steps) for n, steps in kinds) for kinds in each),
            tuple(map(_reach, each, unit)) if coins_or_not else None,
            apart,
            tuple(
                sum(times * least[i] for i, times in terms) - low for terms, low in zip(self.terms, least, strict=True)
            ),
        )

    def least_of(self, counts: Counts) -> list[int]:
        """The least that each sum, and the cost, can come to with these to come."""
        return [sum(n * least[i] for n, least in zip(counts, self.least, strict=True)) for i in self.base]

    def tightened(self, room: Room, counts: Counts) -> Room | None:
        """The same room, rounded to what can still fill it; None where it is short."""
        unit, most, reach, apart, joint = self.within(counts)
        tight = list(room)
        for i, terms in enumerate(self.terms):
            low = tight[i]
            if len(terms) > 1:
                implied = joint[i]
                for j, times in terms:
                    implied += times * tight[j]
                low = min(low, implied)
                for one, other, lost in apart[i]:
                    implied = tight[one] + tight[other] + lost
                    low = min(low, implied)
            if low >= most[i]:
                tight[i] = most[i]
                continue
            if low < 0:
                return None
            if reach is None:
                tight[i] = low - low % unit[i]
            else:
                tight[i] = ((reach[i] & ((2 << low // unit[i]) - 1)).bit_length() - 1) * unit[i]
                if tight[i] < 0:
                    return None
        return tuple(tight)

    def room(self, limits: Sequence[int | None], counts: Counts) -> Room | None:
        """The room of a question with these limits, the cost's last."""
        least, most = self.least_of(counts), self.within(counts).most
        base = [
            most[i] if limit is None else limit - low for limit, low, i in zip(limits, least, self.base, strict=True)
        ]
        of_parts = (sum(times * n for times, n in zip(parts, base, strict=True)) for parts in self.parts)
        room = tuple(lost + n for lost, n in zip(self.within(counts).joint, of_parts, strict=True))
        return self.tightened(room, counts)


measures = lru_cache(maxsize=512)(Measures)


def _beats(one: Room, other: Room) -> bool:
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))


def _reach(kinds: list[tuple[int, set[int]]], unit: int) -> int:
    """All that so many steps can come to, as bits."""
    reach = 1
    for n, steps in kinds:
        shifts = {step // unit for step in steps} - {0} if unit else ()
        if not shifts:
            continue
        rests = 0 in steps
        for _ in range(n):
            grown = reach if rests else 0
            for shift in shifts:
                grown |= reach << shift
            reach = grown
    return reach


def _times(weights: Weights, values: Sequence[int]) -> int:
    return sum(weight * value for weight, value in zip(weights, values, strict=True))
