"""Bounds that let a search see early that no ending meets the constraints.

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

from trexscore.rules.forecast.item_outcomes import DIAMOND_INDEX, ITEM_KINDS, ItemCounts, ItemOutcome, item_outcomes
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


class SearchBounds:
    """The measures of some constraints, the excess of each outcome, and the bounds that follow for open items."""

    def __init__(self, constraints: ConstraintsWithoutLimits) -> None:
        self.constraints = constraints
        sum_count = len(constraints.sum_weights)
        sum_sets = (weights for weights in product((0, 1), repeat=sum_count) if any(weights))
        self.weights_by_measure = [
            *((*weights, cost) for weights in sum_sets for cost in range(sum(weights) + 2)),
            (*[0] * sum_count, 1),
        ]
        self.weights_by_measure.sort(key=lambda weights: (sum(map(bool, weights)) > 1, sum(weights)))
        """The weight of each sum, and last of the cost, in each measure. Measures of single sums come first."""
        self.single_measures = [
            self.weights_by_measure.index(tuple(int(i == j) for j in range(sum_count + 1)))
            for i in range(sum_count + 1)
        ]
        """The index of the measure that is each sum alone, and last of the one that is the cost alone."""
        self.terms_by_measure = [
            [(self.single_measures[i], weight) for i, weight in enumerate(weights) if weight]
            for weights in self.weights_by_measure
        ]
        """The single measures that each measure adds up, with their weights."""
        self.summand_pairs = list(map(self._summand_pairs, self.weights_by_measure))
        self.sign_bits = sum(
            1 << (_BITS_PER_MEASURE * i + _BITS_PER_MEASURE - 1) for i in range(len(self.weights_by_measure))
        )
        self.least_by_kind: list[ByMeasure] = []
        self.excess_by_kind: list[list[ByMeasure]] = []
        self.outcomes_worth_trying: list[list[int]] = []
        """By kind, the indexes of the outcomes worth trying, the least excess first."""
        for kind in ITEM_KINDS:
            of_kind = item_outcomes(constraints.rules, are_contracts_combined=constraints.are_contracts_combined)[kind]
            of_ways = [self._measures_of_outcome(way) for way in of_kind]
            least_measures = tuple(map(min, zip(*of_ways, strict=True)))
            self.least_by_kind.append(least_measures)
            self.excess_by_kind.append(
                [tuple(a - b for a, b in zip(excess, least_measures, strict=True)) for excess in of_ways]
            )
            self.outcomes_worth_trying.append(self._outcome_indexes_worth_trying(of_kind, self.excess_by_kind[-1]))
        self.packed_excess_by_kind = [[self.pack(excess) for excess in of_kind] for of_kind in self.excess_by_kind]
        self._bounds: dict[ItemCounts, _SlackBounds] = {}

    def _summand_pairs(self, measure_weights: tuple[int, ...]) -> list[tuple[int, int]]:
        """The pairs of measures of which this one is the sum; the first has a single sum."""
        summand_pairs = []
        for place in range(len(measure_weights) - 1):
            seat = tuple(int(i in (place, len(measure_weights) - 1)) for i in range(len(measure_weights)))
            weights_without_seat = tuple(n - of_seat for n, of_seat in zip(measure_weights, seat, strict=True))
            if weights_without_seat in self.weights_by_measure:
                summand_pairs.append(
                    (self.weights_by_measure.index(seat), self.weights_by_measure.index(weights_without_seat))
                )
        return summand_pairs

    def sums_and_cost(self, points: Sequence[int], trex_first_counts: Sequence[int]) -> list[int]:
        """The sums and the cost for these points and first places."""
        counted_firsts = list(trex_first_counts)
        if self.constraints.trex_firsts_break_ties_for == "none":
            counted_firsts = [0, 0, 0, 0]
        elif self.constraints.trex_firsts_break_ties_for == "team":
            counted_firsts = [trex_first_counts[seat] + trex_first_counts[seat.partner] for seat in SEATS]
        scaled_points = [self.constraints.point_value * n for n in points]
        fine = [n + first for n, first in zip(scaled_points, counted_firsts, strict=True)]
        return [_weighted_sum(weights, fine) for weights in self.constraints.sum_weights] + [
            _weighted_sum(self.constraints.cost_weights, scaled_points)
        ]

    def _measures_of_outcome(self, outcome: ItemOutcome) -> ByMeasure:
        sums_and_cost = self.sums_and_cost(outcome.points, [int(outcome.trex_first_seat is seat) for seat in SEATS])
        return tuple(_weighted_sum(weights, sums_and_cost) for weights in self.weights_by_measure)

    def _outcome_indexes_worth_trying(self, outcomes: Sequence[ItemOutcome], excesses: list[ByMeasure]) -> list[int]:
        """One of equal outcomes, and none that another beats in every sum.

        In a deal of all four contracts a worse outcome may need fewer tricks, so only equal points are dropped.
        """
        by_sum = [tuple(excess[i] for i in self.single_measures) for excess in excesses]
        if self.constraints.are_contracts_combined:
            kept_indexes = list(
                {(way.points, way.trex_first_seat): i for i, way in reversed([*enumerate(outcomes)])}.values()
            )
        else:
            kept_indexes = [
                i for i, excess in enumerate(by_sum) if not any(_dominates(other, excess) for other in by_sum)
            ]
            kept_indexes = [i for i in kept_indexes if by_sum[i] not in by_sum[:i]]
        return sorted(kept_indexes, key=lambda i: sum(by_sum[i]))

    def pack(self, slack: ByMeasure) -> int:
        """Pack all measures into one number, so that one subtraction applies an outcome."""
        return sum(n << (_BITS_PER_MEASURE * place) for place, n in enumerate(slack))

    def unpack(self, packed: int) -> ByMeasure:
        """The measures of a packed number without negative slack."""
        mask = (1 << (_BITS_PER_MEASURE - 1)) - 1
        return tuple(packed >> (_BITS_PER_MEASURE * place) & mask for place in range(len(self.weights_by_measure)))

    def bounds_for(self, item_counts: ItemCounts) -> _SlackBounds:
        """The bounds for these open items."""
        known_bounds = self._bounds.get(item_counts)
        if known_bounds is None:
            known_bounds = self._bounds[item_counts] = self._compute_bounds(item_counts)
        return known_bounds

    def _compute_bounds(self, item_counts: ItemCounts) -> _SlackBounds:
        open_kinds = [(n, excesses) for n, excesses in zip(item_counts, self.excess_by_kind, strict=True) if n]
        measures = range(len(self.weights_by_measure))
        steps_by_measure = [[(n, {excess[i] for excess in excesses}) for n, excesses in open_kinds] for i in measures]
        least_measures = [
            _weighted_sum(item_counts, least_of_measure) for least_of_measure in zip(*self.least_by_kind, strict=True)
        ]
        excess_units = tuple(gcd(*(step for _, steps in kinds for step in steps)) for kinds in steps_by_measure)
        # With large and small steps there are many possible sums, and nearly all of them occur.
        has_large_and_small_steps = any(item_counts[:DIAMOND_INDEX]) and any(item_counts[DIAMOND_INDEX:])
        return _SlackBounds(
            excess_units,
            tuple(sum(n * max(steps) for n, steps in kinds) for kinds in steps_by_measure),
            None if has_large_and_small_steps else tuple(map(_possible_sums_as_bits, steps_by_measure, excess_units)),
            [
                [
                    (first, second, least_measures[first] + least_measures[second] - least_measures[i])
                    for first, second in pairs
                ]
                for i, pairs in enumerate(self.summand_pairs)
            ],
            tuple(
                sum(weight * least_measures[single] for single, weight in terms) - least_measures[i]
                for i, terms in enumerate(self.terms_by_measure)
            ),
        )

    def least_sums_and_cost(self, item_counts: ItemCounts) -> list[int]:
        """The least value of each sum and of the cost for these open items."""
        least_by_measure = [*zip(*self.least_by_kind, strict=True)]
        return [_weighted_sum(item_counts, least_by_measure[i]) for i in self.single_measures]

    def tightened_slack(self, slack: ByMeasure, item_counts: ItemCounts) -> ByMeasure | None:
        """Slack reduced to what can still be used; None if it is negative."""
        bounds = self.bounds_for(item_counts)
        excess_units, max_excess, possible_bits, pair_differences, least_differences = bounds
        tight = list(slack)
        for i, terms in enumerate(self.terms_by_measure):
            largest_slack = tight[i]
            if len(terms) > 1:
                implied = least_differences[i]
                for single, weight in terms:
                    implied += weight * tight[single]
                largest_slack = min(largest_slack, implied)
                for first, second, difference in pair_differences[i]:
                    largest_slack = min(largest_slack, tight[first] + tight[second] + difference)
            if largest_slack >= max_excess[i]:
                tight[i] = max_excess[i]
                continue
            if largest_slack < 0:
                return None
            if possible_bits is None:
                tight[i] = largest_slack - largest_slack % excess_units[i]
            else:
                tight[i] = (
                    (possible_bits[i] & ((2 << largest_slack // excess_units[i]) - 1)).bit_length() - 1
                ) * excess_units[i]
                if tight[i] < 0:
                    return None
        return tuple(tight)

    def slack_within(self, sum_and_cost_limits: Sequence[int | None], item_counts: ItemCounts) -> ByMeasure | None:
        """The slack within these limits, that of the cost last."""
        least, max_excess = self.least_sums_and_cost(item_counts), self.bounds_for(item_counts).max_excess
        slack_by_sum = [
            max_excess[i] if limit is None else limit - low
            for limit, low, i in zip(sum_and_cost_limits, least, self.single_measures, strict=True)
        ]
        least_differences = self.bounds_for(item_counts).least_differences
        slack = tuple(
            difference + _weighted_sum(weights, slack_by_sum)
            for difference, weights in zip(least_differences, self.weights_by_measure, strict=True)
        )
        return self.tightened_slack(slack, item_counts)


search_bounds_of = lru_cache(maxsize=512)(SearchBounds)


def _dominates(excess: ByMeasure, worse: ByMeasure) -> bool:
    return excess != worse and all(a <= b for a, b in zip(excess, worse, strict=True))


def _possible_sums_as_bits(counts_and_steps: list[tuple[int, set[int]]], excess_unit: int) -> int:
    """All possible sums of these steps, as bits."""
    sums = 1
    for n, steps in counts_and_steps:
        shifts = {step // excess_unit for step in steps} - {0} if excess_unit else ()
        if not shifts:
            continue
        for _ in range(n):
            next_sums = sums if 0 in steps else 0
            for shift in shifts:
                next_sums |= sums << shift
            sums = next_sums
    return sums


def _weighted_sum(weights: Sequence[int], values: Sequence[int]) -> int:
    return sum(weight * value for weight, value in zip(weights, values, strict=True))
