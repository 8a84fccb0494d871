"""Statistics equal those of an independent calculation over fifty games."""

from itertools import combinations
from random import Random
from typing import Any

import pytest

from tests.support.head_to_head import results_by_opponent, results_by_partner
from tests.support.plain import statistics as plain
from tests.support.plain.deals import Game, Table
from tests.support.plain.statistics import Sat, Values, sat
from tests.support.statistics import rules_game_and_facts
from tests.support.tables import Json
from tests.support.whole_games import scored, whole_game
from trexscore.game.file.game import read_game
from trexscore.league.game_result import result_of
from trexscore.league.result import Result
from trexscore.league.statistics import head_to_head, measures
from trexscore.league.statistics.comparable_rules import comparison_key
from trexscore.league.statistics.facts import Facts, PointSums
from trexscore.league.statistics.game_facts import facts_of
from trexscore.league.statistics.measures import Measure
from trexscore.league.statistics.profile import Profile, pair_facts, profile_of
from trexscore.rules.game import Game as State
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.presets import PRESETS
from trexscore.rules.seats import BySeat

TABLES = (
    Table("standard"),
    Table("german"),
    Table("wikipedia_reversed", fewer=True),
    Table("no_doubling", doubling=False),
    Table("complex", leader_gains=True),
    Table("partnership", pairs=True),
    Table("complex_partnership", pairs=True, leader_gains=True),
)
ALIKE = ({"standard", "german", "wikipedia_reversed"},)
"""Presets that give the same points; each of the others is alike to itself."""
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


def tying_adjustment(file: Json, one: str, other: str) -> Json:
    """The adjustment that brings two players to equal points, or nearly so."""
    totals = scored(file)["totals"]
    half = (totals[one] - totals[other]) // 2
    return {"adjustment": {one: -half, other: half}, "reason": "agreed"}


GAMES = random_games()


def presets_like(preset: str) -> set[str]:
    return next((several for several in ALIKE if preset in several), {preset})


def facts_in(game: Game) -> BySeat[Facts]:
    """The facts of each seat, with the finishes that the league gives."""
    file = read_game(game.file)
    rules, played, result = played_result(game)
    return facts_of(rules, file.deals, played, result.finishes.map(lambda place: place.first))


def played_result(game: Game) -> tuple[HouseRules, State, Result]:
    rules, played, _facts = rules_game_and_facts(game.file)
    result = result_of(rules, played)
    assert result is not None
    return rules, played, result


def meeting_in(game: Game) -> head_to_head.FinishedGame:
    rules, _played, result = played_result(game)
    places = result.finishes.map(lambda place: place.first)
    return head_to_head.FinishedGame(game.name, "", comparison_key(rules), BySeat(*game.who), places, result.points)


def profile(member: int) -> Profile:
    return profile_of((game.name, facts_in(game)[seat]) for game, seat in sat(GAMES, member))


def pair_games(member: int) -> list[Sat]:
    return [one for one in sat(GAMES, member) if one.game.table.pairs]


def contract_values(points: PointSums) -> dict[str, tuple[Values, Values]]:
    return {
        str(name): (value_and_size(one.as_king), value_and_size(one.not_as_king))
        for name, one in measures.contract_measures(points).items()
    }


def value_and_size(measure: Measure) -> Values:
    return measure.value, measure.out_of


def values_and_sizes(found: Any) -> Any:  # noqa: ANN401 - measures by name
    return {name: value_and_size(measure) for name, measure in found.items()}


def test_oracle_points_equal_rules() -> None:
    for game in GAMES:
        rules, played, result = played_result(game)
        way = -1 if game.table.fewer else 1
        assert [way * points for points in played.totals] == game.totals()
        assert [way * points for points in result.points] == game.counting()
        assert (played.complete, rules.partnership) == (game.complete, game.table.pairs)
    assert {game.complete for game in GAMES} == {True, False}
    assert any(len({*game.places()}) == 3 for game in GAMES)


@pytest.mark.parametrize("member", MEMBERS)
@pytest.mark.parametrize("pairs", [False, True])
def test_counted_measures_equal_oracle(member: int, pairs: bool) -> None:  # noqa: FBT001
    counts = profile(member).counts_where(partnership=pairs)
    those = [one for one in sat(GAMES, member) if one.game.table.pairs is pairs]
    by_hand = plain.counted(those)
    assert {
        name: one for name, one in values_and_sizes(measures.count_measures(counts)).items() if name in by_hand
    } == by_hand
    assert {
        str(name): one for name, one in values_and_sizes(measures.first_contract_shares(counts)).items()
    } == plain.chosen_first(those)
    assert list(map(value_and_size, measures.trex_place_shares(counts))) == plain.trex_place_shares(those)
    assert list(map(value_and_size, measures.won_from_behind_shares(counts))) == plain.comeback_shares(those)


@pytest.mark.parametrize("member", MEMBERS)
@pytest.mark.parametrize("preset", ["standard", "no_doubling", "complex", "partnership", "complex_partnership"])
def test_point_averages_equal_oracle(member: int, preset: str) -> None:
    sums_under = profile(member).sums_under(comparison_key(PRESETS[preset].rules))
    those: list[Sat] = [one for one in sat(GAMES, member) if one.game.table.preset in presets_like(preset)]
    assert sums_under.counts.games == len(those)
    assert values_and_sizes(measures.point_measures(sums_under.points)) == plain.point_measures(those)
    assert contract_values(sums_under.points) == plain.by_contract(those)
    assert [one and one.value for one in sums_under.extremes] == plain.extremes(those)


@pytest.mark.parametrize(("one", "other"), list(combinations(MEMBERS, 2)))
def test_pair_statistics_equal_oracle(one: int, other: int) -> None:
    mine = [sat for sat in pair_games(one) if sat.game.who[sat.partner] == other and sat.game.table.preset == PAIRS]
    either = [*mine, *(Sat(game, Sat(game, seat).partner) for game, seat in mine)]
    facts = ((game, facts_in(game), seat) for game, seat in mine)
    told_of_both = profile_of((game.name, pair_facts(four[seat], four[(seat + 2) % 4])) for game, four, seat in facts)
    sums_under = told_of_both.sums_under(comparison_key(PRESETS[PAIRS].rules))
    totals = [game.sides(game.totals())[seat] for game, seat in mine if game.complete]
    by_hand = plain.point_measures(either) | {
        "game_points": plain.average(totals),
        "comeback_points": plain.point_measures(mine)["comeback_points"],
    }
    assert values_and_sizes(measures.point_measures(sums_under.points)) == by_hand
    assert contract_values(sums_under.points) == plain.by_contract(either)
    best, worst, *_own, comeback = plain.extremes(either)
    games = [max(totals, default=None), min(totals, default=None)]
    assert [extreme and extreme.value for extreme in sums_under.extremes] == [best, worst, *games, comeback]


@pytest.mark.parametrize("member", MEMBERS)
def test_head_to_head_equals_oracle(member: int) -> None:
    met = [meeting_in(game) for game in GAMES]
    others = [one for one in MEMBERS if one != member]
    against, with_partners = results_by_opponent(met, member), results_by_partner(met, member)
    assert {one.opponent: (one.ahead, one.level, one.behind) for one in against} == {
        other: plain.head_to_head(GAMES, member, other) for other in others
    }
    for least in (1, 2, 5):
        nemeses = {one.opponent for one in head_to_head.nemeses(against, least)}
        assert nemeses == plain.nemeses(GAMES, member, others, least)
        best = {one.partner for one in head_to_head.best_partners(with_partners, least)}
        assert best == plain.best_partner(GAMES, member, others, least)
