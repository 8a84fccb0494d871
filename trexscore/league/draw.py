"""Who sits at which table of a club's evening.

A draw hangs on nothing but what it is given, so that a journal which keeps the seed lets anybody draw it again.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_args

from trexscore.league.lots import Lots
from trexscore.league.pairs import Pair, pair
from trexscore.rules.seats import BySeat

Method = Literal["random", "by_rating", "balanced", "mixing"]
"""By lot alone; tables of like strength; every table as strong as the others; those who have met least meet."""
METHODS: tuple[Method, ...] = get_args(Method)

Table = list[int]
Cost = Callable[[Table], int]
Pairing = tuple[Pair, Pair]
"""Who of a table sits opposite whom."""

NOBODY: Mapping[Any, int] = MappingProxyType({})
STEPS_A_PERSON = 500
"""Exchanges tried out for each person: with more, tables become no better that anybody would notice."""
WEIGHT_OF_PARTNERS = 2
"""Where partners are played, to have been partners counts for more than to have met."""

WEIGHT_OF_TONIGHT = 20
"""To meet again on the same night counts for as much as so many meetings of the season."""


class Draw(NamedTuple):
    """One round: everybody who is present sits at one table or sits out."""

    tables: tuple[BySeat[int], ...]
    sitting_out: tuple[int, ...]


class SoFar(NamedTuple):
    """How often in this season two met at a table, two sat opposite each other (partners, where they are played),
    somebody sat out, and somebody was there when tables were drawn.
    """

    met: Mapping[Pair, int] = NOBODY
    opposite: Mapping[Pair, int] = NOBODY
    sat_out: Mapping[int, int] = NOBODY
    drawn: Mapping[int, int] = NOBODY


NOTHING_SO_FAR = SoFar()


def so_far(draws: Iterable[Draw]) -> SoFar:
    """What a season's rounds add up to."""
    rounds = list(draws)
    tables = [table for one in rounds for table in one.tables]
    sat_out = Counter(chain.from_iterable(one.sitting_out for one in rounds))
    return SoFar(
        Counter(pair(*two) for table in tables for two in combinations(table, 2)),
        Counter(two for table in tables for two in (pair(table.A, table.C), pair(table.B, table.D))),
        sat_out,
        sat_out + Counter(chain.from_iterable(tables)),
    )


def draw(  # noqa: PLR0913 - what a draw hangs on, all of it, by name
    method: Method,
    present: Collection[int],
    seed: int,
    *,
    before: SoFar = NOTHING_SO_FAR,
    tonight: Mapping[Pair, int] = NOBODY,
    ratings: Mapping[int, int] = NOBODY,
    partners: bool = False,
    fixed: Sequence[BySeat[int]] = (),
) -> Draw:
    """Tables of four for those present; `fixed` ones play already and stay as they are, in front.

    `by_rating` and `balanced` need a rating, in any unit, of everybody who is drawn. `tonight`: how often two have met
    in earlier rounds of the same night, which `mixing` avoids before all else.
    """
    lots = Lots(seed)
    playing, sitting_out = _parted(sorted(set(present).difference(*fixed)), before, lots)
    opposite = _counts(playing, before.opposite)
    if method == "mixing":
        met = _counts(playing, before.met, tonight)
        tables = _improved(_fours(playing), _strangers(met, opposite, partners=partners), lots)
    elif method == "by_rating":
        tables = _fours(sorted(playing, key=lambda one: -ratings[one]))
    elif method == "balanced":
        tables = _balanced(playing, ratings, lots)
    else:
        tables = _fours(playing)

    def cost(pairing: Pairing) -> tuple[int, int]:
        if method == "random":
            return 0, 0
        (a, c), (b, d) = pairing
        uneven = abs(ratings[a] + ratings[c] - ratings[b] - ratings[d]) if method == "balanced" and partners else 0
        return uneven, opposite[a][c] + opposite[b][d]

    return Draw((*fixed, *(_seated(table, cost, lots) for table in tables)), sitting_out)


def _parted(present: Sequence[int], before: SoFar, lots: Lots) -> tuple[list[int], tuple[int, ...]]:
    """Those who play, in an order by lot, and those who sit out: never more than three."""

    def share(member: int) -> Fraction:
        # Of the rounds somebody was there for, this one with them: who is new is not the first to sit out.
        return Fraction(before.sat_out.get(member, 0) + 1, before.drawn.get(member, 0) + 1)

    waiting = sorted(lots.shuffled(present), key=share)
    out = waiting[: len(present) % 4]
    return lots.shuffled(one for one in present if one not in out), tuple(sorted(out))


def _counts(
    members: Sequence[int], by_pair: Mapping[Pair, int], tonight: Mapping[Pair, int] = NOBODY
) -> dict[int, dict[int, int]]:
    def times(one: int, other: int) -> int:
        two = pair(one, other)
        return by_pair.get(two, 0) + WEIGHT_OF_TONIGHT * tonight.get(two, 0)

    return {one: {other: times(one, other) for other in members} for one in members}


def _fours(members: Sequence[int]) -> list[Table]:
    return [list(members[first : first + 4]) for first in range(0, len(members), 4)]


def _pairings(table: Table) -> tuple[Pairing, Pairing, Pairing]:
    a, b, c, d = table
    return ((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))


def _strangers(met: dict[int, dict[int, int]], opposite: dict[int, dict[int, int]], *, partners: bool) -> Cost:
    """How well a table knows itself: by as much the squares of all meetings of the season would grow."""

    def meetings(table: Table) -> int:
        a, b, c, d = table
        of_a, of_b = met[a], met[b]
        return of_a[b] + of_a[c] + of_a[d] + of_b[c] + of_b[d] + met[c][d]

    def with_partners(table: Table) -> int:
        partnered = min(opposite[a][c] + opposite[b][d] for (a, c), (b, d) in _pairings(table))
        return meetings(table) + WEIGHT_OF_PARTNERS * partnered

    return with_partners if partners else meetings


def _balanced(playing: Sequence[int], ratings: Mapping[int, int], lots: Lots) -> list[Table]:
    """Each table gets one of the strongest quarter, one of the next…; then the sums are evened out."""
    by_strength = sorted(playing, key=lambda one: -ratings[one])
    count = len(playing) // 4
    quarters = [lots.shuffled(by_strength[first : first + count]) for first in range(0, len(playing), count or 1)]
    tables = [list(table) for table in zip(*quarters, strict=True)]
    total = sum(ratings[one] for one in playing)

    def off(table: Table) -> int:
        return (count * sum(ratings[one] for one in table) - total) ** 2

    return _improved(tables, off, lots)


def _improved(tables: list[Table], cost: Cost, lots: Lots) -> list[Table]:
    """Two people of different tables change places as long as nothing gets worse by it, for a fixed number of tries.

    Changes that make no difference are made, too: they lead out of dead ends.
    """
    count = len(tables)
    costs = [cost(table) for table in tables]
    for _ in range(4 * count * STEPS_A_PERSON if count > 1 else 0):
        here, seat, other_seat = lots.below(count), lots.below(4), lots.below(4)
        there = (here + 1 + lots.below(count - 1)) % count
        one, other = tables[here], tables[there]
        one[seat], other[other_seat] = other[other_seat], one[seat]
        changed = cost(one), cost(other)
        if sum(changed) <= costs[here] + costs[there]:
            costs[here], costs[there] = changed
        else:
            one[seat], other[other_seat] = other[other_seat], one[seat]
    return tables


def _seated(table: Table, cost: Callable[[Pairing], tuple[int, int]], lots: Lots) -> BySeat[int]:
    """The four in their seats: who sits opposite whom by the cost, all else by lot."""
    best = min(lots.shuffled(_pairings(table)), key=cost)
    (a, c), (b, d) = lots.shuffled(lots.shuffled(two) for two in best)
    return BySeat(a, b, c, d)
