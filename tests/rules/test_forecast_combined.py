"""Forecast of who can finish first where a king still has all four contracts in one deal."""
# ruff: noqa: S311 - cards, not secrets

from collections.abc import Sequence
from functools import cache
from itertools import product
from random import Random

import pytest

from tests.support.browser.endings import (
    ALL_DISTRIBUTIONS,
    ALL_TAKEN_CARDS,
    Ending,
    brute_force_forecast,
    endings_of_all_four,
)
from trexscore.game.file.house_rules import preset_rules_with_options
from trexscore.rules.captures import Captures, TakenCard
from trexscore.rules.cards import Card
from trexscore.rules.contract_set import (
    ALL_CONTRACTS_LEFT,
    ALL_FIVE_CONTRACTS,
    ALL_FOUR_PENALTY_CONTRACTS,
    NO_CONTRACTS,
    ContractSet,
)
from trexscore.rules.forecast import Undecided, prospects
from trexscore.rules.forecast.diamond_and_trick_shares import (
    DiamondAndTrickShares,
    DistributionTask,
    FewestTricksFunction,
    LimitedSum,
    distribute_diamonds_and_tricks,
)
from trexscore.rules.forecast.four_contract_deals import (
    FIVE_CARDS_IN_ORDER,
    fewest_tricks_function,
    representative_captures_worth,
    trick_needs_of_five_cards,
)
from trexscore.rules.forecast.search_bounds import SeatWeights
from trexscore.rules.presets import PRESETS
from trexscore.rules.scoring import scorer_of
from trexscore.rules.seats import SEATS, BySeat, Points, Seat
from trexscore.rules.validation import capture_contradictions, card_capture_refusal

COMPLEX = PRESETS["complex"].rules
POSSIBLE_CAPTURES = [
    taken
    for taken in ALL_TAKEN_CARDS
    if card_capture_refusal(COMPLEX, Card.KING_OF_HEARTS, taken, are_contracts_combined=True, is_after_revoke=False)
    is None
]


def left_for_king(king: Seat, contract_set: ContractSet) -> BySeat[ContractSet]:
    return BySeat(*(contract_set if seat is king else NO_CONTRACTS for seat in SEATS))


@cache
def endings_without_doubling() -> set[Ending]:
    return endings_of_all_four(preset_rules_with_options("complex", {"doubling": "off"}), Seat.B)


@pytest.mark.parametrize(("preset", "seed"), [("complex", 1), ("complex", 2), ("complex_partnership", 3)])
def test_all_four_left_equals_trying_everything(preset: str, seed: int) -> None:
    rules = preset_rules_with_options(preset, {"doubling": "off"})
    random = Random(seed)
    totals = BySeat(*(5 * random.randint(-60, 60) for _ in SEATS))
    assert prospects(rules, totals, (), left_for_king(Seat.B, ALL_FOUR_PENALTY_CONTRACTS)) == brute_force_forecast(
        rules, totals, (), endings_without_doubling()
    )


PRECOMPUTED: list[tuple[str, bool, tuple[int, int, int, int], tuple[int | None, ...]]] = [
    ("C", True, (-930, 190, 985, -365), (None, 175, -625, None)),
    ("D", True, (705, -105, -635, -25), (-625, 200, None, 125)),
    ("C", True, (330, -205, 350, -315), (-250, 300, -270, None)),
    ("D", True, (-10, -305, 630, -40), (85, 375, -560, 110)),
]
"""King, whether Trex is left, totals, and needed points: calculated once, from all 6,127,616 hands with doubling."""


@pytest.mark.parametrize(("king", "trex", "totals", "points_needed"), PRECOMPUTED)
def test_doubling_equals_precomputed_search(
    king: str, totals: tuple[int, int, int, int], points_needed: tuple[int | None, ...], *, trex: bool
) -> None:
    left = left_for_king(Seat[king], ALL_FIVE_CONTRACTS if trex else ALL_FOUR_PENALTY_CONTRACTS)
    assert tuple(prospect.points_needed for prospect in prospects(COMPLEX, BySeat(*totals), (), left)) == points_needed


@pytest.mark.parametrize("king", SEATS)
def test_needed_tricks_equal_contradictions(king: Seat) -> None:
    random = Random(king)
    possible_count = 0
    for _ in range(600):
        cards = tuple(random.choices(POSSIBLE_CAPTURES, k=5))
        diamonds, tricks = random.choice(ALL_DISTRIBUTIONS), random.choice(ALL_DISTRIBUTIONS)
        needed = [fewest_tricks_function(king, cards)(seat, diamonds[seat]) for seat in SEATS]
        holds = all(need is not None and need <= tricks[seat] for seat, need in zip(SEATS, needed, strict=True))
        captures = Captures(tuple(zip(FIVE_CARDS_IN_ORDER, cards, strict=True)), diamonds, tricks)
        assert holds == (not any(True for _ in capture_contradictions(captures, king)))
        possible_count += holds
    assert possible_count > 40


def test_tried_cards_cover_all_cards() -> None:
    random = Random(1)
    for _ in range(20):
        cards = tuple(random.choices(random.choices(POSSIBLE_CAPTURES, k=3), k=5))
        tried = [
            needs_and_queen(representative)
            for representative in representative_captures_worth(COMPLEX, Seat.A, points_of(cards))
        ]
        needs, queen = needs_and_queen(cards)
        assert any(
            other_queen is queen
            and all(other_need <= need for other_need, need in zip(other_needs, needs, strict=True))
            for other_needs, other_queen in tried
        ), cards


def needs_and_queen(cards: tuple[TakenCard, ...]) -> tuple[tuple[int, ...], Seat]:
    fewest_tricks, non_diamonds = trick_needs_of_five_cards(Seat.A, cards)
    return (*fewest_tricks, *non_diamonds), cards[1].taken_by


def points_of(cards: tuple[TakenCard, ...]) -> Points:
    return scorer_of(COMPLEX).score(Captures(tuple(zip(FIVE_CARDS_IN_ORDER, cards, strict=True)))).points


THREE_SHARED_OUT = [BySeat(*counts) for counts in product(range(4), repeat=4) if sum(counts) == 3]
SUMS: dict[str, tuple[SeatWeights, tuple[SeatWeights, ...]]] = {
    "no seat above A": ((1, 0, 0, 0), ((-1, 1, 0, 0), (-1, 0, 1, 0), (-1, 0, 0, 1))),
    "no seat below A": ((1, 0, 0, 0), ((1, -1, 0, 0), (1, 0, -1, 0), (1, 0, 0, -1))),
    "B not above A": ((1, 0, 0, 0), ((-1, 1, 0, 0),)),
    "B not above A and C": ((1, 0, 1, 0), ((-1, 1, 0, 0), (0, 1, -1, 0))),
    "BD not above AC": ((1, 0, 1, 0), ((-1, 1, -1, 1),)),
}


def weighted_sum(weights: SeatWeights, values: Sequence[int]) -> int:
    return sum(weight * value for weight, value in zip(weights, values, strict=True))


def within(task: DistributionTask, needed: FewestTricksFunction, shares: DiamondAndTrickShares) -> bool:
    values = [task.value_of_share(*seat_shares) for seat_shares in zip(*shares, strict=True)]
    needs = [needed(seat, shares.diamonds[seat]) for seat in SEATS]
    return (
        all(need is not None and need <= seat_tricks for need, seat_tricks in zip(needs, shares.tricks, strict=True))
        and all(weighted_sum(weights, values) <= limit for weights, limit in task.limited_sums)
        and (not any(task.cost_weights) or weighted_sum(task.cost_weights, values) <= task.cost_limit)
    )


@pytest.mark.parametrize("condition", SUMS)
@pytest.mark.parametrize("seed", range(12))
def test_sharing_out_equals_trying_everything(condition: str, seed: int) -> None:
    random = Random(seed)
    cost, sums = SUMS[condition]
    for _ in range(5):
        limits = tuple(LimitedSum(weights, random.randint(-9, 6)) for weights in sums)
        points_per_card = random.choice(((-2, -3), (-2, -3), (2, -3), (-2, 3), (1, 2)))
        costs = cost if random.random() < 0.7 else (0, 0, 0, 0)
        task = DistributionTask(3, 3, *points_per_card, limits, costs, random.randint(-9, 3))
        floors = random.choices((0, 0, 1), k=4)

        def needed(seat: Seat, diamonds: int, floors: Sequence[int] = floors) -> int | None:
            return None if floors[seat] and not diamonds else max(floors[seat], diamonds // 2)

        shares = distribute_diamonds_and_tricks(task, needed)
        assert (shares is not None) == any(
            within(task, needed, DiamondAndTrickShares(*counts))
            for counts in product(THREE_SHARED_OUT, THREE_SHARED_OUT)
        )
        assert shares is None or within(task, needed, shares)


def test_several_combined_deals_state_only_proven() -> None:
    """A stated outcome is proven by an ending (see `cheapest_winning_ending`); all others are undecided."""
    decided = 0
    for seed in range(4):
        random = Random(seed)
        totals = BySeat(*(5 * random.randint(-60, 60) for _ in SEATS))
        left = left_for_king(Seat.B, ALL_FOUR_PENALTY_CONTRACTS).replacing(Seat.C, ALL_FOUR_PENALTY_CONTRACTS)
        try:
            prospects(COMPLEX, totals, (), left, 3000)
        except Undecided:
            continue
        decided += 1
    assert decided
    assert all(
        prospect.points_needed is not None
        for prospect in prospects(COMPLEX, BySeat(0, 0, 0, 0), (), ALL_CONTRACTS_LEFT)
    )
