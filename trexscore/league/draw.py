"""Draws the tables of a game night.

A draw depends only on its arguments, so that anyone can repeat it from the seed in the journal.
"""

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations
from typing import Literal, NamedTuple, TypeVar, get_args

from trexscore.league.pairs import Pair, sorted_pair
from trexscore.rules.seats import BySeat

T = TypeVar("T")
DrawMethod = Literal["random", "by_rating", "balanced", "mixing"]
"""Random; players of similar strength together; tables of equal strength; players together who met least."""
DRAW_METHODS: tuple[DrawMethod, ...] = get_args(DrawMethod)

TableMembers = list[int]
TableCostFunction = Callable[[TableMembers], int]
Pairing = tuple[Pair, Pair]
"""The two pairs of a table who sit opposite each other."""

SWAP_TRIES_PER_PERSON = 500
"""Swaps tried for each person. With more, tables do not get noticeably better."""
PARTNERS_MEETING_WEIGHT = 2
"""With partners, having been partners counts for this many meetings."""

SAME_NIGHT_MEETING_WEIGHT = 20
"""A meeting on the same night counts for this many meetings of the season."""


class Draw(NamedTuple):
    """One round: everyone present sits at one table or sits out."""

    tables: tuple[BySeat[int], ...]
    sitting_out: tuple[int, ...]


class SeatingCounts(NamedTuple):
    """Counts of a season: two met at a table, two sat opposite each other (as partners, where played), a member sat
    out, and a member was present at a draw.
    """

    meeting_count_by_pair: Mapping[Pair, int] = {}
    opposite_count_by_pair: Mapping[Pair, int] = {}
    sat_out_count_by_member: Mapping[int, int] = {}
    draw_count_by_member: Mapping[int, int] = {}


NO_SEATING_COUNTS = SeatingCounts()


class SeededRandom:
    """Random numbers from a seed. Python guarantees only `random()` to stay the same, so the rest is done here."""

    def __init__(self, seed: int) -> None:
        self._next = random.Random(seed).random  # noqa: S311 - a reproducible draw, not a secret

    def number_below(self, limit: int) -> int:
        """A uniform number from 0 to `limit` - 1."""
        return int(self._next() * limit)

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in a uniform random order (Fisher and Yates)."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            random_index = self.number_below(last + 1)
            mixed[last], mixed[random_index] = mixed[random_index], mixed[last]
        return mixed


def count_seatings(seating_rounds: Iterable[Draw]) -> SeatingCounts:
    """Count the rounds of a season."""
    rounds = list(seating_rounds)
    tables = [table for each in rounds for table in each.tables]
    sat_out = Counter(chain.from_iterable(each.sitting_out for each in rounds))
    return SeatingCounts(
        Counter(sorted_pair(*members) for table in tables for members in combinations(table, 2)),
        Counter(
            opposite for table in tables for opposite in (sorted_pair(table.A, table.C), sorted_pair(table.B, table.D))
        ),
        sat_out,
        sat_out + Counter(chain.from_iterable(tables)),
    )


def draw(  # noqa: PLR0913 - all that a draw depends on, by name
    method: DrawMethod,
    present_member_numbers: Collection[int],
    seed: int,
    *,
    earlier_seating_counts: SeatingCounts = NO_SEATING_COUNTS,
    rounds_tonight: Sequence[Draw] = (),
    rating_by_member: Mapping[int, int] = {},
    partnership: bool = False,
    fixed_tables: Sequence[BySeat[int]] = (),
) -> Draw:
    """Draw tables of four for those present. Tables in `fixed_tables` are playing already; they come first, unchanged.

    `by_rating` and `balanced` need a rating, in any unit, of everyone present. `rounds_tonight`: the earlier rounds of
    the same night; `mixing` avoids their meetings first of all.
    """
    rng = SeededRandom(seed)
    counts_tonight = count_seatings(rounds_tonight)
    playing, sitting_out = _choose_players(
        sorted(set(present_member_numbers).difference(*fixed_tables)),
        rounds_tonight[-1].sitting_out if rounds_tonight else (),
        (counts_tonight, earlier_seating_counts),
        rng,
    )
    opposite = _weighted_meeting_counts(playing, earlier_seating_counts.opposite_count_by_pair)
    if method == "mixing":
        met = _weighted_meeting_counts(
            playing, earlier_seating_counts.meeting_count_by_pair, counts_tonight.meeting_count_by_pair
        )
        tables = _improve_by_swaps(
            _split_into_fours(playing), _make_meeting_cost_function(met, opposite, partnership=partnership), rng
        )
    elif method == "by_rating":
        tables = _split_into_fours(sorted(playing, key=lambda member: -rating_by_member[member]))
    elif method == "balanced":
        tables = _draw_balanced_tables(playing, rating_by_member, rng)
    else:
        tables = _split_into_fours(playing)

    def cost(pairing: Pairing) -> tuple[int, int]:
        if method == "random":
            return 0, 0
        (a, c), (b, d) = pairing
        uneven = (
            abs(rating_by_member[a] + rating_by_member[c] - rating_by_member[b] - rating_by_member[d])
            if method == "balanced" and partnership
            else 0
        )
        return uneven, opposite[a][c] + opposite[b][d]

    return Draw((*fixed_tables, *(_seat_table(table, cost, rng) for table in tables)), sitting_out)


def _choose_players(
    candidates: Sequence[int],
    sat_out_last_round: Collection[int],
    seating_counts: Sequence[SeatingCounts],
    rng: SeededRandom,
) -> tuple[list[int], tuple[int, ...]]:
    """Those who play, in random order, and those who sit out: never more than three.

    Those who sat out the last round play if possible. Then shares of rounds decide, by the first counts that differ.
    """

    def priority(member_number: int) -> tuple[bool, list[Fraction]]:
        return (
            member_number in sat_out_last_round,
            [_sitting_out_share(counts, member_number) for counts in seating_counts],
        )

    players_by_priority = sorted(rng.shuffled(candidates), key=priority)
    players_sitting_out = players_by_priority[: len(candidates) % 4]
    players = rng.shuffled(member for member in candidates if member not in players_sitting_out)
    return players, tuple(sorted(players_sitting_out))


def _sitting_out_share(seating_counts: SeatingCounts, member_number: int) -> Fraction:
    """The present round is included, so that newcomers are not the first to sit out."""
    return Fraction(
        seating_counts.sat_out_count_by_member.get(member_number, 0) + 1,
        seating_counts.draw_count_by_member.get(member_number, 0) + 1,
    )


def _weighted_meeting_counts(
    member_numbers: Sequence[int],
    count_by_pair: Mapping[Pair, int],
    meeting_count_tonight_by_pair: Mapping[Pair, int] = {},
) -> dict[int, dict[int, int]]:
    def times(two: Pair) -> int:
        return count_by_pair.get(two, 0) + SAME_NIGHT_MEETING_WEIGHT * meeting_count_tonight_by_pair.get(two, 0)

    return {member: {other: times(sorted_pair(member, other)) for other in member_numbers} for member in member_numbers}


def _split_into_fours(member_numbers: Sequence[int]) -> list[TableMembers]:
    return [list(member_numbers[first : first + 4]) for first in range(0, len(member_numbers), 4)]


def _possible_pairings(table: TableMembers) -> tuple[Pairing, Pairing, Pairing]:
    a, b, c, d = table
    return ((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))


def _make_meeting_cost_function(
    meeting_weight_by_members: dict[int, dict[int, int]],
    partnering_weight_by_members: dict[int, dict[int, int]],
    *,
    partnership: bool,
) -> TableCostFunction:
    """A cost of a table: the growth of the sum of squares of all meetings in the season."""

    def meetings(table: TableMembers) -> int:
        a, b, c, d = table
        of_a, of_b = meeting_weight_by_members[a], meeting_weight_by_members[b]
        return of_a[b] + of_a[c] + of_a[d] + of_b[c] + of_b[d] + meeting_weight_by_members[c][d]

    def cost_with_partners(table: TableMembers) -> int:
        partnered = min(
            partnering_weight_by_members[a][c] + partnering_weight_by_members[b][d]
            for (a, c), (b, d) in _possible_pairings(table)
        )
        return meetings(table) + PARTNERS_MEETING_WEIGHT * partnered

    return cost_with_partners if partnership else meetings


def _draw_balanced_tables(
    playing_member_numbers: Sequence[int], rating_by_member: Mapping[int, int], rng: SeededRandom
) -> list[TableMembers]:
    """Seat one of each quarter by strength at every table, then even out the sums."""
    by_strength = sorted(playing_member_numbers, key=lambda member: -rating_by_member[member])
    count = len(playing_member_numbers) // 4
    quarters = [
        rng.shuffled(by_strength[first : first + count]) for first in range(0, len(playing_member_numbers), count or 1)
    ]
    tables = [list(table) for table in zip(*quarters, strict=True)]
    total = sum(rating_by_member[member] for member in playing_member_numbers)

    def imbalance(table: TableMembers) -> int:
        return (count * sum(rating_by_member[member] for member in table) - total) ** 2

    return _improve_by_swaps(tables, imbalance, rng)


def _improve_by_swaps(
    tables: list[TableMembers], cost_of_table: TableCostFunction, rng: SeededRandom
) -> list[TableMembers]:
    """Swap two people of different tables if the cost does not grow, for a fixed number of tries.

    Swaps of equal cost are made, too: they lead out of dead ends.
    """
    count = len(tables)
    costs = [cost_of_table(table) for table in tables]
    for _ in range(4 * count * SWAP_TRIES_PER_PERSON if count > 1 else 0):
        table_index, seat, other_seat = rng.number_below(count), rng.number_below(4), rng.number_below(4)
        other_table_index = (table_index + 1 + rng.number_below(count - 1)) % count
        first, second = tables[table_index], tables[other_table_index]
        first[seat], second[other_seat] = second[other_seat], first[seat]
        swapped_costs = cost_of_table(first), cost_of_table(second)
        if sum(swapped_costs) <= costs[table_index] + costs[other_table_index]:
            costs[table_index], costs[other_table_index] = swapped_costs
        else:
            first[seat], second[other_seat] = second[other_seat], first[seat]
    return tables


def _seat_table(
    table: TableMembers, pairing_cost: Callable[[Pairing], tuple[int, int]], rng: SeededRandom
) -> BySeat[int]:
    """Seat a table: the cheapest pairs sit opposite each other, the rest is random."""
    cheapest_pairing = min(rng.shuffled(_possible_pairings(table)), key=pairing_cost)
    (a, c), (b, d) = rng.shuffled(rng.shuffled(two) for two in cheapest_pairing)
    return BySeat(a, b, c, d)
