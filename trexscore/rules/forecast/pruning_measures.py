"""Measures that let a search see early that no ending meets the constraints.

Constraints are met by an ending in which up to three sums of points, and a cost, stay within limits. A measure is one
of these or a sum of several, with the sum of their limits. For each open item a measure knows the least that any
outcome adds; what an outcome adds beyond that is its *excess*. The *slack* of a measure is its limit less the least of
all open items. Outcomes meet the constraints if and only if no measure's slack is less than the sum of their excesses.
Slack only shrinks, so a search can stop when it is negative.

Excesses are multiples of a common unit, so slack is rounded down to it, which shows a shortage sooner. Slack beyond all
excess that can still come is cut off.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import gcd
from typing import Literal, NamedTuple

from trexscore.rules.forecast.item_outcomes import ITEM_KINDS, ItemCounts, ItemOutcome, item_outcomes
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS
from trexscore.rules.winners import points_direction_of

UNITS_PER_POINT = 8
"""The value of a point in sums and costs, more than four first places in Trex, which only decide if points tie."""
_BITS_PER_MEASURE = 64
"""Bits of a measure in a packed number. The top bit is set, and is cleared when slack becomes negative."""

SeatWeights = tuple[int, int, int, int]
ByMeasure = tuple[int, ...]
"""A number for each measure."""


class ConstraintsWithoutLimits(NamedTuple):
    """Constraints without their limits."""

    rules: HouseRules
    are_contracts_combined: bool
    sum_weights: tuple[SeatWeights, ...]
    """The weights of the seats' points in each sum."""
    cost_weights: SeatWeights
    """The weights of the seats' points in the cost."""

    @property
    def point_value(self) -> int:
        """The value of a point in a sum."""
        return UNITS_PER_POINT * points_direction_of(self.rules)

    @property
    def trex_firsts_break_ties_for(self) -> Literal["none", "seat", "team"]:
        """Whose first places in Trex break ties. Among single players they never decide who is worst."""
        worst_loses = self.rules.winner == "worst_player_loses"
        if self.rules.tie_break != "most_trex_firsts" or (worst_loses and not self.rules.partnership):
            return "none"
        return "team" if worst_loses else "seat"


class _SlackBounds(NamedTuple):
    """Bounds of slack and excess for given numbers of open items: by measure, not by seat, and not in points.

    The module's docstring explains measures, slack and excess.
    """

    excess_units: ByMeasure
    """What all excesses are multiples of."""
    max_excess: ByMeasure
    """The sum of the largest excesses."""
    possible_excess_bits: ByMeasure | None
    """The possible sums of all excess, in units, as bits."""
    summand_pair_differences: list[list[tuple[int, int, int]]]
    """The pairs of measures that add up to each measure, and the difference of the least to theirs."""
    least_differences: ByMeasure
    """The difference of the least of measures of several sums, since no outcome is the least in all sums."""


class PruningMeasures:
    """The measures of some constraints, and the excess of each outcome."""

    def __init__(self, constraints: ConstraintsWithoutLimits) -> None:
        self.constraints = constraints
        sums = len(constraints.sum_weights)
        added = (parts for parts in product((0, 1), repeat=sums) if any(parts))
        self.parts = [(*parts, cost) for parts in added for cost in range(sum(parts) + 2)] + [(0,) * sums + (1,)]
        self.parts.sort(key=lambda parts: (sum(map(bool, parts)) > 1, sum(parts)))
        """The weight of each sum, and last of the cost, in each measure. Measures of single sums come first."""
        self.base = [self.parts.index(tuple(int(i == j) for j in range(sums + 1))) for i in range(sums + 1)]
        self.terms = [[(self.base[i], times) for i, times in enumerate(parts) if times] for parts in self.parts]
        self.summand_pairs = [self._summand_pairs(parts) for parts in self.parts]
        self.guard = sum(1 << (_BITS_PER_MEASURE * place + _BITS_PER_MEASURE - 1) for place in range(len(self.parts)))
        self.least: list[ByMeasure] = []
        self.excess: list[list[ByMeasure]] = []
        self.kept: list[list[int]] = []
        """The indexes of outcomes worth trying by kind, the least excess first."""
        for kind in ITEM_KINDS:
            of_kind = item_outcomes(constraints.rules, are_contracts_combined=constraints.are_contracts_combined)[kind]
            of_ways = [self._measures_of_outcome(way) for way in of_kind]
            least = tuple(map(min, zip(*of_ways, strict=True)))
            self.least.append(least)
            self.excess.append([tuple(a - b for a, b in zip(excess, least, strict=True)) for excess in of_ways])
            self.kept.append(self._outcome_indexes_worth_trying(of_kind, self.excess[-1]))
        self.packed = [[self.pack(excess) for excess in of_kind] for of_kind in self.excess]
        self._bounds: dict[ItemCounts, _SlackBounds] = {}

    def _summand_pairs(self, measure_weights: tuple[int, ...]) -> list[tuple[int, int]]:
        """The pairs of measures of which this one is the sum; the first has a single sum."""
        summand_pairs = []
        for place in range(len(measure_weights) - 1):
            seat = tuple(int(i in (place, len(measure_weights) - 1)) for i in range(len(measure_weights)))
            rest = tuple(n - of_seat for n, of_seat in zip(measure_weights, seat, strict=True))
            if rest in self.parts:
                summand_pairs.append((self.parts.index(seat), self.parts.index(rest)))
        return summand_pairs

    def sums_and_cost(self, points: Sequence[int], trex_first_counts: Sequence[int]) -> list[int]:
        """The sums and the cost for these points and first places."""
        counted_firsts = list(trex_first_counts)
        if self.constraints.trex_firsts_break_ties_for == "none":
            counted_firsts = [0, 0, 0, 0]
        elif self.constraints.trex_firsts_break_ties_for == "team":
            counted_firsts = [trex_first_counts[seat] + trex_first_counts[seat.partner] for seat in SEATS]
        whole = [self.constraints.point_value * n for n in points]
        fine = [n + first for n, first in zip(whole, counted_firsts, strict=True)]
        return [_weighted_sum(weights, fine) for weights in self.constraints.sum_weights] + [
            _weighted_sum(self.constraints.cost_weights, whole)
        ]

    def _measures_of_outcome(self, outcome: ItemOutcome) -> ByMeasure:
        sums_and_cost = self.sums_and_cost(outcome.points, [int(outcome.trex_first_seat is seat) for seat in SEATS])
        return tuple(sum(times * n for times, n in zip(parts, sums_and_cost, strict=True)) for parts in self.parts)

    def _outcome_indexes_worth_trying(self, outcomes: Sequence[ItemOutcome], excesses: list[ByMeasure]) -> list[int]:
        """One of equal outcomes, and none that another beats in every sum.

        In a deal of all four contracts a worse outcome may need fewer tricks, so only equal points are dropped.
        """
        bases = [tuple(numbers[i] for i in self.base) for numbers in excesses]
        if self.constraints.are_contracts_combined:
            kept = list({(way.points, way.trex_first_seat): i for i, way in reversed([*enumerate(outcomes)])}.values())
        else:
            kept = [i for i, numbers in enumerate(bases) if not any(_dominates(other, numbers) for other in bases)]
            kept = [i for i in kept if bases[i] not in bases[:i]]
        return sorted(kept, key=lambda i: sum(bases[i]))

    def pack(self, slack: ByMeasure) -> int:
        """Pack all measures into one number, so that one subtraction applies an outcome."""
        return sum(n << (_BITS_PER_MEASURE * place) for place, n in enumerate(slack))

    def unpack(self, packed: int) -> ByMeasure:
        """The measures of a packed number without negative slack."""
        mask = (1 << (_BITS_PER_MEASURE - 1)) - 1
        return tuple(packed >> (_BITS_PER_MEASURE * place) & mask for place in range(len(self.parts)))

    def bounds_for(self, item_counts: ItemCounts) -> _SlackBounds:
        """The bounds for these open items."""
        known = self._bounds.get(item_counts)
        if known is None:
            known = self._bounds[item_counts] = self._compute_bounds(item_counts)
        return known

    def _compute_bounds(self, item_counts: ItemCounts) -> _SlackBounds:
        open_ways = [(n, excess) for n, excess in zip(item_counts, self.excess, strict=True) if n]
        each = [[(n, {first[i] for first in excess}) for n, excess in open_ways] for i in range(len(self.parts))]
        least = [
            sum(n * kind[i] for n, kind in zip(item_counts, self.least, strict=True)) for i in range(len(self.parts))
        ]
        excess_units = tuple(gcd(*(step for _, steps in kinds for step in steps)) for kinds in each)
        apart = [
            [(first, second, least[first] + least[second] - least[place]) for first, second in pairs]
            for place, pairs in enumerate(self.summand_pairs)
        ]
        coins_or_not = not (any(item_counts[:3]) and any(item_counts[3:]))
        return _SlackBounds(
            excess_units,
            tuple(sum(n * max(steps) for n, steps in kinds) for kinds in each),
            tuple(map(_possible_sums_as_bits, each, excess_units)) if coins_or_not else None,
            apart,
            tuple(
                sum(times * least[i] for i, times in terms) - low for terms, low in zip(self.terms, least, strict=True)
            ),
        )

    def least_sums_and_cost(self, item_counts: ItemCounts) -> list[int]:
        """The least value of each sum and of the cost for these open items."""
        return [sum(n * least[i] for n, least in zip(item_counts, self.least, strict=True)) for i in self.base]

    def tightened_slack(self, slack: ByMeasure, item_counts: ItemCounts) -> ByMeasure | None:
        """Slack reduced to what can still be used; None if it is negative."""
        excess_units, most, reach, apart, joint = self.bounds_for(item_counts)
        tight = list(slack)
        for i, terms in enumerate(self.terms):
            low = tight[i]
            if len(terms) > 1:
                implied = joint[i]
                for j, times in terms:
                    implied += times * tight[j]
                low = min(low, implied)
                for first, second, lost in apart[i]:
                    implied = tight[first] + tight[second] + lost
                    low = min(low, implied)
            if low >= most[i]:
                tight[i] = most[i]
                continue
            if low < 0:
                return None
            if reach is None:
                tight[i] = low - low % excess_units[i]
            else:
                tight[i] = ((reach[i] & ((2 << low // excess_units[i]) - 1)).bit_length() - 1) * excess_units[i]
                if tight[i] < 0:
                    return None
        return tuple(tight)

    def slack_within(self, sum_and_cost_limits: Sequence[int | None], item_counts: ItemCounts) -> ByMeasure | None:
        """The slack within these limits, that of the cost last."""
        least, max_excess = self.least_sums_and_cost(item_counts), self.bounds_for(item_counts).max_excess
        base = [
            max_excess[i] if limit is None else limit - low
            for limit, low, i in zip(sum_and_cost_limits, least, self.base, strict=True)
        ]
        of_parts = (sum(times * n for times, n in zip(parts, base, strict=True)) for parts in self.parts)
        slack = tuple(
            lost + n for lost, n in zip(self.bounds_for(item_counts).least_differences, of_parts, strict=True)
        )
        return self.tightened_slack(slack, item_counts)


pruning_measures_of = lru_cache(maxsize=512)(PruningMeasures)


def _dominates(excess: ByMeasure, worse: ByMeasure) -> bool:
    return excess != worse and all(a <= b for a, b in zip(excess, worse, strict=True))


def _possible_sums_as_bits(counts_and_steps: list[tuple[int, set[int]]], excess_unit: int) -> int:
    """All possible sums of these steps, as bits."""
    reach = 1
    for n, steps in counts_and_steps:
        shifts = {step // excess_unit for step in steps} - {0} if excess_unit else ()
        if not shifts:
            continue
        rests = 0 in steps
        for _ in range(n):
            grown = reach if rests else 0
            for shift in shifts:
                grown |= reach << shift
            reach = grown
    return reach


def _weighted_sum(weights: SeatWeights, values_by_seat: Sequence[int]) -> int:
    return sum(weight * value for weight, value in zip(weights, values_by_seat, strict=True))
