"""Is there an ending within the limits? Everything left is given a way, one after the other, as far as room allows."""

from collections.abc import Iterator
from typing import NamedTuple

from trexscore.rules.captures import TakenCard
from trexscore.rules.cards import IN_A_SUIT, QUEENS, SEATS_IN_A_TRICK
from trexscore.rules.outlook.combined import CARDS, FIRST_OF_ALIKE, Deal, Four
from trexscore.rules.outlook.dealt import ways_of_dealing, with_tricks
from trexscore.rules.outlook.measures import Measures, Room
from trexscore.rules.outlook.ways import KINDS, Counts, Kind, Rest, Way, ways
from trexscore.rules.seats import SEATS

_TREX, _KING, _QUEEN, _DIAMOND, _TRICK = range(len(KINDS))


class Found(NamedTuple):
    """An ending: which ways it goes, and how often; and the deals of all four contracts, but for loose tricks."""

    loose: tuple[tuple[Kind, Way, int], ...] = ()
    deals: tuple[Deal, ...] = ()


class TooLong(Exception):
    """Whoever asked has no patience for more steps."""


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
        self.deals: tuple[Deal, ...] = ()
        self.together = False
        """Whether deals of all four contracts are given out as such, not as if all in them was loose."""
        self.missed = False
        """Whether an ending was passed over that these deals could not hold as they were tried."""

    def find(self, room: Room | None) -> Found | None:
        """An ending that keeps within the room.

        Deals of all four contracts are first taken as if all in them was loose. What is not possible then is not
        possible at all; and what is found mostly fits into such deals. Only else are they given out card by card.
        """
        if room is None:
            return None
        packed = self.measures.pack(room)
        self.in_vain.clear()
        self.given.clear()
        self.together, self.missed = False, False
        found = self._go_on(0, 0, self.counts, packed)
        if found is None and self.missed:
            self.together = True
            self.in_vain.clear()
            found = self._go_on(0, 0, self.counts, packed)
        return found

    def _step(self) -> None:
        if self.patience is not None:
            self.patience -= 1
            if self.patience < 0:
                raise TooLong

    def _go_on(self, kind: int, deal: int, counts: Counts, packed: int) -> Found | None:
        """Behind all of a kind, or a deal: the rest."""
        room = self.measures.tightened(self.measures.unpack(packed), counts)
        if room is None:
            return None
        if not any(counts):
            return self._ending()
        packed = self.measures.pack(room) | self.measures.guard
        if self.together and not counts[_TREX] and deal < len(self.rest.deals):
            return self._card(Deal(self.rest.deals[deal]), deal, counts, packed, 0)
        while not counts[kind]:
            kind += 1
        if kind == _TRICK and deal < len(self.rest.deals):
            return self._give_needed(counts, packed)
        return self._give(kind, 0, counts[kind], counts, packed, self._plan(kind, counts, room))

    def _give(  # noqa: PLR0913, PLR0917 - the state of the search, at its hottest place
        self, kind: int, place: int, n: int, counts: Counts, packed: int, plan: list[int]
    ) -> Found | None:
        """Give `n` of a kind the ways from `place` on, first as often as planned, then further and further from it."""
        if n == 0:
            return self._go_on(kind, 0, _without(counts, kind, counts[kind]), packed)
        if kind >= _DIAMOND and place:
            room = self.measures.tightened(
                self.measures.unpack(packed), _without(counts, kind, counts[kind] - n), place
            )
            if room is None:
                return None
        known = kind, place, n, counts, packed, self._held() if self.rest.deals and not self.together else None
        if known in self.in_vain:
            return None
        self._step()
        guard, kept = self.measures.guard, self.measures.kept[kind]
        way, last = kept[place], place == len(kept) - 1
        each = self.measures.packed[kind][way]
        for many in (n,) if last else _around(plan[place], n):
            less = packed - many * each
            if less & guard != guard:
                continue
            self.given.append((kind, way, many))
            if kind == _DIAMOND and self.rest.deals and not self.together and not self._bears(less, place):
                self.missed = True
                self.given.pop()
                continue
            found = self._give(kind, place + 1, n - many, counts, less, plan)
            if found is not None:
                return found
            self.given.pop()
        self.in_vain.add(known)
        return None

    def _bears(self, packed: int, place: int) -> bool:
        """Whether there is room for the tricks that those who have been given their diamonds need at the least."""
        held, deals = self._held(), len(self.rest.deals)
        for seat in self.measures.kept[_DIAMOND][: place + 1]:
            if held[seat]:
                needed = max(1, -(-(held[seat] - deals) // SEATS_IN_A_TRICK))
                packed -= needed * self.measures.packed[_TRICK][seat]
        return packed & self.measures.guard == self.measures.guard

    def _give_needed(self, counts: Counts, packed: int) -> Found | None:
        """Deal out what has been given, with the tricks that this needs; then all the others."""
        tried = set()
        for deals in ways_of_dealing(self.rest.deals, self._all_given()):
            self._step()
            needed = [sum(deal.tricks[seat] for deal in deals) for seat in SEATS]
            if tuple(needed) in tried:
                continue
            tried.add(tuple(needed))
            less = packed - sum(n * each for n, each in zip(needed, self.measures.packed[_TRICK], strict=True))
            if less & self.measures.guard != self.measures.guard:
                continue
            self.deals = deals
            found = self._go_on(_TRICK, len(deals), _without(counts, _TRICK, sum(needed)), less)
            if found is not None:
                return found
        self.missed = True
        return None

    def _held(self) -> Four:
        """How many cards of the deals of all four contracts everybody has been given."""
        held = [0, 0, 0, 0]
        for kind, way, many in self.given:
            what = self.ways[KINDS[kind]][way].what
            if kind == _DIAMOND:
                held[way] += many
            elif isinstance(what, TakenCard):
                held[what.taken_by] += many
        a, b, c, d = held
        return a, b, c, d

    def _ending(self) -> Found | None:
        """What has been given, as an ending."""
        given = self._all_given()
        if not self.rest.deals:
            return Found(given)
        tricks = [sum(n for kind, way, n in self.given if kind == _TRICK and way == seat) for seat in SEATS]
        return Found(tuple(one for one in given if one[0] is Kind.TREX), with_tricks(self.deals, tricks))

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

    def _card(self, deal: Deal, number: int, counts: Counts, packed: int, start: int) -> Found | None:
        """The next of the five cards of a deal of all four contracts."""
        place = len(deal.cards)
        if place == len(CARDS):
            return self._diamonds(deal, number, counts, packed, 0)
        known = deal, number, counts, packed, start
        if known in self.in_vain:
            return None
        self._step()
        kind = _QUEEN if place else _KING
        of_kind = self.ways[KINDS[kind]]
        for way in range(start if place > FIRST_OF_ALIKE else 0, len(of_kind)):
            taken = of_kind[way].what
            if not isinstance(taken, TakenCard):
                continue
            then = deal.with_card(taken)
            if then is None:
                continue
            less = self._paid(packed - self.measures.packed[kind][way], deal, then)
            if less is None:
                continue
            found = self._card(then, number, _after(counts, kind, 1, deal, then), less, way)
            if found is not None:
                return found
        self.in_vain.add(known)
        return None

    def _diamonds(self, deal: Deal, number: int, counts: Counts, packed: int, place: int) -> Found | None:
        """How many diamonds the next seat takes."""
        if place == len(SEATS):
            self.deals = (*self.deals[:number], deal)
            return self._go_on(_TREX, number + 1, counts, packed)
        known = deal, number, counts, packed, place
        if known in self.in_vain:
            return None
        self._step()
        seat, left = SEATS[place], IN_A_SUIT - sum(deal.diamonds)
        each = self.measures.packed[_DIAMOND][seat]
        for many in range(left, left - 1 if place == len(SEATS) - 1 else -1, -1):
            then = deal.with_diamonds(seat, many)
            less = None if then is None else self._paid(packed - many * each, deal, then)
            if then is None or less is None:
                continue
            found = self._diamonds(then, number, _after(counts, _DIAMOND, many, deal, then), less, place + 1)
            if found is not None:
                return found
        self.in_vain.add(known)
        return None

    def _paid(self, packed: int, before: Deal, then: Deal) -> int | None:
        """The room with the tricks that are needed now; None where it is overdrawn."""
        guard = self.measures.guard
        if packed & guard != guard:
            return None
        if before.tricks != then.tricks:
            for seat in SEATS:
                packed -= (then.tricks[seat] - before.tricks[seat]) * self.measures.packed[_TRICK][seat]
            if packed & guard != guard:
                return None
        return packed


def _without(counts: Counts, kind: int, n: int) -> Counts:
    changed = list(counts)
    changed[kind] -= n
    a, b, c, d, e = changed
    return a, b, c, d, e


def _after(counts: Counts, kind: int, n: int, before: Deal, then: Deal) -> Counts:
    return _without(_without(counts, kind, n), _TRICK, sum(then.tricks) - sum(before.tricks))


def _around(plan: int, n: int) -> Iterator[int]:
    """The numbers from 0 to n, those near the plan first."""
    plan = min(plan, n)
    yield plan
    for away in range(1, n + 1):
        if plan + away <= n:
            yield plan + away
        if plan - away >= 0:
            yield plan - away
