"""Is there an ending within the limits? Trex and the cards are given a way, one after the other, as far as room allows;
then diamonds and tricks are shared out.

Where a king still owes all four contracts in one deal, they are first shared out as if only diamonds needed tricks.
What is not possible then is not possible at all. What is possible is held against the cards: in one such deal against
all that come to the same points, so that nothing is overlooked; in several only as far as `dealt` tries.
"""

from collections.abc import Iterator
from typing import NamedTuple

from trexscore.rules.cards import IN_A_SUIT, QUEENS
from trexscore.rules.forecast.combined import Deal, cards_worth, needed_at_least, needed_for
from trexscore.rules.forecast.dealt import dealt
from trexscore.rules.forecast.measures import Measures, Room
from trexscore.rules.forecast.shares import Shares, ToShare, distribute, nothing_needed
from trexscore.rules.forecast.ways import KINDS, Counts, Kind, Rest, Way, ways
from trexscore.rules.seats import NO_POINTS, SEATS, Points, add

_KING, _QUEEN, _DIAMOND = range(1, len(KINDS) - 1)
_SHARING, _DEALING = 50, 1500
"""What it takes to share out and to deal, in steps of giving a card."""


class Found(NamedTuple):
    """An ending: which ways it goes, and how often; and the deals of all four contracts."""

    loose: tuple[tuple[Kind, Way, int], ...] = ()
    deals: tuple[Deal, ...] = ()


class Undecided(Exception):
    """Whoever asked has no patience for more steps, or an ending may have been overlooked."""


class Search:
    """One search through one game's rest."""

    def __init__(self, measures: Measures, rest: Rest, patience: int | None = None) -> None:
        self.patience = patience
        """Steps after which it is given up: then nothing is known. None: never."""
        self.measures = measures
        self.rest = rest
        trex, king, queen, diamond, trick = rest.loose
        deals = len(rest.deals)
        self.counts: Counts = (
            trex,
            king + deals,
            queen + len(QUEENS) * deals,
            diamond + IN_A_SUIT * deals,
            trick + IN_A_SUIT * deals,
        )
        self.ways = ways(measures.shape.rules, combined=measures.shape.combined)
        self.in_vain: set[object] = set()
        self.given: list[tuple[int, int, int]] = []
        """Kind, way, and how often, so far."""
        self.missed = 0
        """How often cards were found wanting that others might have replaced."""
        self.overlooked = False

    def find(self, room: Room | None) -> Found | None:
        """An ending that keeps within the room."""
        if room is None:
            return None
        self.in_vain.clear()
        self.given.clear()
        self.overlooked = False
        found = self._go_on(0, self.counts, self.measures.pack(room))
        if found is None and self.overlooked:
            raise Undecided
        return found

    def _step(self, weight: int = 1) -> None:
        if self.patience is not None:
            self.patience -= weight
            if self.patience < 0:
                raise Undecided

    def _go_on(self, kind: int, counts: Counts, packed: int) -> Found | None:
        """Behind all of a kind: the rest."""
        room = self.measures.tightened(self.measures.unpack(packed), counts)
        if room is None:
            return None
        while kind < _DIAMOND and not counts[kind]:
            kind += 1
        if kind >= _DIAMOND:
            return self._counted(counts, room)
        packed = self.measures.pack(room) | self.measures.guard
        return self._give(kind, 0, counts[kind], counts, packed, self._plan(kind, counts, room))

    def _give(  # noqa: PLR0913, PLR0917 - the state of the search, at its hottest place
        self, kind: int, place: int, n: int, counts: Counts, packed: int, plan: list[int]
    ) -> Found | None:
        """Give `n` of a kind the ways from `place` on, first as often as planned, then further and further from it."""
        if n == 0:
            return self._go_on(kind, _without(counts, kind), packed)
        known = kind, place, n, packed
        if known in self.in_vain:
            return None
        self._step()
        guard, kept, missed = self.measures.guard, self.measures.kept[kind], self.missed
        way, last = kept[place], place == len(kept) - 1
        each = self.measures.packed[kind][way]
        for many in (n,) if last else _around(plan[place], n):
            less = packed - many * each
            if less & guard != guard:
                continue
            self.given.append((kind, way, many))
            found = self._give(kind, place + 1, n - many, counts, less, plan)
            if found is not None:
                return found
            self.given.pop()
        if missed == self.missed:
            self.in_vain.add(known)
        return None

    def _counted(self, counts: Counts, room: Room) -> Found | None:
        """Share out diamonds and tricks, and see whether all that has been given can be so."""
        known = counts, room
        if known in self.in_vain:
            return None
        self._step(_SHARING)
        to_share = self._to_share(counts, room)
        shares = distribute(to_share, needed_at_least if self.rest.deals else nothing_needed)
        if shares is None:
            self.in_vain.add(known)
            return None
        if not self.rest.deals:
            return Found((*self._all_given(), *self._as_given(shares)))
        deals = self._in_one_deal(to_share) if len(self.rest.deals) == 1 else self._in_several_deals(to_share)
        return Found(tuple(one for one in self._all_given() if one[0] is Kind.TREX), deals) if deals else None

    def _to_share(self, counts: Counts, room: Room) -> ToShare:
        measures, (*_, diamonds, tricks) = self.measures, counts
        shape, least = measures.shape, measures.least_of(counts)
        *limits, most = (room[i] + low for i, low in zip(measures.base, least, strict=True))
        diamond, trick = (shape.point * self.ways[kind][0].points.A for kind in (Kind.DIAMOND, Kind.TRICK))
        return ToShare(diamonds, tricks, diamond, trick, tuple(zip(shape.sums, limits, strict=True)), shape.cost, most)

    def _in_one_deal(self, to_share: ToShare) -> tuple[Deal, ...]:
        """The deal, with any cards that come to the points of those that have been given."""
        (king,) = self.rest.deals
        points = self._points_of_cards()
        known = to_share, points
        if known not in self.in_vain:
            for cards in cards_worth(self.measures.shape.rules, king, points):
                self._step(_SHARING)
                shares = distribute(to_share, needed_for(king, cards))
                if shares is not None:
                    return (Deal(king, cards, *shares),)
            self.in_vain.add(known)
        self.missed += 1
        return ()

    def _in_several_deals(self, to_share: ToShare) -> tuple[Deal, ...]:
        self._step(_DEALING)
        deals = dealt(self.rest.deals, self._all_given(), to_share)
        self.missed += not deals
        self.overlooked = self.overlooked or not deals
        return deals

    def _points_of_cards(self) -> Points:
        total = NO_POINTS
        for kind, way, many in self._all_given():
            if kind is not Kind.TREX:
                for _ in range(many):
                    total = add(total, way.points)
        return total

    def _as_given(self, shares: Shares) -> Iterator[tuple[Kind, Way, int]]:
        for kind, held in zip((Kind.DIAMOND, Kind.TRICK), shares, strict=True):
            for seat in SEATS:
                yield kind, self.ways[kind][seat], held[seat]

    def _all_given(self) -> tuple[tuple[Kind, Way, int], ...]:
        return tuple((KINDS[kind], self.ways[KINDS[kind]][way], many) for kind, way, many in self.given if many)

    def _plan(self, kind: int, counts: Counts, room: Room) -> list[int]:
        """How often each way is best taken, so that every sum uses up its room evenly over all that is to come."""
        measures = self.measures
        most, n = measures.within(counts).most, counts[kind]
        kept = measures.kept[kind]
        axes = [(i, most[i]) for i in measures.base if most[i]]
        target = [n * room[i] / whole * max(one[i] for one in measures.excess[kind]) for i, whole in axes]
        steps = [[measures.excess[kind][way][i] for i, _ in axes] for way in kept]
        plan = [0] * len(kept)
        guard, packed = measures.guard, measures.pack(room) | measures.guard
        for left in range(n, 0, -1):
            options = [w for w, way in enumerate(kept) if (packed - measures.packed[kind][way]) & guard == guard]
            if not options:
                break
            now = [x / left for x in target]
            nearest = min(options, key=lambda w: sum([(x - y) ** 2 for x, y in zip(now, steps[w], strict=True)]))
            plan[nearest] += 1
            packed -= measures.packed[kind][kept[nearest]]
            target = [x - y for x, y in zip(target, steps[nearest], strict=True)]
        return plan


def _without(counts: Counts, kind: int) -> Counts:
    a, b, c, d, e = (0 if place == kind else n for place, n in enumerate(counts))
    return a, b, c, d, e


def _around(plan: int, n: int) -> Iterator[int]:
    """The numbers from 0 to n, those near the plan first."""
    plan = min(plan, n)
    yield plan
    for away in range(1, n + 1):
        if plan + away <= n:
            yield plan + away
        if plan - away >= 0:
            yield plan - away
