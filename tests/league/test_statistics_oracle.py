"""Statistics equal those of an independent calculation over fifty games."""

from itertools import combinations
from random import Random
from typing import Any

import pytest

from tests.support.plain import statistics as plain
from tests.support.plain.deals import Game, Table
from tests.support.plain.head_to_head import FinishedGame, results_by_opponent, results_by_partner
from tests.support.plain.statistics import SeatedGame, Values, seated_games_of
from tests.support.statistics import rules_game_and_facts
from tests.support.tables import Json
from tests.support.whole_games import score_game, whole_game
from trexscore.game.file.game import read_game_file
from trexscore.league.result import Result, result_of
from trexscore.league.statistics import head_to_head, measures
from trexscore.league.statistics.comparable_rules import comparable_rules_key
from trexscore.league.statistics.facts import Facts, PointSums
from trexscore.league.statistics.game_facts import facts_by_seat
from trexscore.league.statistics.measures import Measure, MeasureCode
from trexscore.league.statistics.profile import Profile, facts_of_pair, profile_of
from trexscore.rules.game import Game as State
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.presets import PRESETS
from trexscore.rules.seats import BySeat

TABLES = (
    Table("standard"),
    Table("german"),
    Table("wikipedia_reversed", fewest_win=True),
    Table("no_doubling", doubling=False),
    Table("complex", leader_gains=True),
    Table("partnership", pairs=True),
    Table("complex_partnership", pairs=True, leader_gains=True),
)
PRESETS_WITH_EQUAL_POINTS = ({"standard", "german", "wikipedia_reversed"},)
"""Presets with equal points; every other preset is comparable only with itself."""
PAIRS = "partnership"
MEMBERS = range(1, 6)
ADJUSTED = {"adjustment": {"A": -200, "C": 200}, "reason": "agreed"}


def random_games() -> list[Game]:
    """Games, some with adjustments, some tied, some abandoned in the second half."""
    random = Random(5)  # noqa: S311 - no secret
    games = []
    for number in range(56):
        table = TABLES[number % len(TABLES)]
        file = whole_game(table.preset, number)
        deals = file["deals"]
        if number % 4 == 1:
            deals.insert(random.randrange(len(deals)), ADJUSTED)
        if number % 4 == 2:
            deals.append(tying_adjustment(file, *random.sample("ABCD", 2)))
        if number % 6 == 5:
            del deals[random.randrange(len(deals) // 2, len(deals) - 1) :]
        games.append(Game(f"game {number:02}", table, file, tuple(random.sample(MEMBERS, 4))))
    return games


def tying_adjustment(file: Json, seat: str, other_seat: str) -> Json:
    """An adjustment after which two players have equal or nearly equal points."""
    totals = score_game(file)["totals"]
    half = (totals[seat] - totals[other_seat]) // 2
    return {"adjustment": {seat: -half, other_seat: half}, "reason": "agreed"}


GAMES = random_games()


def presets_like(preset: str) -> set[str]:
    return next((presets for presets in PRESETS_WITH_EQUAL_POINTS if preset in presets), {preset})


def facts_in(game: Game) -> BySeat[Facts]:
    """The facts of each seat, with the finishes that the league gives."""
    file = read_game_file(game.file)
    rules, played, result = played_result(game)
    return facts_by_seat(rules, file.entries, played, result.finishes.map(lambda finish: finish.first))


def played_result(game: Game) -> tuple[HouseRules, State, Result]:
    rules, played, _facts = rules_game_and_facts(game.file)
    result = result_of(rules, played)
    assert result is not None
    return rules, played, result


def finished_game_of(game: Game) -> FinishedGame:
    rules, _played, result = played_result(game)
    finishes = result.finishes.map(lambda finish: finish.first)
    return FinishedGame(game.name, "", comparable_rules_key(rules), BySeat(*game.players), finishes, result.points)


def profile(member: int) -> Profile:
    return profile_of((game.name, facts_in(game)[seat]) for game, seat in seated_games_of(GAMES, member))


def pair_games(member: int) -> list[SeatedGame]:
    return [seated_game for seated_game in seated_games_of(GAMES, member) if seated_game.game.table.pairs]


def contract_values(points: PointSums) -> dict[str, tuple[Values, Values]]:
    return {
        str(name): (value_and_size(measure.as_king), value_and_size(measure.not_as_king))
        for name, measure in measures.contract_measures(points).items()
    }


def value_and_size(measure: Measure) -> Values:
    return measure.value, measure.case_count


def values_and_sizes(measures_by_name: Any) -> Any:  # noqa: ANN401 - measures by name
    return {name: value_and_size(measure) for name, measure in measures_by_name.items()}


def test_oracle_points_equal_rules() -> None:
    for game in GAMES:
        rules, played, result = played_result(game)
        sign = -1 if game.table.fewest_win else 1
        assert [sign * points for points in played.totals] == game.totals()
        assert [sign * points for points in result.points] == game.counted_points()
        assert (played.is_complete, rules.partnership) == (game.complete, game.table.pairs)
    assert {game.complete for game in GAMES} == {True, False}
    assert any(len({*game.finishes()}) == 3 for game in GAMES)


@pytest.mark.parametrize("member", MEMBERS)
@pytest.mark.parametrize("pairs", [False, True])
def test_counted_measures_equal_oracle(member: int, pairs: bool) -> None:  # noqa: FBT001
    counts = profile(member).counts_where(partnership=pairs)
    seated_games = [
        seated_game for seated_game in seated_games_of(GAMES, member) if seated_game.game.table.pairs is pairs
    ]
    expected = plain.count_measures(seated_games)
    counted = measures.measures_of_counts(counts)
    assert counted.pop(MeasureCode.REVOKES).value == 0  # these games have none; tests/league/test_statistics_facts.py
    assert values_and_sizes(counted) == expected
    assert {
        str(name): value for name, value in values_and_sizes(measures.first_contract_shares(counts)).items()
    } == plain.chosen_first(seated_games)
    assert list(map(value_and_size, measures.place_shares(counts.trex_place_counts))) == plain.trex_place_shares(
        seated_games
    )
    assert list(map(value_and_size, measures.won_from_behind_shares(counts))) == plain.comeback_shares(seated_games)


@pytest.mark.parametrize("member", MEMBERS)
@pytest.mark.parametrize("preset", ["standard", "no_doubling", "complex", "partnership", "complex_partnership"])
def test_point_averages_equal_oracle(member: int, preset: str) -> None:
    sums_under = profile(member).sums_under(comparable_rules_key(PRESETS[preset].rules))
    seated_games: list[SeatedGame] = [
        seated_game
        for seated_game in seated_games_of(GAMES, member)
        if seated_game.game.table.preset in presets_like(preset)
    ]
    assert sums_under.counts.games == len(seated_games)
    assert values_and_sizes(measures.point_measures(sums_under.point_sums)) == plain.point_measures(seated_games)
    assert contract_values(sums_under.point_sums) == plain.by_contract(seated_games)
    assert [extreme and extreme.points for extreme in sums_under.extremes] == plain.extremes(seated_games)


@pytest.mark.parametrize(("member", "partner"), list(combinations(MEMBERS, 2)))
def test_pair_statistics_equal_oracle(member: int, partner: int) -> None:
    seated_games = [
        seated_game
        for seated_game in pair_games(member)
        if seated_game.game.players[seated_game.partner] == partner and seated_game.game.table.preset == PAIRS
    ]
    seated_games_of_both = [
        *seated_games,
        *(SeatedGame(game, SeatedGame(game, seat).partner) for game, seat in seated_games),
    ]
    facts = ((game, facts_in(game), seat) for game, seat in seated_games)
    pair_profile = profile_of(
        (game.name, facts_of_pair(facts_by_seat[seat], facts_by_seat[(seat + 2) % 4]))
        for game, facts_by_seat, seat in facts
    )
    sums_under = pair_profile.sums_under(comparable_rules_key(PRESETS[PAIRS].rules))
    totals = [game.side_points(game.totals())[seat] for game, seat in seated_games if game.complete]
    expected = plain.point_measures(seated_games_of_both) | {
        "game_points": plain.average(totals),
        "comeback_points": plain.point_measures(seated_games)["comeback_points"],
    }
    assert values_and_sizes(measures.point_measures(sums_under.point_sums)) == expected
    assert contract_values(sums_under.point_sums) == plain.by_contract(seated_games_of_both)
    best, worst, *_own, comeback = plain.extremes(seated_games_of_both)
    best_and_worst_game = [max(totals, default=None), min(totals, default=None)]
    assert [extreme and extreme.points for extreme in sums_under.extremes] == [
        best,
        worst,
        *best_and_worst_game,
        comeback,
    ]


@pytest.mark.parametrize("member", MEMBERS)
def test_head_to_head_equals_oracle(member: int) -> None:
    games = [finished_game_of(game) for game in GAMES]
    others = [other for other in MEMBERS if other != member]
    opponents, partners = results_by_opponent(games, member), results_by_partner(games, member)
    assert {result.opponent: (result.ahead, result.level, result.behind) for result in opponents} == {
        other: plain.head_to_head(GAMES, member, other) for other in others
    }
    for minimum_games in (1, 2, 5):
        nemeses = {result.opponent for result in head_to_head.nemeses(opponents, minimum_games)}
        assert nemeses == plain.nemeses(GAMES, member, others, minimum_games)
        best = {result.partner_number for result in head_to_head.best_partners_of_player(partners, minimum_games)}
        assert best == plain.best_partner(GAMES, member, others, minimum_games)
