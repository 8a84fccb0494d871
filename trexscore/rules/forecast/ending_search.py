"""Searches for an ending within limits: assigns outcomes to Trex and the cards one after the other, as far as slack
allows, then distributes diamonds and tricks.

If a king still has all four contracts in one deal, diamonds and tricks are first distributed as if only diamonds needed
tricks. If that fails, there is no ending. Otherwise the cards are checked: for one such deal all cards with the same
points, which is exhaustive; for several deals only what `four_contract_deal_search` tries.
"""

from collections.abc import Iterator
from functools import reduce
from typing import NamedTuple

from trexscore.rules.cards import CARDS_PER_SUIT, QUEENS
from trexscore.rules.forecast.diamond_and_trick_shares import (
    DiamondAndTrickShares,
    DistributionTask,
    LimitedSum,
    distribute_diamonds_and_tricks,
    no_tricks_needed,
)
from trexscore.rules.forecast.four_contract_deal_search import find_four_contract_deals
from trexscore.rules.forecast.four_contract_deals import (
    FourContractDeal,
    fewest_tricks_function,
    representative_captures_worth,
    tricks_needed_for_diamonds,
)
from trexscore.rules.forecast.item_outcomes import (
    DIAMOND_INDEX,
    ITEM_KINDS,
    ItemCounts,
    ItemKind,
    ItemOutcome,
    RemainingItems,
    item_outcomes,
)
from trexscore.rules.forecast.search_bounds import ByMeasure, SearchBounds
from trexscore.rules.seats import NO_POINTS, SEATS, Points, add_points

_SHARING_STEPS, _DEALING_STEPS = 50, 1500
"""The costs in steps: of distributing counts, and of filling several deals. A step assigns an outcome."""


class Ending(NamedTuple):
    """An ending: outcomes with their numbers, and the deals of all four contracts."""

    outcomes: tuple[tuple[ItemKind, ItemOutcome, int], ...] = ()
    four_contract_deals: tuple[FourContractDeal, ...] = ()


class Undecided(Exception):
    """The search ran out of steps, or may have overlooked an ending."""


class EndingSearch:
    """Searches the possible endings of a game's rest."""

    def __init__(
        self, search_bounds: SearchBounds, remaining_items: RemainingItems, step_budget: int | None = None
    ) -> None:
        self.step_budget = step_budget
        """Steps left until `Undecided` is raised; None for no limit."""
        self.bounds = search_bounds
        self.rest = remaining_items
        trex, king, queen, diamond, trick = remaining_items.independent_counts
        four_contract_kings = len(remaining_items.four_contract_kings)
        self.counts: ItemCounts = (
            trex,
            king + four_contract_kings,
            queen + len(QUEENS) * four_contract_kings,
            diamond + CARDS_PER_SUIT * four_contract_kings,
            trick + CARDS_PER_SUIT * four_contract_kings,
        )
        self.item_outcomes = item_outcomes(
            search_bounds.constraints.rules,
            are_contracts_combined=search_bounds.constraints.are_contracts_combined,
        )
        self.failed: set[object] = set()
        self.assigned: list[tuple[int, int, int]] = []
        """The indexes of kind and outcome, and the number, as assigned so far."""
        self.missed = 0
        """How often cards did not fit although others with the same points might."""
        self.overlooked = False

    def find_ending(self, slack: ByMeasure | None) -> Ending | None:
        """An ending within the slack; None if there is none. Raises `Undecided`."""
        if slack is None:
            return None
        self.failed.clear()
        self.assigned.clear()
        self.overlooked = False
        ending = self._search_next_kind(0, self.counts, self.bounds.pack(slack))
        if ending is None and self.overlooked:
            raise Undecided
        return ending

    def _spend_steps(self, step_count: int = 1) -> None:
        if self.step_budget is not None:
            self.step_budget -= step_count
            if self.step_budget < 0:
                raise Undecided

    def _search_next_kind(self, kind_index: int, item_counts: ItemCounts, packed_slack: int) -> Ending | None:
        """Continue with the next kind of items."""
        slack = self.bounds.tightened_slack(self.bounds.unpack(packed_slack), item_counts)
        if slack is None:
            return None
        while kind_index < DIAMOND_INDEX and not item_counts[kind_index]:
            kind_index += 1
        if kind_index >= DIAMOND_INDEX:
            return self._distribute_diamonds_and_tricks(item_counts, slack)
        packed_slack = self.bounds.pack(slack) | self.bounds.sign_bits
        return self._assign_outcomes(
            kind_index,
            0,
            item_counts[kind_index],
            item_counts,
            packed_slack,
            self._plan_outcome_counts(kind_index, item_counts, slack),
        )

    def _assign_outcomes(  # noqa: PLR0913, PLR0917 - the state of the search, at its hottest place
        self,
        kind_index: int,
        outcome_index: int,
        item_count_left: int,
        item_counts: ItemCounts,
        packed_slack: int,
        planned_counts: list[int],
    ) -> Ending | None:
        """Assign outcomes from `outcome_index` on to `item_count_left` items, planned numbers first, then others."""
        if item_count_left == 0:
            return self._search_next_kind(kind_index, _item_counts_without_kind(item_counts, kind_index), packed_slack)
        failure_key = kind_index, outcome_index, item_count_left, packed_slack
        if failure_key in self.failed:
            return None
        self._spend_steps()
        sign_bits, kept, missed = self.bounds.sign_bits, self.bounds.outcomes_worth_trying[kind_index], self.missed
        way, is_last_outcome = kept[outcome_index], outcome_index == len(kept) - 1
        packed_outcome = self.bounds.packed_excess_by_kind[kind_index][way]
        for many in (
            (item_count_left,) if is_last_outcome else _numbers_around(planned_counts[outcome_index], item_count_left)
        ):
            less = packed_slack - many * packed_outcome
            if less & sign_bits != sign_bits:
                continue
            self.assigned.append((kind_index, way, many))
            ending = self._assign_outcomes(
                kind_index, outcome_index + 1, item_count_left - many, item_counts, less, planned_counts
            )
            if ending is not None:
                return ending
            self.assigned.pop()
        if missed == self.missed:
            self.failed.add(failure_key)
        return None

    def _distribute_diamonds_and_tricks(self, item_counts: ItemCounts, slack: ByMeasure) -> Ending | None:
        """Distribute diamonds and tricks, and check whether the assigned cards fit."""
        failure_key = item_counts, slack
        if failure_key in self.failed:
            return None
        self._spend_steps(_SHARING_STEPS)
        task = self._distribution_task(item_counts, slack)
        shares = distribute_diamonds_and_tricks(
            task, tricks_needed_for_diamonds if self.rest.four_contract_kings else no_tricks_needed
        )
        if shares is None:
            self.failed.add(failure_key)
            return None
        if not self.rest.four_contract_kings:
            return Ending((*self._assigned_outcomes(), *self._diamond_and_trick_outcomes(shares)))
        four_contract_deals = (
            self._find_single_four_contract_deal(task)
            if len(self.rest.four_contract_kings) == 1
            else self._find_several_four_contract_deals(task)
        )
        return (
            Ending(
                tuple(outcome for outcome in self._assigned_outcomes() if outcome[0] is ItemKind.TREX),
                four_contract_deals,
            )
            if four_contract_deals
            else None
        )

    def _distribution_task(self, item_counts: ItemCounts, slack: ByMeasure) -> DistributionTask:
        bounds, (*_, diamonds, tricks) = self.bounds, item_counts
        constraints, least = bounds.constraints, bounds.least_sums_and_cost(item_counts)
        *limits, most = (slack[i] + low for i, low in zip(bounds.single_measures, least, strict=True))
        diamond, trick = (
            constraints.point_value * self.item_outcomes[kind][0].points.A
            for kind in (ItemKind.DIAMOND, ItemKind.TRICK)
        )
        return DistributionTask(
            diamonds,
            tricks,
            diamond,
            trick,
            tuple(map(LimitedSum, constraints.sum_weights, limits)),
            constraints.cost_weights,
            most,
        )

    def _find_single_four_contract_deal(self, task: DistributionTask) -> tuple[FourContractDeal, ...]:
        """The deal, with any cards that have the points of the assigned ones."""
        (king,) = self.rest.four_contract_kings
        points = self._points_of_assigned_cards()
        failure_key = task, points
        if failure_key not in self.failed:
            for cards in representative_captures_worth(self.bounds.constraints.rules, king, points):
                self._spend_steps(_SHARING_STEPS)
                shares = distribute_diamonds_and_tricks(task, fewest_tricks_function(king, cards))
                if shares is not None:
                    return (FourContractDeal(king, cards, *shares),)
            self.failed.add(failure_key)
        self.missed += 1
        return ()

    def _find_several_four_contract_deals(self, task: DistributionTask) -> tuple[FourContractDeal, ...]:
        self._spend_steps(_DEALING_STEPS)
        four_contract_deals = find_four_contract_deals(self.rest.four_contract_kings, self._assigned_outcomes(), task)
        self.missed += not four_contract_deals
        self.overlooked = self.overlooked or not four_contract_deals
        return four_contract_deals

    def _points_of_assigned_cards(self) -> Points:
        assigned = self._assigned_outcomes()
        points = (way.points.map(many.__mul__) for kind, way, many in assigned if kind is not ItemKind.TREX)
        return reduce(add_points, points, NO_POINTS)

    def _diamond_and_trick_outcomes(self, shares: DiamondAndTrickShares) -> Iterator[tuple[ItemKind, ItemOutcome, int]]:
        for kind, held in zip((ItemKind.DIAMOND, ItemKind.TRICK), shares, strict=True):
            for seat in SEATS:
                yield kind, self.item_outcomes[kind][seat], held[seat]

    def _assigned_outcomes(self) -> tuple[tuple[ItemKind, ItemOutcome, int], ...]:
        return tuple(
            (ITEM_KINDS[kind], self.item_outcomes[ITEM_KINDS[kind]][way], many)
            for kind, way, many in self.assigned
            if many
        )

    def _plan_outcome_counts(self, kind_index: int, item_counts: ItemCounts, slack: ByMeasure) -> list[int]:
        """The best number of each outcome, so that every sum uses its slack evenly over all open items."""
        bounds = self.bounds
        max_excess, n = bounds.bounds_for(item_counts).max_excess, item_counts[kind_index]
        options_of_kind = bounds.outcomes_worth_trying[kind_index]
        axes = [(i, max_excess[i]) for i in bounds.single_measures if max_excess[i]]
        excesses = bounds.excess_by_kind[kind_index]
        target = [n * slack[i] / whole * max(excess[i] for excess in excesses) for i, whole in axes]
        steps = [[excesses[way][i] for i, _ in axes] for way in options_of_kind]
        plan = [0] * len(options_of_kind)
        sign_bits, packed_slack = bounds.sign_bits, bounds.pack(slack) | bounds.sign_bits
        for left in range(n, 0, -1):
            options = [
                w
                for w, way in enumerate(options_of_kind)
                if (packed_slack - bounds.packed_excess_by_kind[kind_index][way]) & sign_bits == sign_bits
            ]
            if not options:
                break
            now = [x / left for x in target]
            nearest = min(options, key=lambda w: sum([(x - y) ** 2 for x, y in zip(now, steps[w], strict=True)]))
            plan[nearest] += 1
            packed_slack -= bounds.packed_excess_by_kind[kind_index][options_of_kind[nearest]]
            target = [x - y for x, y in zip(target, steps[nearest], strict=True)]
        return plan


def _item_counts_without_kind(item_counts: ItemCounts, kind_index: int) -> ItemCounts:
    a, b, c, d, e = (0 if place == kind_index else n for place, n in enumerate(item_counts))
    return a, b, c, d, e


def _numbers_around(planned_number: int, max_number: int) -> Iterator[int]:
    """The numbers from 0 to n, the nearest to the plan first."""
    planned_number = min(planned_number, max_number)
    yield planned_number
    for away in range(1, max_number + 1):
        if planned_number + away <= max_number:
            yield planned_number + away
        if planned_number - away >= 0:
            yield planned_number - away
