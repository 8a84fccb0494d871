"""Ratings after games: gains, losses, margins, and predicted chances."""

import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.browser.calibration import calibration
from tests.support.hash_seeds import outputs_by_hash_seed
from trexscore.league.pairs import Pair, sorted_pair
from trexscore.league.ratings import (
    BETA_THOUSANDTHS,
    INITIAL_RATING,
    THOUSANDTHS_PER_POINT,
    DisplayedRating,
    FinishingOrder,
    RatedPlayer,
    Rating,
    chance_ahead,
    club_rating_reliability,
    displayed_rating,
    finishing_order,
    is_certain_enough_to_rank,
    rank_ratings,
    rate_game,
    rating_sort_key,
)

WON_BY_1 = ((1,), (2,), (3,), (4,))
PLACES = st.lists(st.integers(1, 4), min_size=4, max_size=4)
RATINGS = st.builds(Rating, st.integers(0, 2_000_000), st.integers(20_000, 300_000))


@st.composite
def finishes_of_players(draw: st.DrawFn) -> FinishingOrder[int]:
    players = draw(st.permutations(range(7)))[:4]
    return finishing_order(dict(zip(players, draw(PLACES), strict=True)))


@st.composite
def finishes_of_pairs(draw: st.DrawFn) -> FinishingOrder[Pair]:
    a, b, c, d = draw(st.permutations(range(5)))[:4]
    return finishing_order({sorted_pair(a, c): draw(st.integers(1, 2)), sorted_pair(b, d): draw(st.integers(1, 2))})


def replay_games(
    start: Mapping[RatedPlayer, Rating], finishes: Iterable[FinishingOrder[RatedPlayer]]
) -> Iterator[dict[RatedPlayer, Rating]]:
    """The new ratings of the players after each game. `start` has the ratings before the first game."""
    ratings = dict(start)
    for finish in finishes:
        changed = rate_game(ratings, finish)
        ratings |= changed
        yield changed


def recalculated_from(game: int, finishes: Sequence[FinishingOrder[RatedPlayer]]) -> list[dict[RatedPlayer, Rating]]:
    """The history recalculated from one game on, with the ratings before it kept."""
    earlier = list(replay_games({}, finishes[:game]))
    before: dict[RatedPlayer, Rating] = {}
    for changed in earlier:
        before |= changed
    return earlier + list(replay_games(before, finishes[game:]))


@given(st.lists(finishes_of_players(), max_size=12), st.integers(0, 12))
def test_history_recalculated_from_any_game_is_same(finishes: list[FinishingOrder[int]], game: int) -> None:
    assert recalculated_from(game, finishes) == list(replay_games({}, finishes))


@given(st.lists(finishes_of_pairs(), max_size=12), st.integers(0, 12))
def test_pair_history_recalculated_from_any_game_is_same(finishes: list[FinishingOrder[Pair]], game: int) -> None:
    assert recalculated_from(game, finishes) == list(replay_games({}, finishes))


@given(st.dictionaries(st.integers(0, 6), RATINGS), finishes_of_players(), st.randoms())
def test_order_within_tied_finish_does_not_matter(
    before: dict[int, Rating], finish: FinishingOrder[int], rng: random.Random
) -> None:
    shuffled = tuple(tuple(rng.sample(group, len(group))) for group in finish)
    assert rate_game(before, shuffled) == rate_game(before, finish)


@given(finishes_of_players())
def test_better_finish_gains_more_among_equals(finish: FinishingOrder[int]) -> None:
    rated = rate_game({}, finish)
    ratings_in_order = [[rated[player].mu_thousandths for player in group] for group in finish]
    assert all(len(set(group)) == 1 for group in ratings_in_order)
    assert all(better[0] > worse[0] for better, worse in pairwise(ratings_in_order))


@given(st.dictionaries(st.integers(0, 6), RATINGS), finishes_of_players())
def test_winner_never_loses_and_last_never_gains(before: dict[int, Rating], finish: FinishingOrder[int]) -> None:
    rated = rate_game(before, finish)
    if len(finish[0]) == 1:
        assert rated[finish[0][0]].mu_thousandths >= before.get(finish[0][0], INITIAL_RATING).mu_thousandths
    if len(finish) > 1 and len(finish[-1]) == 1:
        assert rated[finish[-1][0]].mu_thousandths <= before.get(finish[-1][0], INITIAL_RATING).mu_thousandths


def test_only_players_are_rated() -> None:
    assert rate_game({9: INITIAL_RATING}, WON_BY_1).keys() == {1, 2, 3, 4}


def test_rating_formula_keeps_its_numbers() -> None:
    # If a release of openskill changes these numbers, it contradicts all stored histories.
    assert rate_game({}, WON_BY_1) == {
        1: Rating(1043221, 149222),
        2: Rating(1024012, 148269),
        3: Rating(995198, 147189),
        4: Rating(937570, 147189),
    }
    assert rate_game({1: Rating(1_200_000, 100_000)}, ((1, 2), (3, 4))) == {
        1: Rating(1210889, 99691),
        2: Rating(1037342, 148668),
        3: Rating(969083, 146959),
        4: Rating(969083, 146959),
    }
    assert rate_game({}, (((1, 3),), ((2, 4),))) == {(1, 3): Rating(1040749, 146984), (2, 4): Rating(959251, 146984)}


def test_history_is_independent_of_hash_seed() -> None:
    program = (
        "from trexscore.league.ratings import finishing_order, rate_game\n"
        "ratings, history = {}, []\n"
        "games = [finishing_order({(n * k) % 11: k // 2 for k in range(1, 5)}) for n in range(1, 11)]\n"
        "for game in games * 5:\n"
        "    history.append(rate_game(ratings, game))\n"
        "    ratings |= history[-1]\n"
        "print(history[-10:])"
    )
    assert len(outputs_by_hash_seed(program)) == 1


def test_equal_finishes_are_tied() -> None:
    assert finishing_order({5: 2, 7: 1, 6: 4, 4: 2}) == ((7,), (4, 5), (6,))


@pytest.mark.parametrize(
    "finish",
    [
        ((1,), (2,), (3,)),
        ((1,), (2,), (3,), (3,)),
        ((1,), (2,), (3,), (4,), (5,)),
        (((1, 2),), ((2, 3),)),
        (((1, 2),),),
    ],
)
def test_impossible_finish_is_refused(finish: FinishingOrder[int]) -> None:
    with pytest.raises(ValueError, match="four players"):
        rate_game({}, finish)


def test_new_player_is_provisional_with_wide_margin() -> None:
    assert displayed_rating(INITIAL_RATING) == (1000, 300)
    assert not is_certain_enough_to_rank(INITIAL_RATING)


def test_rating_is_established_after_about_20_games() -> None:
    finishes = [tuple((member,) for member in random.Random(n).sample(range(8), 4)) for n in range(60)]  # noqa: S311
    games_played = dict.fromkeys(range(8), 0)
    established_after = dict.fromkeys(range(8), 0)
    for rated in replay_games({}, finishes):
        for player, rating in rated.items():
            games_played[player] += 1
            if is_certain_enough_to_rank(rating) and not established_after[player]:
                established_after[player] = games_played[player]
    assert all(10 <= games <= 22 for games in established_after.values())


def test_established_player_ranks_above_lucky_one() -> None:
    lucky_winner, established = rate_game({}, WON_BY_1)[1], Rating(1_040_000, 80_000)
    assert lucky_winner.mu_thousandths > established.mu_thousandths
    assert rating_sort_key(lucky_winner) < rating_sort_key(established)


def lower_bound(rating: DisplayedRating) -> int:
    return rating.points - rating.margin


@given(RATINGS, RATINGS)
def test_ratings_are_sorted_by_lower_bound(rating: Rating, other_rating: Rating) -> None:
    # Both ends are rounded, so they may differ by a point.
    if lower_bound(displayed_rating(rating)) > lower_bound(displayed_rating(other_rating)) + 1:
        assert rating_sort_key(rating) > rating_sort_key(other_rating)


@given(RATINGS, RATINGS, st.sampled_from([2, 4]))
def test_chances_of_two_players_add_up(rating: Rating, other_rating: Rating, sides: int) -> None:
    assert chance_ahead(rating, other_rating, 0.7, sides) + chance_ahead(
        other_rating, rating, 0.7, sides
    ) == pytest.approx(1)
    assert (chance_ahead(rating, other_rating, 0.7, sides) > 0.5) == (
        rating.mu_thousandths > other_rating.mu_thousandths
    )


def test_hundred_points_win_six_of_ten_games() -> None:
    assert 0.57 < chance_ahead(Rating(1_100_000, 90_000), Rating(1_000_000, 90_000), 1) < 0.6


def test_slope_of_equal_ratings_is_zero() -> None:
    assert (
        club_rating_reliability([])
        == club_rating_reliability([INITIAL_RATING])
        == club_rating_reliability([INITIAL_RATING] * 20)
        == 0
    )
    assert club_rating_reliability([Rating(1_000_000 + 10_000 * n, 100_000) for n in range(-3, 4)]) == 0


def test_slope_grows_with_spread_of_ratings() -> None:
    slopes = [
        club_rating_reliability([Rating(1_000_000 + step * n, 60_000) for n in range(-10, 11)])
        for step in (10_000, 20_000, 60_000)
    ]
    assert 0 < slopes[0] < slopes[1] < slopes[2] < 1.2


@pytest.mark.parametrize("differ_by", [0, 50])
def test_predicted_chances_are_better_than_guessing(differ_by: int) -> None:
    assert calibration(differ_by, seasons=4, seed=1).loss < math.log(2) + 0.001


@pytest.mark.parametrize("differ_by", [112, 175])
def test_predicted_chances_match_results(differ_by: int) -> None:
    assert calibration(differ_by, seasons=8, seed=1).two_thirds_came_true == pytest.approx(0.67, abs=0.06)


class SimulatedClub:
    """Sixty members with known strengths, whose luck is distributed as the formula assumes."""

    def __init__(self, seed: int) -> None:
        self.rnd = random.Random(seed)  # noqa: S311 - a simulation
        self.strength = [
            self.rnd.gauss(INITIAL_RATING.mu_thousandths, INITIAL_RATING.sigma_thousandths) for _ in range(60)
        ]
        self.ratings: dict[int, Rating] = dict.fromkeys(range(60), INITIAL_RATING)

    def game_night(self) -> list[tuple[int, ...]]:
        """Fifteen tables, each with its members in order of finish."""
        members = self.rnd.sample(range(60), 60)
        tables = [sorted(members[i : i + 4], key=self._random_luck) for i in range(0, 60, 4)]
        return [tuple(table) for table in tables]

    def _random_luck(self, member: int) -> float:
        # The first of several exponential clocks wins, with the probability that the formula gives.
        return self.rnd.expovariate(1) * math.exp(-self.strength[member] / (2 * BETA_THOUSANDTHS))

    def play(self, table: Sequence[int]) -> None:
        self.ratings |= rate_game(self.ratings, tuple((member,) for member in table))

    def within_margin(self) -> float:
        """The share of members whose strength is within the displayed margin."""
        ratings = [displayed_rating(self.ratings[member]) for member in range(60)]
        within = (
            abs(rating.points - true / THOUSANDTHS_PER_POINT) <= rating.margin
            for rating, true in zip(ratings, self.strength, strict=True)
        )
        return sum(within) / 60


@pytest.mark.parametrize("game_nights", [1, 10, 40])
def test_margin_holds_for_95_percent(game_nights: int) -> None:
    shares = []
    for seed in range(4):
        club = SimulatedClub(seed)
        for _ in range(game_nights):
            for table in club.game_night():
                club.play(table)
        shares.append(club.within_margin())
    assert sum(shares) / 4 >= 0.93


@given(st.dictionaries(st.integers(1, 9), RATINGS))
def test_rank_counts_established_players_above(
    ratings: dict[int, Rating],
) -> None:
    ranks = rank_ratings(ratings)
    established = [rating for rating in ratings.values() if is_certain_enough_to_rank(rating)]
    assert {*ranks} == {*ratings}
    assert [rating_sort_key(ratings[player]) for player in ranks] == sorted(
        map(rating_sort_key, ratings.values()), reverse=True
    )
    for player, rank in ranks.items():
        above = sum(rating_sort_key(other) > rating_sort_key(ratings[player]) for other in established)
        assert rank == (above + 1 if is_certain_enough_to_rank(ratings[player]) else None)
