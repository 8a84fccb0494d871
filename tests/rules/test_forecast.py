"""Forecast of who can finish first, compared with all possible endings."""
# ruff: noqa: S311 - cards, not secrets

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.support.browser.endings import all_endings, brute_force_forecast
from tests.support.games import random_game
from trexscore.game.file.game import read_game_file
from trexscore.game.file.house_rules import preset_rules_with_options
from trexscore.rules.captures import Captures, TakenCard
from trexscore.rules.cards import QUEENS, Card, Contract
from trexscore.rules.contract_set import (
    ALL_CONTRACTS_LEFT,
    ALL_FOUR_PENALTY_CONTRACTS,
    NO_CONTRACTS,
    ContractSet,
    contract_set_of,
)
from trexscore.rules.forecast import Prospect, Undecided, game_position, prospects
from trexscore.rules.forecast.ending_constraints import cheapest_win_of_seat_a, turned_to_seat
from trexscore.rules.forecast.ending_search import Ending
from trexscore.rules.forecast.four_contract_deals import FIVE_CARDS_IN_ORDER
from trexscore.rules.forecast.item_outcomes import ItemKind
from trexscore.rules.game import Game, ScoreEntry, score_game
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.kings import KingdomsProgress, possible_next_kings
from trexscore.rules.presets import PRESETS
from trexscore.rules.seats import SEATS, BySeat, Points, Seat

ONE_LEFT: list[tuple[Contract, ...]] = [(contract,) for contract in Contract]
MORE_LEFT: list[tuple[Contract, ...]] = [
    (Contract.KING_OF_HEARTS, Contract.TREX),
    (Contract.KING_OF_HEARTS, Contract.DIAMONDS),
    (Contract.KING_OF_HEARTS, Contract.QUEENS),
    (Contract.QUEENS, Contract.TREX),
    (Contract.DIAMONDS, Contract.TREX),
    (Contract.KING_OF_HEARTS, Contract.COLLECTIONS),
]


def left_for_d(*contracts: Contract) -> BySeat[ContractSet]:
    """Remaining contracts: these for D, and none for the others."""
    return BySeat(NO_CONTRACTS, NO_CONTRACTS, NO_CONTRACTS, contract_set_of(contracts))


def random_totals(random: Random) -> Points:
    """Close or distant totals; usually multiples of 5, sometimes any numbers, as after an adjustment."""
    step, reach = random.choice(((5, 10), (25, 6), (25, 16), (50, 8), (1, 40)))
    return BySeat(*(step * random.randint(-reach, reach) for _ in SEATS))


def check_forecasts(rules: HouseRules, contracts: tuple[Contract, ...], random: Random, times: int) -> None:
    endings = all_endings(rules, contracts)
    for _ in range(times):
        totals = random_totals(random)
        firsts = tuple(random.choices(SEATS, k=random.randint(0, 3)))
        expected = brute_force_forecast(rules, totals, firsts, endings)
        assert prospects(rules, totals, firsts, left_for_d(*contracts)) == expected, (contracts, totals, firsts)


@pytest.mark.parametrize("preset", PRESETS)
def test_one_contract_left_equals_trying_everything(preset: str) -> None:
    if PRESETS[preset].rules.combining == "all_four":
        check_forecasts(PRESETS[preset].rules, (Contract.TREX,), Random(1), 40)
        return
    for number, contracts in enumerate(ONE_LEFT):
        check_forecasts(PRESETS[preset].rules, contracts, Random(number), 3)


@pytest.mark.parametrize("contracts", MORE_LEFT, ids="+".join)
@pytest.mark.parametrize("seed", range(2))
def test_two_contracts_left_equal_trying_everything(contracts: tuple[Contract, ...], seed: int) -> None:
    random = Random(seed)
    rules = PRESETS[
        random.choice([name for name, listed_preset in PRESETS.items() if listed_preset.rules.combining != "all_four"])
    ].rules
    check_forecasts(rules, contracts, random, 3)


OPTIONS: dict[str, tuple[Any, ...]] = {
    "doubler_bonus": ("single", "none", "double"),
    "own_capture": ("single", "leader_gains", "leader_gains_unless_self_led", "double", "quadruple"),
    "partner_capture": ("as_individuals", "single", "no_bonus", "opponents_gain"),
    "partnership": (False, True),
    "signs": ("normal", "reversed"),
    "winner": ("highest_total", "lowest_total", "worst_player_loses"),
    "tie_break": ("shared", "most_trex_firsts"),
    "trex_points": ((200, 150, 100, 50), (200, 150, 100, -50), (0, 0, 0, 0), (7, 0, -3, 11)),
    "diamond_points": (10, -10, 0, 7),
}


@pytest.mark.parametrize("seed", range(16))
def test_random_options_equal_trying_everything(seed: int) -> None:
    random = Random(seed)
    rules = preset_rules_with_options("standard", {name: random.choice(values) for name, values in OPTIONS.items()})
    for contracts in random.sample(ONE_LEFT + MORE_LEFT[:2], 3):
        check_forecasts(rules, contracts, random, 3)


@pytest.mark.parametrize("winner", OPTIONS["winner"])
@pytest.mark.parametrize("partnership", [False, True])
def test_complete_game_has_certain_winners(winner: str, *, partnership: bool) -> None:
    rules = preset_rules_with_options(
        "standard", {"winner": winner, "partnership": partnership, "tie_break": "most_trex_firsts"}
    )
    for seed in range(20):
        totals, firsts = random_totals(Random(seed)), tuple(Random(seed).choices(SEATS, k=4))
        expected = brute_force_forecast(rules, totals, firsts, {(BySeat(0, 0, 0, 0), ())})
        assert prospects(rules, totals, firsts, BySeat(*[NO_CONTRACTS] * 4)) == expected


def test_needed_points_with_only_trex_left() -> None:
    forecast = prospects(PRESETS["standard"].rules, BySeat(30, 0, -400, -400), (), left_for_d(Contract.TREX))
    assert forecast[1] == Prospect(points_needed=100, is_certain_to_win=False, is_only_possible_winner=False)
    assert forecast[0] == Prospect(points_needed=100, is_certain_to_win=False, is_only_possible_winner=False)


def test_leader_is_certain_if_uncatchable() -> None:
    leader, *others = prospects(PRESETS["standard"].rules, BySeat(500, 100, 100, 100), (), left_for_d(Contract.TREX))
    assert leader == Prospect(points_needed=50, is_certain_to_win=True, is_only_possible_winner=True)
    assert {prospect.points_needed for prospect in others} == {None}


def test_final_tie_shares_first_place() -> None:
    first, second, *_ = prospects(
        PRESETS["no_doubling"].rules, BySeat(75, 0, -900, -900), (), left_for_d(Contract.KING_OF_HEARTS)
    )
    assert (first.is_certain_to_win, first.is_only_possible_winner) == (True, False)
    assert second == Prospect(points_needed=0, is_certain_to_win=False, is_only_possible_winner=False)


def test_lowest_total_wins_has_allowed_points() -> None:
    leader, second, *_ = prospects(
        PRESETS["wikipedia_reversed"].rules, BySeat(0, 100, 900, 900), (), left_for_d(Contract.DIAMONDS)
    )
    assert second.points_needed == 10
    assert leader.points_needed == 110


def test_start_of_game_is_open() -> None:
    for preset in PRESETS.values():
        game = score_game(preset.rules, None, ()).game
        for prospect in prospects(
            preset.rules, game.totals, game.trex_first_seats, game.kingdoms_progress.contracts_left_by_king
        ):
            assert (prospect.points_needed is not None, prospect.is_certain_to_win) == (True, False)


def test_unplayable_rest_has_no_winner() -> None:
    forecast = prospects(PRESETS["complex"].rules, BySeat(0, 0, 0, 0), (), left_for_d(Contract.DIAMONDS))
    assert all(prospect.points_needed is None for prospect in forecast)


def rotate_seats(value: Any, seat: int) -> Any:  # noqa: ANN401 - any value with seats
    """The same value with rotated seats: A becomes this seat."""
    if isinstance(value, Seat):
        return SEATS[(value + seat) % 4]
    if isinstance(value, TakenCard):
        return TakenCard(*(rotate_seats(part, seat) for part in value))
    if isinstance(value, BySeat):
        return BySeat(*(rotate_seats(part, seat) for part in value))
    return value


def entries_of(rules: HouseRules, game: Game, ending: Ending, seat: int) -> Iterator[ScoreEntry]:
    """An ending as entries of a game file."""
    results: dict[ItemKind, list[Any]] = {kind: [] for kind in ItemKind}
    for kind, outcome, count in ending.outcomes:
        results[kind] += [rotate_seats(outcome.capture_or_trex_order, seat)] * count
    four_contract_deals = {rotate_seats(deal.king, seat): deal for deal in ending.four_contract_deals}
    running = game.kingdoms_progress.king_of_running_kingdom
    order = [running] if running is not None else []
    while len(order) + len([king for king in game.kingdoms_progress.kings_so_far if king is not running]) < 4:
        before = game.kingdoms_progress.kings_so_far[: len(game.kingdoms_progress.kings_so_far) - (running is not None)]
        begun = (*before, *order)
        order.append(next_king(rules, game, begun))
    for king in order:
        for contract in game.kingdoms_progress.contracts_left_by_king[king].contracts:
            if contract is Contract.TREX:
                yield ScoreEntry(
                    king, contract_set_of((contract,)), Captures((), None, None, results[ItemKind.TREX].pop())
                )
            elif king not in four_contract_deals:
                yield ScoreEntry(king, contract_set_of((contract,)), single_contract_captures(contract, results))
        if king in four_contract_deals:
            deal = four_contract_deals[king]
            taken = tuple(
                (card, rotate_seats(taken_card, seat))
                for card, taken_card in zip(FIVE_CARDS_IN_ORDER, deal.taken_cards, strict=True)
            )
            diamonds, tricks = (
                BySeat(*(side_counts[(index - seat) % 4] for index in range(4)))
                for side_counts in (deal.diamonds, deal.tricks)
            )
            yield ScoreEntry(king, ALL_FOUR_PENALTY_CONTRACTS, Captures(taken, diamonds, tricks))


def next_king(rules: HouseRules, game: Game, begun: tuple[Seat, ...]) -> Seat:
    left = BySeat(
        *(NO_CONTRACTS if king in begun else game.kingdoms_progress.contracts_left_by_king[king] for king in SEATS)
    )
    return possible_next_kings(rules, KingdomsProgress(game.kingdoms_progress.first_king, begun, left))[0]


def single_contract_captures(contract: Contract, results: dict[ItemKind, list[Any]]) -> Captures:
    if contract is Contract.KING_OF_HEARTS:
        return Captures(((Card.KING_OF_HEARTS, results[ItemKind.KING].pop()),))
    if contract is Contract.QUEENS:
        return Captures(tuple((queen, results[ItemKind.QUEEN].pop()) for queen in QUEENS))
    kind = ItemKind.DIAMOND if contract is Contract.DIAMONDS else ItemKind.TRICK
    taken = [results[kind].pop() for _ in range(13)]
    counts = BySeat(*map(taken.count, SEATS))
    return Captures((), counts) if kind is ItemKind.DIAMOND else Captures((), None, counts)


def cheapest_winning_ending(rules: HouseRules, game: Game, side: int) -> Ending | None:
    """The cheapest ending in which a seat or team finishes first, with seats rotated so that it is A or AC."""
    position = game_position(rules, game.totals, game.trex_first_seats, game.kingdoms_progress.contracts_left_by_king)
    cheapest = None if position is None else cheapest_win_of_seat_a(turned_to_seat(position, SEATS[side]), None)
    return None if cheapest is None else cheapest.ending


@pytest.mark.parametrize("preset", PRESETS)
def test_best_ending_can_be_played(preset: str) -> None:
    rules = PRESETS[preset].rules
    for seed in range(2):
        deals = Random(seed).randint(0, 7 if rules.combining == "all_four" else 19)
        file = read_game_file(random_game(Random(seed), {"preset": preset, "options": {}}, deals))
        game = file.play().game
        for side in range(2 if rules.partnership else 4):
            ending = cheapest_winning_ending(rules, game, side)
            if ending is None:
                continue
            played = score_game(rules, file.first_king, (*file.entries, *entries_of(rules, game, ending, side)))
            assert not played.refusals
            assert side in played.game.outcome.winners


@pytest.mark.parametrize("preset", PRESETS)
def test_actual_endings_agree_with_forecast(preset: str) -> None:
    rules = PRESETS[preset].rules
    fewest_win = rules.winner == "lowest_total"
    compared = 0
    for seed in range(6):
        complete_file = random_game(Random(seed), {"preset": preset, "options": {}}, 20)
        complete_file["deals"] = [entry for entry in complete_file["deals"] if "adjustment" not in entry]
        deal_count = Random(seed).randint(len(complete_file["deals"]) // 2, len(complete_file["deals"]))
        unfinished = read_game_file(complete_file | {"deals": complete_file["deals"][:deal_count]}).play().game
        final = read_game_file(complete_file).play().game
        assert final.is_complete
        gains = [
            total_after - total_before
            for total_before, total_after in zip(unfinished.totals, final.totals, strict=True)
        ]
        try:
            forecast = prospects(
                rules,
                unfinished.totals,
                unfinished.trex_first_seats,
                unfinished.kingdoms_progress.contracts_left_by_king,
                2_000,
            )
        except Undecided:
            continue
        compared += 1
        for side, prospect in enumerate(forecast):
            won = side in final.outcome.winners
            assert (prospect.points_needed is not None) >= won
            assert prospect.is_certain_to_win <= won
            if won and prospect.points_needed is not None:
                points = gains[side] + gains[side + 2] if rules.partnership else gains[side]
                assert (points <= prospect.points_needed) if fewest_win else (points >= prospect.points_needed)
    assert compared >= 2, "most searches exceeded the step limit"


def test_step_limit_raises_undecided() -> None:
    with pytest.raises(Undecided):
        prospects(PRESETS["standard"].rules, BySeat(0, 0, 0, 0), (), ALL_CONTRACTS_LEFT, 3)
