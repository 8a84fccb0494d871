"""The result of a game for a season, complete or abandoned."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.games import deal_of, game_of, random_game
from trexscore.game.file.game import read_game_file
from trexscore.game.file.house_rules import preset_rules_with_options
from trexscore.league.result import Result, result_of
from trexscore.rules.game import Game
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.seats import SEATS, BySeat, Seat
from trexscore.rules.winners import FinishRange, finishes_of, outcome_of

KINGDOM_OF_A = [
    deal_of("king_of_hearts", {"taken_by": "B"}),
    deal_of("queens", {suit: {"taken_by": "C"} for suit in ("hearts", "spades", "diamonds", "clubs")}),
    deal_of("diamonds", {"A": 13, "B": 0, "C": 0, "D": 0}),
    deal_of("collections", {"A": 0, "B": 0, "C": 0, "D": 13}),
    deal_of("trex", ["A", "B", "C", "D"]),
]
"""A's kingdom: A -130 + 200, B -75 + 150, C -100 + 100, D -195 + 50."""
FIRST_DEAL_OF_B = deal_of("trex", ["D", "C", "B", "A"], king="B")
ADJUSTMENT: dict[str, Any] = {"adjustment": {"A": -20, "B": 20}, "reason": "looked at the cards"}


def result_for(deals: Sequence[dict[str, Any]], **options: Any) -> Result | None:  # noqa: ANN401 - of many types
    return result_in(game_of(*deals, **options))


def result_in(file: dict[str, Any]) -> Result | None:
    return result_of(*rules_and_game(file))


def rules_and_game(file: dict[str, Any]) -> tuple[HouseRules, Game]:
    read = read_game_file(file)
    played = read.play()
    assert read.rules is not None
    assert not played.refusals
    return read.rules, played.game


def test_abandoned_game_counts_complete_kingdoms() -> None:
    result = result_for([*KINGDOM_OF_A, FIRST_DEAL_OF_B])
    assert result == Result(
        points=BySeat(70, 75, 0, -145),
        finishes=BySeat(FinishRange(2, 2), FinishRange(1, 1), FinishRange(3, 3), FinishRange(4, 4)),
        trex_firsts=BySeat(1, 0, 0, 0),
        partnership=False,
        complete=False,
    )


def test_abandoned_game_counts_current_score_by_rule() -> None:
    result = result_for([*KINGDOM_OF_A, FIRST_DEAL_OF_B], unfinished_game="as_it_stands")
    assert result is not None
    assert (result.points, result.trex_firsts) == (BySeat(120, 175, 150, 55), BySeat(1, 0, 0, 1))


def test_abandoned_game_counts_nothing_by_rule() -> None:
    assert result_for([*KINGDOM_OF_A, FIRST_DEAL_OF_B], unfinished_game="no_result") is None


@pytest.mark.parametrize("unfinished_game", ["completed_kingdoms", "as_it_stands", "no_result"])
def test_game_without_complete_kingdom_has_no_result(unfinished_game: str) -> None:
    assert result_for([], unfinished_game=unfinished_game) is None
    assert result_for(KINGDOM_OF_A[:4], unfinished_game=unfinished_game) is None


@pytest.mark.parametrize(
    "deals",
    [
        [ADJUSTMENT, *KINGDOM_OF_A, FIRST_DEAL_OF_B],
        [*KINGDOM_OF_A, ADJUSTMENT, FIRST_DEAL_OF_B],
        [*KINGDOM_OF_A, FIRST_DEAL_OF_B, ADJUSTMENT],
    ],
)
def test_adjustment_counts_in_abandoned_game(deals: list[dict[str, Any]]) -> None:
    result = result_for(deals)
    assert result is not None
    assert result.points == BySeat(50, 95, 0, -145)


@given(st.integers(0, 2**32), st.integers(1, 40))
@settings(max_examples=40, deadline=None)
def test_abandoned_kingdom_changes_no_result(seed: int, deals: int) -> None:
    file = random_game(Random(seed), deals=deals)  # noqa: S311 - cards, not secrets
    file["house_rules"]["options"]["unfinished_game"] = "completed_kingdoms"
    _, game = rules_and_game(file)
    open_kings = {kingdom.king.name for kingdom in game.kingdoms if not kingdom.is_complete}
    complete_kingdoms = file | {"deals": [deal for deal in file["deals"] if deal.get("king") not in open_kings]}
    assert result_in(file) == result_in(complete_kingdoms)


@given(st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_complete_game_counts_its_totals(seed: int) -> None:
    rules, game = rules_and_game(random_game(Random(seed)))  # noqa: S311 - cards, not secrets
    assert game.is_complete
    result = result_of(rules, game)
    assert result is not None
    assert (result.points, result.complete) == (game.totals, True)
    assert seats_in_first_place(result.finishes) == with_partners(game.outcome.winners, rules)


@given(
    st.tuples(*[st.integers(-3, 3)] * 4),
    st.lists(st.sampled_from(SEATS), max_size=4),
    st.fixed_dictionaries(
        {
            "winner": st.sampled_from(["highest_total", "lowest_total", "worst_player_loses"]),
            "tie_break": st.sampled_from(["shared", "most_trex_firsts"]),
            "signs": st.sampled_from(["normal", "reversed"]),
            "partnership": st.booleans(),
        }
    ),
)
def test_winners_are_first_and_ranks_are_complete(
    totals: tuple[int, int, int, int], firsts: list[Seat], options: dict[str, Any]
) -> None:
    rules = preset_rules_with_options("standard", options)
    finishes = finishes_of(rules, BySeat(*totals), firsts)
    outcome = outcome_of(rules, BySeat(*totals), firsts, is_complete=True)
    assert seats_in_first_place(finishes) == with_partners(outcome.winners, rules)
    sides = finishes[:2] if rules.partnership else finishes
    assert finishes[:2] == finishes[2:] or not rules.partnership
    finish_numbers = sorted(number for finish in set(sides) for number in range(finish.first, finish.last + 1))
    assert finish_numbers == list(range(1, len(sides) + 1))
    assert all(sides.count(finish) == finish.last - finish.first + 1 for finish in sides)


def seats_in_first_place(finishes: BySeat[FinishRange]) -> list[Seat]:
    return [seat for seat in SEATS if finishes[seat].first == 1]


def with_partners(winners: Sequence[int], rules: HouseRules) -> list[Seat]:
    return [seat for seat in SEATS if (seat % 2 if rules.partnership else seat) in winners]
