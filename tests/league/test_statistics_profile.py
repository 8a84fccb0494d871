"""Profiles sum the facts of many games in any order, and keep points under different rules separate."""

from functools import reduce
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.games import GameJson, games, random_house_rules
from tests.support.statistics import facts_in, worked_case
from trexscore.game.file.house_rules import preset_rules_with_options
from trexscore.league.number_tuples import Sample
from trexscore.league.statistics.comparable_rules import comparable_rules_key, options_in_key
from trexscore.league.statistics.extremes import Extreme
from trexscore.league.statistics.facts import STORED_FORMAT_VERSION, Facts, facts_as_json, facts_from_json
from trexscore.league.statistics.profile import (
    EMPTY_PROFILE,
    Profile,
    StoredProfile,
    as_stored,
    facts_of_pair,
    from_stored,
    profile_of,
)
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.presets import PRESETS
from trexscore.rules.tables.points import points_table
from trexscore.rules.winners import points_direction_of

_NEW_VERSION = (
    "The stored form changed: raise STORED_FORMAT_VERSION, expect it here, mark clubs (needs_rebuild) in a migration."
)

FEW_GAMES = st.lists(games(), max_size=5)


def facts_of_games(game_list: list[GameJson], first_number: int = 0) -> list[tuple[str, Facts]]:
    """The facts of the first player of each game."""
    return [(f"g{number}", facts_in(game).A) for number, game in enumerate(game_list, first_number)]


@given(FEW_GAMES, FEW_GAMES)
def test_profiles_add_up_in_any_order(first_games: list[GameJson], more_games: list[GameJson]) -> None:
    profile = profile_of(facts_of_games(first_games))
    other_profile = profile_of(facts_of_games(more_games, len(first_games)))
    total = profile_of([*facts_of_games(first_games), *facts_of_games(more_games, len(first_games))])
    assert profile + other_profile == other_profile + profile == total
    assert profile + EMPTY_PROFILE == EMPTY_PROFILE + profile == profile
    profiles_of_games = (profile_of([game]) for game in facts_of_games(first_games))
    assert reduce(Profile.__add__, profiles_of_games, EMPTY_PROFILE) == profile


@given(FEW_GAMES)
def test_profile_survives_json(game_list: list[GameJson]) -> None:
    profile = profile_of(facts_of_games(game_list))
    text = msgspec.json.encode(as_stored(profile))
    assert from_stored(msgspec.json.decode(text, type=StoredProfile)) == profile


@given(FEW_GAMES, games())
def test_game_is_subtracted_unless_it_is_an_extreme(earlier_games: list[GameJson], last_game: GameJson) -> None:
    before, facts = profile_of(facts_of_games(earlier_games)), facts_in(last_game).A
    remaining = (before + profile_of([("z", facts)])).without_game("z", facts)
    extremes = (before + profile_of([("z", facts)])).sums_under(facts.comparable_rules_key).extremes
    if any(extreme is not None and extreme.game_uid == "z" for extreme in extremes):
        assert remaining is None
    else:
        assert remaining == before


def test_game_without_extreme_is_subtracted() -> None:
    facts = facts_in(worked_case("g1")).A
    profile = profile_of([("a", facts), ("b", facts)])
    assert profile.without_game("b", facts) == profile_of([("a", facts)])
    assert profile.without_game("a", facts) is None


def test_points_of_different_rules_are_separate() -> None:
    standard, denexa, partners = (facts_in(worked_case(name)).A for name in ("g1", "g3", "g4"))
    profile = profile_of([("g1", standard), ("g3", denexa), ("g4", partners)])
    assert profile.sums_under("").point_sums == standard.point_sums
    assert profile.sums_under("own_capture=leader_gains").point_sums == denexa.point_sums
    assert profile.sums_under("nothing like it").counts.games == 0
    assert profile.counts.trex_place_counts == (1 + 2 + 2, 0 + 1 + 0, 2 + 0 + 0, 1 + 1 + 2)
    assert profile.counts_where(partnership=True) == partners.counts
    assert profile.counts_where(partnership=False).complete_games == 2


def test_extremes_name_their_game() -> None:
    # Amal had −85 in A's kingdom and 65 in the game; under the same rules, Basil had 120 and 105.
    amal, basil = facts_in(worked_case("g1"))[:2]
    extremes = profile_of([("x", amal), ("y", basil)]).sums_under("").extremes
    assert (extremes.best_kingdom, extremes.worst_kingdom) == (Extreme(120, "y"), Extreme(-85, "x"))
    assert (extremes.best_game, extremes.worst_game) == (Extreme(105, "y"), Extreme(65, "x"))


def test_pair_has_deals_of_both_and_one_game() -> None:
    facts = facts_in(worked_case("g4"))
    pair = facts_of_pair(facts.A, facts.C)
    assert (pair.counts.games, pair.counts.finish_counts, pair.counts.comebacks) == (1, (1, 0, 0, 0), 1)
    assert pair.point_sums.game_points == Sample(1, -90 + 150, 60**2)
    assert (pair.point_sums.own_kingdom_points.size, pair.point_sums.own_kingdom_points.sum) == (2, -95 + 75)
    assert sum(pair.counts.trex_place_counts) == 2 * 4
    sums = profile_of([("g4", pair)]).sums_under(pair.comparable_rules_key)
    assert (sums.counts, sums.point_sums) == pair[1:]
    assert (sums.extremes.best_kingdom, sums.extremes.worst_kingdom) == (Extreme(75, "g4"), Extreme(-95, "g4"))
    assert sums.extremes.best_game == sums.extremes.worst_game == Extreme(60, "g4")
    assert sums.extremes.biggest_comeback == Extreme(120, "g4", kingdoms_before_comeback=1)


def test_facts_of_other_version_are_refused() -> None:
    with pytest.raises(ValueError, match=f"facts of version {STORED_FORMAT_VERSION + 1}$"):
        facts_from_json([STORED_FORMAT_VERSION + 1, *facts_as_json(facts_in(worked_case("g1")).A)[1:]])


def test_facts_with_missing_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^1 numbers do not make a \w+$"):
        facts_from_json([STORED_FORMAT_VERSION, "", [0], [0]])


def test_profile_of_other_version_is_refused() -> None:
    with pytest.raises(ValueError, match="version 9"):
        from_stored({"version": 9, "by_rules": {}})


def test_stored_form_is_unchanged() -> None:
    # A change in the number or order of values needs a new version.
    version, rules, counts, points = facts_as_json(facts_in(worked_case("g1")).A)
    assert (version, rules) == (1, ""), _NEW_VERSION
    assert " ".join(map(str, counts)) == (
        "1 1 0 1 0 0 20 16 0 1 0 0 0 1 0 4 1 1 4 4 6 4 6 36 4 5 11 1 0 2 1 8 2 0 0 3 1 1 1 0 0 0 0 0 0 0"
    ), _NEW_VERSION
    assert " ".join(map(str, points)) == (
        "1 -150 22500 1 25 625 1 -60 3600 1 0 0 1 100 10000 3 0 0 3 -125 6875 3 0 0 3 -75 2475 3 350 52500 "
        "1 -85 7225 1 65 4225 2 50 1250 3 -125 6875 0 0 0 0 0"
    ), _NEW_VERSION
    assert as_stored(profile_of([]))["version"] == 1, _NEW_VERSION


@given(st.integers(0, 2**32))
def test_comparable_rules_give_same_points(seed: int) -> None:
    chosen = random_house_rules(Random(seed))  # noqa: S311 - rules, not secrets
    rules = preset_rules_with_options(chosen["preset"], chosen["options"])
    rules_of_key = HouseRules(**options_in_key(comparable_rules_key(rules)))
    assert comparable_rules_key(rules_of_key) == comparable_rules_key(rules)
    table, table_of_key = points_table(rules), points_table(rules_of_key)
    assert [points * points_direction_of(rules) for points in table.trex] == list(table_of_key.trex)
    assert (table.diamond * points_direction_of(rules), table.trick * points_direction_of(rules)) == (
        table_of_key.diamond,
        table_of_key.trick,
    )
    for card, events in table.card_shares.items():
        for event, shares in events.items():
            can_happen = event == "plain" or rules.doubling != "off"
            if can_happen and (event != "partner" or rules.partnership):
                with_direction = [share._replace(points=share.points * points_direction_of(rules)) for share in shares]
                assert with_direction == list(table_of_key.card_shares[card][event])


def test_presets_with_equal_points_are_comparable() -> None:
    keys = {name: comparable_rules_key(preset.rules) for name, preset in PRESETS.items()}
    standard = {name for name, key in keys.items() if key == ""}
    assert standard == {"standard", "wikipedia", "wikipedia_reversed", "howto", "german"}
    assert keys["wikipedia_interchange"] == "diamond_points=15,trick_points=10"
    assert options_in_key(keys["howto_reversed_trex"]) == {"trex_points": (200, 150, 100, -50)}
    assert options_in_key(keys["partnership"]) == {"partnership": True}
    for other in (HouseRules(queen_points=26), HouseRules(doubler_bonus="none"), HouseRules(winner="lowest_total")):
        assert comparable_rules_key(other)
