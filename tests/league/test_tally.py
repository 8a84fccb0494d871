"""Tallies add up exactly and in any order."""

from functools import reduce
from operator import add
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.support.clubs.leagues import result
from trexscore.game.file.house_rules import preset_rules_with_options
from trexscore.league.result import Result
from trexscore.league.tally import EMPTY_TALLY, TWELFTHS_PER_FINISH, Tally
from trexscore.rules.seats import SEATS, TEAMS, Seat

POINTS = st.tuples(*[st.integers(-3, 3) | st.integers(-2000, 2000)] * 4)
FIRSTS = st.lists(st.sampled_from(SEATS), max_size=4)


def results(*, partnership: bool) -> st.SearchStrategy[Result]:
    """Results of complete games."""
    rules = preset_rules_with_options("standard", {"partnership": partnership})
    return st.builds(lambda points, firsts: result(rules, points, firsts), POINTS, FIRSTS)


TALLIES = st.builds(Tally.of_seat, results(partnership=False) | results(partnership=True), st.sampled_from(SEATS))


def test_shared_place_is_divided() -> None:
    shared = result(preset_rules_with_options("standard", {}), (50, 50, 50, -150), [Seat.A, Seat.A, Seat.D])
    assert Tally.of_seat(shared, Seat.A) == Tally(1, 50, (4, 4, 4, 0), 2)
    assert Tally.of_seat(shared, Seat.D) == Tally(1, -150, (0, 0, 0, 12), 1)


def test_pair_tally_combines_both_partners() -> None:
    won = result(
        preset_rules_with_options("standard", {"partnership": True}),
        (90, -10, -50, -30),
        [Seat.A, Seat.C, Seat.C, Seat.B],
    )
    ac, bd = TEAMS
    assert Tally.of_pair(won, ac) == Tally(1, 40, (12, 0, 0, 0), 3)
    assert Tally.of_pair(won, bd) == Tally(1, -40, (0, 12, 0, 0), 1)
    assert Tally.of_seat(won, Seat.C) == Tally(1, -50, (12, 0, 0, 0), 2)


@given(st.lists(TALLIES, max_size=30), st.randoms(use_true_random=False))
def test_order_of_games_does_not_matter(tallies: list[Tally], random: Random) -> None:
    shuffled = random.sample(tallies, len(tallies))
    assert reduce(add, tallies, EMPTY_TALLY) == reduce(add, shuffled, EMPTY_TALLY)


@given(st.lists(TALLIES, min_size=1, max_size=30), st.data())
def test_subtracted_game_leaves_no_trace(tallies: list[Tally], data: st.DataObject) -> None:
    subtracted = data.draw(st.integers(0, len(tallies) - 1))
    remaining = tallies[:subtracted] + tallies[subtracted + 1 :]
    assert reduce(add, tallies, EMPTY_TALLY) - tallies[subtracted] == reduce(add, remaining, EMPTY_TALLY)


@given(TALLIES, TALLIES)
def test_correction_is_difference_of_tallies(before: Tally, after: Tally) -> None:
    assert before + (after - before) == after
    assert before - before == EMPTY_TALLY
    assert before + EMPTY_TALLY == before


@given(results(partnership=False))
def test_game_awards_each_place_once(game_result: Result) -> None:
    total = reduce(add, (Tally.of_seat(game_result, seat) for seat in SEATS))
    assert total.finish_twelfths == (TWELFTHS_PER_FINISH,) * 4
    assert total.points == sum(game_result.points)


@given(results(partnership=True))
def test_partner_game_awards_two_places(game_result: Result) -> None:
    total = reduce(add, (Tally.of_pair(game_result, team) for team in TEAMS))
    assert total.finish_twelfths == (TWELFTHS_PER_FINISH, TWELFTHS_PER_FINISH, 0, 0)
    assert (total.points, total.trex_firsts) == (sum(game_result.points), sum(game_result.trex_firsts))


@given(TALLIES, TALLIES)
def test_tally_is_stored_as_whole_numbers(tally: Tally, other_tally: Tally) -> None:
    stored: list[Any] = (tally - other_tally).as_json()
    assert all(type(number) is int for number in stored)
    assert Tally.from_json(stored) == tally - other_tally
