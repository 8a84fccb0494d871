"""Searches for an ending within limits: assigns outcomes to Trex and the cards one after the other, as far as room
allows, then distributes diamonds and tricks.

If a king still has all four contracts in one deal, diamonds and tricks are first distributed as if only diamonds needed
tricks. If that fails, there is no ending. Otherwise the cards are checked: for one such deal all cards with the same
points, which is exhaustive; for several deals only what `dealt` tries.
"""

from collections.abc import Iterator
from typing import NamedTuple

from trexscore.rules.cards import IN_A_SUIT, QUEENS
from trexscore.rules.forecast.combined import Deal, cards_worth, needed_at_least, needed_for
from trexscore.rules.forecast.deal_search import find_deals
from trexscore.rules.forecast.distribution import Shares, ToShare, distribute, nothing_needed
from trexscore.rules.forecast.measures import Measures, Room
from trexscore.rules.forecast.outcomes import KINDS, Counts, ItemKind, Rest, Way, ways
from trexscore.rules.seats import NO_POINTS, SEATS, Points, add

_KING, _QUEEN, _DIAMOND = range(1, len(KINDS) - 1)
_SHARING, _DEALING = 50, 1500
"""The costs of distributing and of dealing, in steps of assigning a card."""


class Ending(NamedTuple):
    """An ending: outcomes with their numbers, and the deals of all four contracts."""

    loose: tuple[tuple[ItemKind, Way, int], ...] = ()
    deals: tuple[Deal, ...] = ()


class Undecided(Exception):
    """The search ran out of steps, or may have overlooked an ending."""


class Search:
    """Searches the possible endings of a game's rest."""

    def __init__(self, measures: Measures, rest: Rest, patience: int | None = None) -> None:
        self.patience = patience
        """Steps left until `Undecided` is raised; None for no limit."""
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
        self.failed: set[object] = set()
        self.assigned: list[tuple[int, int, int]] = []
        """ItemKind, outcome and number, as assigned so far."""
        self.missed = 0
        """How often cards did not fit although others with the same points might."""
        self.overlooked = False

    def find(self, room: Room | None) -> Ending | None:
        """An ending within the room; None if there is none. Raises `Undecided`."""
        if room is None:
            return None
        self.failed.clear()
        self.assigned.clear()
        self.overlooked = False
        ending = self._continue(0, self.counts, self.measures.pack(room))
        if ending is None and self.overlooked:
            raise Undecided
        return ending

    def _step(self, weight: int = 1) -> None:
        if self.patience is not None:
            self.patience -= weight
            if self.patience < 0:
                raise Undecided

    def _continue(self, kind: int, counts: Counts, packed: int) -> Ending | None:
        """Continue with the next kind of items."""
        room = self.measures.tightened(self.measures.unpack(packed), counts)
        if room is None:
            return None
        while kind < _DIAMOND and not counts[kind]:
            kind += 1
        if kind >= _DIAMOND:
            return self._distribute_counts(counts, room)
        packed = self.measures.pack(room) | self.measures.guard
        return self._assign(kind, 0, counts[kind], counts, packed, self._plan(kind, counts, room))

    def _assign(  # noqa: PLR0913, PLR0917 - the state of the search, at its hottest place
        self, kind: int, place: int, n: int, counts: Counts, packed: int, plan: list[int]
    ) -> Ending | None:
        """Assign the outcomes from index `place` on to `n` items, first in the planned numbers, then in others."""
        if n == 0:
            return self._continue(kind, _without(counts, kind), packed)
        known = kind, place, n, packed
        if known in self.failed:
            return None
        self._step()
        guard, kept, missed = self.measures.guard, self.measures.kept[kind], self.missed
        way, last = kept[place], place == len(kept) - 1
        each = self.measures.packed[kind][way]
        for many in (n,) if last else _around(plan[place], n):
            less = packed - many * each
            if less & guard != guard:
                continue
            self.assigned.append((kind, way, many))
            ending = self._assign(kind, place + 1, n - many, counts, less, plan)
            if ending is not None:
                return ending
            self.assigned.pop()
        if missed == self.missed:
            self.failed.add(known)
        return None

    def _distribute_counts(self, counts: Counts, room: Room) -> Ending | None:
        """Distribute diamonds and tricks, and check whether the assigned cards fit."""
        known = counts, room
        if known in self.failed:
            return None
        self._step(_SHARING)
        to_share = self._to_share(counts, room)
        shares = distribute(to_share, needed_at_least if self.rest.deals else nothing_needed)
        if shares is None:
            self.failed.add(known)
            return None
        if not self.rest.deals:
            return Ending((*self._assigned_outcomes(), *self._counts_as_outcomes(shares)))
        deals = self._in_one_deal(to_share) if len(self.rest.deals) == 1 else self._in_several_deals(to_share)
        return (
            Ending(tuple(outcome for outcome in self._assigned_outcomes() if outcome[0] is ItemKind.TREX), deals)
            if deals
            else None
        )

    def _to_share(self, counts: Counts, room: Room) -> ToShare:
        measures, (*_, diamonds, tricks) = self.measures, counts
        shape, least = measures.shape, measures.least_sums(counts)
        *limits, most = (room[i] + low for i, low in zip(measures.base, least, strict=True))
        diamond, trick = (shape.point * self.ways[kind][0].points.A for kind in (ItemKind.DIAMOND, ItemKind.TRICK))
        return ToShare(diamonds, tricks, diamond, trick, tuple(zip(shape.sums, limits, strict=True)), shape.cost, most)

    def _in_one_deal(self, to_share: ToShare) -> tuple[Deal, ...]:
        """The deal, with any cards that have the points of the assigned ones."""
        (king,) = self.rest.deals
        points = self._points_of_cards()
        known = to_share, points
        if known not in self.failed:
            for cards in cards_worth(self.measures.shape.rules, king, points):
                self._step(_SHARING)
                shares = distribute(to_share, needed_for(king, cards))
                if shares is not None:
                    return (Deal(king, cards, *shares),)
            self.failed.add(known)
        self.missed += 1
        return ()

    def _in_several_deals(self, to_share: ToShare) -> tuple[Deal, ...]:
        self._step(_DEALING)
        deals = find_deals(self.rest.deals, self._assigned_outcomes(), to_share)
        self.missed += not deals
        self.overlooked = self.overlooked or not deals
        return deals

    def _points_of_cards(self) -> Points:
        total = NO_POINTS
        for kind, way, many in self._assigned_outcomes():
            if kind is not ItemKind.TREX:
                for _ in range(many):
                    total = add(total, way.points)
        return total

    def _counts_as_outcomes(self, shares: Shares) -> Iterator[tuple[ItemKind, Way, int]]:
        for kind, held in zip((ItemKind.DIAMOND, ItemKind.TRICK), shares, strict=True):
            for seat in SEATS:
                yield kind, self.ways[kind][seat], held[seat]

    def _assigned_outcomes(self) -> tuple[tuple[ItemKind, Way, int], ...]:
        return tuple((KINDS[kind], self.ways[KINDS[kind]][way], many) for kind, way, many in self.assigned if many)

    def _plan(self, kind: int, counts: Counts, room: Room) -> list[int]:
        """The best number of each outcome, so that every sum uses its room evenly over all open items."""
        measures = self.measures
        most, n = measures.within(counts).most, counts[kind]
        options_of_kind = measures.kept[kind]
        axes = [(i, most[i]) for i in measures.base if most[i]]
        target = [n * room[i] / whole * max(excess[i] for excess in measures.excess[kind]) for i, whole in axes]
        steps = [[measures.excess[kind][way][i] for i, _ in axes] for way in options_of_kind]
        plan = [0] * len(options_of_kind)
        guard, packed = measures.guard, measures.pack(room) | measures.guard
        for left in range(n, 0, -1):
            options = [
                w for w, way in enumerate(options_of_kind) if (packed - measures.packed[kind][way]) & guard == guard
            ]
            if not options:
                break
            now = [x / left for x in target]
            nearest = min(options, key=lambda w: sum([(x - y) ** 2 for x, y in zip(now, steps[w], strict=True)]))
            plan[nearest] += 1
            packed -= measures.packed[kind][options_of_kind[nearest]]
            target = [x - y for x, y in zip(target, steps[nearest], strict=True)]
        return plan


def _without(counts: Counts, kind: int) -> Counts:
    a, b, c, d, e = (0 if place == kind else n for place, n in enumerate(counts))
    return a, b, c, d, e


def _around(plan: int, n: int) -> Iterator[int]:
    """The numbers from 0 to n, the nearest to the plan first."""
    plan = min(plan, n)
    yield plan
    for away in range(1, n + 1):
        if plan + away <= n:
            yield plan + away
        if plan - away >= 0:
            yield plan - away
