"""Possible totals of a deal, compared with a search of all captures."""

from collections.abc import Iterator
from itertools import islice, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.browser.endings import ALL_DISTRIBUTIONS, ALL_TAKEN_CARDS
from tests.support.games import OPTIONS_TO_MIX
from tests.support.sheets import totals_of
from trexscore.game.file.house_rules import preset_rules_with_options
from trexscore.rules.captures import Captures
from trexscore.rules.cards import CONTRACTS, QUEENS, Card, Contract
from trexscore.rules.contract_set import ALL_FIVE_CONTRACTS, ALL_FOUR_PENALTY_CONTRACTS, ContractSet, contract_set_of
from trexscore.rules.expected_sum import undoubled_sum
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.options import option_choices
from trexscore.rules.paper.cells import BLANK_CELLS, RowCells
from trexscore.rules.paper.possible_captures import captures_with_points
from trexscore.rules.paper.possible_points import possible_points_of
from trexscore.rules.presets import PRESETS
from trexscore.rules.scoring import scorer_of
from trexscore.rules.seats import SEATS, BySeat, Points, Seat
from trexscore.rules.validation import capture_contradictions, card_capture_refusal, playable_contract_sets

STANDARD = PRESETS["standard"].rules
COMPLEX = PRESETS["complex"].rules
QUEENS_ALONE = contract_set_of((Contract.QUEENS,))


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_single_contract_totals_equal_captures(preset: str) -> None:
    rules = PRESETS[preset].rules
    for contract in CONTRACTS:
        reach = possible_points_of(rules, contract_set_of((contract,)), Seat.A)
        assert set(reach.matching_points(BLANK_CELLS)) == totals_of(rules, contract)


@pytest.mark.parametrize("preset", ["complex", "wikipedia_complex"])
def test_diamonds_with_collections_totals(preset: str) -> None:
    rules, contract_set = PRESETS[preset].rules, contract_set_of((Contract.DIAMONDS, Contract.COLLECTIONS))
    score, reach = scorer_of(rules).score, possible_points_of(rules, contract_set, Seat.A)
    possible_points: set[Points] = set()
    all_points: set[Points] = set()
    for diamonds, tricks in product(ALL_DISTRIBUTIONS[::3], ALL_DISTRIBUTIONS):
        captures = Captures((), diamonds, tricks)
        points = score(captures).points
        all_points.add(points)
        if points not in possible_points and next(capture_contradictions(captures, Seat.A), None) is None:
            possible_points.add(points)
            assert reach.fits(points.map(int))
    impossible_points = [points for points in sorted(all_points - possible_points) if not reach.fits(points.map(int))]
    assert impossible_points


@pytest.mark.parametrize("preset", ["complex", "wikipedia_complex"])
def test_king_of_hearts_with_collections_totals(preset: str) -> None:
    rules = PRESETS[preset].rules
    contract_set = contract_set_of((Contract.KING_OF_HEARTS, Contract.COLLECTIONS))
    possible_points: set[Points] = set()
    all_points: set[Points] = set()
    for taken in ALL_TAKEN_CARDS:
        if (
            card_capture_refusal(rules, Card.KING_OF_HEARTS, taken, are_contracts_combined=True, is_after_revoke=False)
            is not None
        ):
            continue
        for tricks in ALL_DISTRIBUTIONS:
            captures = Captures(((Card.KING_OF_HEARTS, taken),), None, tricks)
            points = scorer_of(rules).score(captures).points
            all_points.add(points)
            if next(capture_contradictions(captures, Seat.B), None) is None:
                possible_points.add(points)
    reach = possible_points_of(rules, contract_set, Seat.B)
    assert {points for points in all_points if reach.fits(points.map(int))} == possible_points
    assert all_points - possible_points


@pytest.mark.parametrize("preset", ["complex", "combination"])
def test_consistent_captures_of_all_four_are_possible(preset: str) -> None:
    rules = PRESETS[preset].rules
    random = Random(1)  # noqa: S311 - no secret
    doubled = [
        taken
        for taken in ALL_TAKEN_CARDS
        if (taken.led_by is None or taken.doubled_by is taken.taken_by)
        and card_capture_refusal(rules, Card.KING_OF_HEARTS, taken, are_contracts_combined=True, is_after_revoke=False)
        is None
    ]
    tried = 0
    while tried < 300:
        cards = tuple((card, random.choice(doubled)) for card in (Card.KING_OF_HEARTS, *QUEENS))
        captures = Captures(cards, random.choice(ALL_DISTRIBUTIONS), random.choice(ALL_DISTRIBUTIONS))
        if next(capture_contradictions(captures, Seat.C), None) is None:
            tried += 1
            points = scorer_of(rules).score(captures).points
            assert possible_points_of(rules, ALL_FOUR_PENALTY_CONTRACTS, Seat.C).fits(points.map(int))


def any_rules() -> st.SearchStrategy[HouseRules]:
    def random_rules(preset: str, seed: int) -> HouseRules:
        random = Random(seed)  # noqa: S311 - no secret
        options = {name: random.choice(option_choices(name)) for name in random.sample(OPTIONS_TO_MIX, 4)}
        points = {"queen_points": random.choice((25, 26, 0)), "diamond_points": random.choice((10, -10, 15, 7))}
        return preset_rules_with_options(preset, options | points | {"combining": "any"})

    return st.builds(random_rules, st.sampled_from(sorted(PRESETS)), st.integers(0, 10_000))


def possible(rules: HouseRules, captures: Captures, *, combined: bool) -> Iterator[bool]:
    """Whether each card score is possible; some are only if the contract is played alone."""
    for card, taken in captures.cards:
        yield card_capture_refusal(rules, card, taken, are_contracts_combined=combined, is_after_revoke=False) is None


@settings(max_examples=60, deadline=None)
@given(
    any_rules(),
    st.sampled_from(SEATS),
    st.integers(0, 14),
    st.tuples(*[st.integers(-60, 20)] * 3),
    st.sampled_from([*SEATS, None]),
)
def test_possible_totals_have_captures(
    rules: HouseRules, king: Seat, index: int, values: tuple[int, int, int], unread_seat: Seat | None
) -> None:
    contract_set = playable_contract_sets(rules, ALL_FIVE_CONTRACTS)[index]
    a, b, c = (5 * value for value in values)
    total = undoubled_sum(rules, contract_set)
    cells = BySeat[int | None](a, b, c, total - a - b - c)
    cells = cells if unread_seat is None else cells.replacing(unread_seat, None)
    possible_captures = list(islice(captures_with_points(rules, contract_set, king, cells), 13))
    assert bool(possible_captures) == possible_points_of(rules, contract_set, king).fits(cells)
    for captures in possible_captures if len(possible_captures) < 13 else ():
        score = scorer_of(rules).score(captures)
        assert score.has_valid_parts or all(possible(rules, captures, combined=len(contract_set.contracts) > 1))
        assert all(value in (None, points) for value, points in zip(cells, score.points, strict=True))
        assert not list(capture_contradictions(captures, king))


def totals(a: int | None, b: int | None, c: int | None, d: int | None) -> BySeat[int | None]:
    return BySeat(a, b, c, d)


def ways_to_score(contract_set: ContractSet, cells: RowCells) -> list[Captures]:
    return list(captures_with_points(STANDARD, contract_set, Seat.A, cells))


def test_undoubled_and_own_capture_are_two_ways() -> None:
    king_of_hearts = contract_set_of((Contract.KING_OF_HEARTS,))
    assert len(ways_to_score(king_of_hearts, totals(0, -75, 0, 0))) == 2  # undoubled, or doubled and taken by B
    (doubled,) = ways_to_score(king_of_hearts, totals(0, -150, 75, 0))
    ((_, taken),) = doubled.cards
    assert (taken.taken_by, taken.doubled_by) == (Seat.B, Seat.C)


def test_diamond_totals_determine_counts() -> None:
    ways_by_contract_set = {
        contract_set.contracts: ways_to_score(contract_set, totals(-50, -40, -30, -10))
        for contract_set in playable_contract_sets(STANDARD, ALL_FIVE_CONTRACTS)
    }
    ((contracts, (captures,)),) = ((contracts, ways) for contracts, ways in ways_by_contract_set.items() if ways)
    assert contracts == (Contract.DIAMONDS,)
    assert captures.diamonds == BySeat(5, 4, 3, 1)


def test_unreadable_totals_have_many_ways() -> None:
    assert len(list(islice(captures_with_points(STANDARD, QUEENS_ALONE, Seat.A, BLANK_CELLS), 501))) == 501


def test_queen_of_diamonds_is_not_fifth_card() -> None:
    contract_set = contract_set_of((Contract.QUEENS, Contract.DIAMONDS, Contract.COLLECTIONS))
    points = {"queen_points": 1000, "diamond_points": 10, "trick_points": 1}
    reach = possible_points_of(
        preset_rules_with_options("no_doubling", {"combining": "any"} | points), contract_set, Seat.A
    )
    assert reach.fits(totals(-4011, -132, 0, 0))
    assert not reach.fits(totals(-4021, -122, 0, 0))
    assert not reach.fits(totals(-4001, -142, 0, 0))
