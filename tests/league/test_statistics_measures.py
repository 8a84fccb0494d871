"""Averages and shares with their sample size and confidence interval."""

import random
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.support.games import GameJson, games
from tests.support.statistics import facts_in, worked_case
from trexscore.league.number_tuples import sample_of
from trexscore.league.statistics.facts import NO_COUNTS, NO_POINT_SUMS
from trexscore.league.statistics.measures import (
    MIN_SAMPLE_SIZE,
    Measure,
    MeasureCode,
    _student_quantile,
    average_measure,
    contract_measures,
    first_contract_shares,
    measures_of_counts,
    place_shares,
    point_measures,
    share_measure,
    won_from_behind_shares,
)
from trexscore.league.statistics.profile import EMPTY_PROFILE, profile_of
from trexscore.league.statistics.profile_lines import player_lines, whole_club_lines
from trexscore.rules.cards import Contract

NO_VALUES = Measure(None, 0, interval=None)


def test_average_has_student_interval() -> None:
    # Ten times 0 and 100: squared deviations 20 × 2500 over 19 and 20: the error is 11.4707…; t of 19 is 2.093.
    measure = average_measure(sample_of((0, 100) * 10))
    assert measure.value == 50
    assert measure.interval is not None
    assert float(measure.interval[1]) == pytest.approx(50 + 2.093 * 11.4707, abs=0.03)
    assert (measure.case_count, measure.is_small_sample) == (20, False)


@pytest.mark.parametrize("values", [(0, 100) * 9, (-25,) * 8, (75,) * 30])
def test_few_or_equal_values_have_no_interval(values: tuple[int, ...]) -> None:
    assert average_measure(sample_of(values)).interval is None


@pytest.mark.parametrize("size", [20, 50])
def test_interval_of_average_covers_as_claimed(size: int) -> None:
    # Doubled queens taken in a deal cost 0, 25 or 50, mostly 0. No other points are more skewed.
    rnd = random.Random(size)  # noqa: S311 - a simulation
    samples = [rnd.choices((0, -25, -50), (50, 35, 15), k=size) for _ in range(2000)]
    intervals = [
        interval for values in samples if (interval := average_measure(sample_of(values)).interval) is not None
    ]
    covered = sum(low <= Fraction(-65, 4) <= high for low, high in intervals)
    assert covered / len(intervals) > 0.92


def test_share_of_none_has_upper_bound() -> None:
    # As if 2 of 7: 2/7 ± 2 √(2/7 × 5/7 / 7) = 0.2857 ± 0.3415
    measure = share_measure(0, 3)
    assert measure.value == 0
    assert measure.interval is not None
    low, high = measure.interval
    assert low == 0
    assert Fraction(627, 1000) < high < Fraction(629, 1000)


def test_twenty_values_are_no_small_sample() -> None:
    assert [
        average_measure(sample_of([75] * size)).is_small_sample for size in (MIN_SAMPLE_SIZE - 1, MIN_SAMPLE_SIZE)
    ] == [
        True,
        False,
    ]
    assert [share_measure(1, size).is_small_sample for size in (MIN_SAMPLE_SIZE - 1, MIN_SAMPLE_SIZE)] == [True, False]


def test_empty_sample_has_no_average() -> None:
    assert average_measure(sample_of(())) == share_measure(0, 0) == NO_VALUES
    assert average_measure(sample_of((7,))) == Measure(Fraction(7), 1, interval=None)
    assert set(measures_of_counts(NO_COUNTS).values()) | set(point_measures(NO_POINT_SUMS).values()) == {NO_VALUES}


def test_worked_game_measures() -> None:
    _, counts, points = facts_in(worked_case("g1")).A
    measures = measures_of_counts(counts)
    assert measures[MeasureCode.QUEENS_TAKEN].value == 1  # 4 in 4 deals
    assert measures[MeasureCode.DIAMONDS_TAKEN].value == Fraction(6, 4)
    assert measures[MeasureCode.TRICKS_TAKEN].value == Fraction(5, 4)
    assert measures[MeasureCode.KINGS_OF_HEARTS_TAKEN].value == Fraction(1, 4)
    assert measures[MeasureCode.AVERAGE_TREX_PLACE].value == Fraction(1 + 3 + 3 + 4, 4)
    assert measures[MeasureCode.DOUBLING_RATE] == Measure(Fraction(2, 8), 8, interval=None)
    assert measures[MeasureCode.DOUBLING_PAID_OFF] == share_measure(2, 2)
    assert measures[MeasureCode.DOUBLED_CARDS_TAKEN].value == Fraction(3, 8)
    assert [measures[MeasureCode.GAMES_WON].value, measures[MeasureCode.AVERAGE_PLACE].value] == [0, 2]
    assert point_measures(points)[MeasureCode.OWN_DOUBLED_CARD_POINTS].value == 25
    assert point_measures(points)[MeasureCode.TAKEN_DOUBLED_CARD_POINTS].value == Fraction(-125, 3)
    queens = contract_measures(points)[Contract.QUEENS]
    assert [queens.as_king.value, queens.not_as_king.value] == [25, Fraction(-125, 3)]
    assert first_contract_shares(counts)[Contract.COLLECTIONS].value == 1
    assert [measure.value for measure in place_shares(counts.trex_place_counts)] == [
        Fraction(1, 4),
        0,
        Fraction(2, 4),
        Fraction(1, 4),
    ]
    assert [measure.value for measure in place_shares(counts.finish_counts)] == [0, 1, 0, 0]
    assert [measure.value for measure in won_from_behind_shares(facts_in(worked_case("g4")).A.counts)] == [
        1,
        None,
        None,
    ]


@given(st.lists(st.integers(-400, 400), min_size=MIN_SAMPLE_SIZE, max_size=60))
def test_interval_is_rounded_outwards(values: list[int]) -> None:
    assume(len(set(values)) > 1)
    measure = average_measure(sample_of(values))
    mean = Fraction(sum(values), len(values))
    squared_error = sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values)
    assert measure.value == mean
    assert measure.interval is not None
    low, high = measure.interval
    reach = high - mean
    assert reach == mean - low
    quantile = _student_quantile(len(values) - 1)
    assert reach**2 >= quantile**2 * squared_error
    assert (reach - Fraction(1, 1000)) ** 2 < quantile**2 * squared_error


@given(st.integers(0, 50), st.integers(0, 50))
def test_share_is_between_zero_and_one(successes: int, failures: int) -> None:
    measure = share_measure(successes, successes + failures)
    if measure.interval is not None and measure.value is not None:
        low, high = measure.interval
        assert 0 <= low <= measure.value <= high <= 1


@given(games())
def test_shares_of_any_game_are_shares(game: GameJson) -> None:
    for _, counts, _ in facts_in(game):
        measures = measures_of_counts(counts)
        shares = [measure for code, measure in measures.items() if code.is_share]
        shares += [
            *place_shares(counts.trex_place_counts),
            *place_shares(counts.finish_counts),
            *won_from_behind_shares(counts),
            *first_contract_shares(counts).values(),
        ]
        assert all(0 <= measure.value <= 1 for measure in shares if measure.value is not None)


@given(st.lists(games(), min_size=1, max_size=3))
def test_profile_lines_are_unique_and_have_values(game_list: list[GameJson]) -> None:
    profile = profile_of((str(number), facts_in(game).A) for number, game in enumerate(game_list))
    lines = [*player_lines(profile)]
    labels = [line._replace(measure=NO_VALUES) for line in lines]
    assert len({*labels}) == len(labels)
    assert all(line.measure.value is not None for line in lines)
    assert all(0 <= line.measure.value <= 1 for line in lines if line.code.is_share and line.measure.value is not None)
    assert {*whole_club_lines(profile)} <= {*lines}
    assert {line.comparable_rules_key for line in lines if line.contract is None} - {None} <= {*profile.sums_by_rules}
    assert [*player_lines(EMPTY_PROFILE)] == [*whole_club_lines(EMPTY_PROFILE)] == []


def test_worked_game_profile_is_complete() -> None:
    facts = facts_in(worked_case("g1")).A
    lines = [*player_lines(profile_of([("g1", facts)]))]
    general_measures = {
        str(line.code): line.measure for line in lines if not (line.contract or line.place or line.kingdoms_played)
    }
    expected = (*measures_of_counts(facts.counts).items(), *point_measures(facts.point_sums).items())
    expected_measures = {str(code): measure for code, measure in expected if measure.value is not None}
    del expected_measures["doubling_to_partner"]  # this game has no partners
    assert general_measures == expected_measures
    for contract, king_and_other_measures in contract_measures(facts.point_sums).items():
        contract_measures_by_code = {line.code: line.measure for line in lines if line.contract is contract}
        assert (
            contract_measures_by_code.get(MeasureCode.POINTS_AS_KING, NO_VALUES),
            contract_measures_by_code.get(MeasureCode.POINTS_NOT_AS_KING, NO_VALUES),
        ) == king_and_other_measures
