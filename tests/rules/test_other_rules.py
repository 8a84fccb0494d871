"""What if: the same deals under other rules, with a range of points where a leader is unknown."""

import copy
import json
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.games import GameJson, deal_of, game_of, games, random_game, random_house_rules, rules_of
from trexscore.game.file.game import read_game_file
from trexscore.game.file.house_rules import preset_rules_with_options
from trexscore.rules import other_rules
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.options import option_choices, rules_with_options
from trexscore.rules.other_rules import RESULT_CHANGING_OPTIONS
from trexscore.rules.presets import PRESETS, STANDARD_PRESET
from trexscore.rules.seats import SEATS, Seat, Team, sums_by_team
from trexscore.rules.winners import Outcome

TAKEN_BY_A = {"taken_by": "A"}
OWN_CAPTURE = {"taken_by": "B", "doubled_by": "B"}
LEADER_GAINS = ("leader_gains", "leader_gains_unless_self_led")
PENALTIES = ["king_of_hearts", "queens", "diamonds", "collections"]
ALL_TO_B = {"A": 0, "B": 13, "C": 0, "D": 0}
VARIED_OPTIONS = tuple(name for name in RESULT_CHANGING_OPTIONS if option_choices(name) and name != "trex_points")
SUITS = ("hearts", "spades", "diamonds", "clubs")


def what_if_under(game: GameJson, rules: HouseRules | None = None, **options: Any) -> other_rules.WhatIfResult:  # noqa: ANN401
    file = read_game_file(game)
    played = file.play()
    assert not played.refusals
    rules = rules or preset_rules_with_options("standard", options)
    return other_rules.result_under_other_rules(rules, file.entries, played.game)


def queens(**taken: Any) -> dict[str, Any]:  # noqa: ANN401
    return deal_of("queens", dict.fromkeys(SUITS, TAKEN_BY_A) | taken)


def points(ranges: Any) -> list[Any]:  # noqa: ANN401
    """Points by seat: a number, or the lower and upper end of a range."""
    return [span.low if span.low == span.high else tuple(span) for span in ranges]


def test_own_capture_costs_by_rule() -> None:
    game = game_of(queens(spades=OWN_CAPTURE))
    for own_capture, cost in {"single": -25, "double": -50, "quadruple": -100}.items():
        assert points(what_if_under(game, own_capture=own_capture).totals) == [-75, cost, 0, 0]


def test_recorded_leader_gains() -> None:
    game = game_of(queens(spades=OWN_CAPTURE | {"led_by": "D"}))
    assert points(what_if_under(game, own_capture="leader_gains").totals) == [-75, -50, 0, 25]


def test_unknown_leader_gives_ranges() -> None:
    totals = what_if_under(game_of(queens(spades=OWN_CAPTURE)), own_capture="leader_gains").totals
    assert points(totals) == [(-75, -50), (-50, -25), (0, 25), (0, 25)]


def test_revoke_may_have_no_leader() -> None:
    game = game_of(queens(spades=OWN_CAPTURE) | {"renege": {"by": "B"}})
    assert points(what_if_under(game, own_capture="leader_gains").totals) == [-75, -25, 0, 0]


def test_disallowed_doubling_counts_as_undoubled() -> None:
    game = game_of(queens(spades={"taken_by": "B", "doubled_by": "C"}))
    assert points(what_if_under(game).totals) == [-75, -50, 25, 0]
    assert points(what_if_under(game, PRESETS["onlinetrex"].rules).totals) == [-75, -25, 0, 0]
    assert points(what_if_under(game, PRESETS["no_doubling"].rules).totals) == [-75, -25, 0, 0]


def test_combined_cards_may_count_as_undoubled() -> None:
    card = {"taken_by": "B", "doubled_by": "C"}
    captures = {"king_of_hearts": card, "queens": {suit: {"taken_by": "B"} for suit in SUITS}}
    deal = {"king": "A", "contracts": PENALTIES, "captures": {**captures, "diamonds": ALL_TO_B, "tricks": ALL_TO_B}}
    game = game_of(deal, preset="complex")
    assert points(what_if_under(game).totals) == [0, -575, 75, 0]
    assert points(what_if_under(game, doubling_when_combined=False).totals) == [0, -500, 0, 0]


def test_leader_must_have_won_trick() -> None:
    captures = {"king_of_hearts": {"taken_by": "B", "doubled_by": "B"}, "tricks": {"A": 0, "B": 10, "C": 3, "D": 0}}
    game = game_of(
        {"king": "A", "contracts": ["king_of_hearts", "collections"], "captures": captures}, preset="combination"
    )
    totals = what_if_under(game, own_capture="leader_gains").totals
    assert points(totals) == [(0, 75), (-300, -225), (-45, 30), 0]


def test_two_cards_in_one_trick_share_leader() -> None:
    own_card, led_card = {"taken_by": "B", "doubled_by": "B"}, {"taken_by": "B", "doubled_by": "C", "led_by": "C"}
    captures = {
        "king_of_hearts": own_card,
        "queens": {"spades": led_card} | {suit: TAKEN_BY_A for suit in SUITS if suit != "spades"},
        "tricks": {"A": 9, "B": 1, "C": 3, "D": 0},
    }
    deal = {"king": "A", "contracts": ["king_of_hearts", "queens", "collections"], "captures": captures}
    totals = what_if_under(game_of(deal, preset="combination"), own_capture="leader_gains").totals
    assert points(totals) == [-210, -215, 55, 0]


def test_leader_of_undoubled_card_stays_known() -> None:
    own_card = {"taken_by": "B", "doubled_by": "B"}
    captures = {
        "king_of_hearts": own_card,
        "queens": dict.fromkeys(SUITS, TAKEN_BY_A) | {"spades": {"taken_by": "B", "doubled_by": "C", "led_by": "C"}},
        "tricks": {"A": 9, "B": 1, "C": 3, "D": 0},
    }
    deal = {"king": "A", "contracts": ["king_of_hearts", "queens", "collections"], "captures": captures}
    rules = preset_rules_with_options("onlinetrex", {"own_capture": "leader_gains"})
    assert points(what_if_under(game_of(deal, preset="combination"), rules).totals) == [-210, -190, 30, 0]


def test_trex_firsts_break_tie() -> None:
    adjustment = {"adjustment": {"A": -25, "B": 25}, "reason": "agreed"}
    game = game_of(deal_of("trex", ["A", "B", "C", "D"]), adjustment)
    a, b = Seat.A, Seat.B
    assert what_if_under(game, tie_break="shared").outcomes == (Outcome((a, b), None),)
    assert what_if_under(game, tie_break="most_trex_firsts").outcomes == (Outcome((a,), "most_trex_firsts"),)


def test_partners_capture_earns_by_rule() -> None:
    game = game_of(queens(spades={"taken_by": "B", "doubled_by": "D"}))
    for partner_capture, expected in {
        "as_individuals": [-75, -50, 0, 25],
        "single": [-75, -25, 0, 0],
        "no_bonus": [-75, -50, 0, 0],
        "opponents_gain": [-75, -50, 25, 0],
    }.items():
        result = what_if_under(game, partnership=True, partner_capture=partner_capture)
        assert points(result.totals) == expected
        assert result.team_totals == (
            other_rules.PointsRange(*[expected[0] + expected[2]] * 2),
            other_rules.PointsRange(*[expected[1] + expected[3]] * 2),
        )


def test_team_gains_once_for_either_leader() -> None:
    result = what_if_under(game_of(queens(spades=OWN_CAPTURE)), own_capture="leader_gains", partnership=True)
    assert result.team_totals == ((-75, -50), (-50, -25))


def test_adjustment_is_kept() -> None:
    adjustment = {"adjustment": {"B": -30, "D": 30}, "reason": "agreed"}
    game = game_of(queens(spades=OWN_CAPTURE), adjustment)
    assert points(what_if_under(game, signs="reversed").totals) == [75, -5, 0, 30]
    assert [deal.deal_score.number for deal in what_if_under(game).deal_comparisons] == [1]


def test_differing_deals_are_marked() -> None:
    game = game_of(queens(spades=OWN_CAPTURE), deal_of("king_of_hearts", {"taken_by": "C"}))
    assert [deal.differs for deal in what_if_under(game, own_capture="double").deal_comparisons] == [True, False]
    assert [deal.differs for deal in what_if_under(game, own_capture="leader_gains").deal_comparisons] == [True, False]
    assert [deal.differs for deal in what_if_under(game).deal_comparisons] == [False, False]


def test_all_possible_outcomes_are_listed() -> None:
    adjustment = {"adjustment": {"A": 75, "B": 25, "C": -100}, "reason": "agreed"}
    result = what_if_under(game_of(queens(spades=OWN_CAPTURE), adjustment), own_capture="leader_gains")
    assert result.totals.A == (0, 25)
    a, b, d = Seat.A, Seat.B, Seat.D
    assert {outcome.winners for outcome in result.outcomes} == {(a,), (d,), (a, d), (a, b, d)}


@pytest.mark.parametrize(
    ("winners", "other_winners", "same"),
    [
        ((Seat.A,), (Seat.A,), True),
        ((Seat.A,), (Seat.C,), False),
        ((Seat.A,), (Seat.A, Seat.B), False),
        ((Seat.A,), (Team.AC,), True),
        ((Team.AC,), (Seat.C,), True),
        ((Seat.B,), (Team.AC,), False),
        ((Seat.A, Seat.B), (Team.AC,), False),
        ((Seat.A, Seat.B), (Team.AC, Team.BD), True),
        ((Team.BD,), (Team.BD,), True),
        ((Team.BD,), (Team.AC,), False),
        ((), (), True),
    ],
)
def test_same_winners_counts_team_as_one(winners: Any, other_winners: Any, same: bool) -> None:  # noqa: ANN401, FBT001
    assert other_rules.have_same_winners(Outcome(winners, None), Outcome(other_winners, None)) is same
    assert other_rules.have_same_winners(Outcome(other_winners, None), Outcome(winners, "most_trex_firsts")) is same


def random_other_rules(random: Random, rules: HouseRules) -> HouseRules:
    """Random rules with the same kings and combining, so that the game stays valid."""
    options: dict[str, Any] = {name: random.choice(option_choices(name)) for name in random.sample(VARIED_OPTIONS, 4)}
    return rules_with_options(
        rules, options | {"own_capture": random.choice((*LEADER_GAINS, *option_choices("own_capture")))}
    )


def without_some_leaders(game: GameJson, random: Random, share_kept: float) -> GameJson:
    """The same game without some of its recorded leaders."""
    reduced: GameJson = json.loads(
        json.dumps(game), object_hook=lambda fields: _dropped_leaders(fields, random, share_kept)
    )
    return reduced


def _dropped_leaders(fields: GameJson, random: Random, share_kept: float) -> GameJson:
    return {name: value for name, value in fields.items() if name != "led_by" or random.random() < share_kept}


def results_by_leader(game: GameJson, rules: HouseRules) -> Iterator[tuple[list[Any], Any]]:
    """For every possible leader: the points of each deal and the totals; who is first."""
    deals = copy.deepcopy(game["deals"])
    cards_without_leader = [
        card for deal in deals for card in doubled_cards(deal) if remove_disallowed_doubling(deal, card, rules)
    ]
    for leaders in product("ABCD", repeat=len(cards_without_leader)):
        for (_name, card), leader in zip(cards_without_leader, leaders, strict=True):
            card["led_by"] = leader
        file = read_game_file(game | {"deals": deals})
        played = file._replace(rules=rules).play()
        if not played.refusals:
            yield [*(deal.points for deal in played.game.deals), played.game.totals], played.game


def doubled_cards(deal: GameJson) -> Iterator[tuple[str, GameJson]]:
    captures = deal.get("captures", {})
    cards = {"KH": captures.get("king_of_hearts"), **captures.get("queens", {})}
    return ((name, card) for name, card in cards.items() if card and "doubled_by" in card)


def remove_disallowed_doubling(deal: GameJson, named_card: tuple[str, GameJson], rules: HouseRules) -> bool:
    """Remove doubling that is not allowed there; return whether a leader is missing."""
    name, card = named_card
    allowed_cards = {"king_of_hearts_and_queens": {"KH", *SUITS}, "king_of_hearts": {"KH"}, "off": set()}
    single = len(deal["contracts"]) == 1
    if name not in allowed_cards[rules.doubling] or not (single or rules.doubling_when_combined):
        del card["doubled_by"]
        return False
    return rules.own_capture in LEADER_GAINS and card["doubled_by"] == card["taken_by"] and "led_by" not in card


@given(st.integers(0, 2**32), st.integers(1, 4))
def test_ranges_equal_trying_every_leader(seed: int, length: int) -> None:
    random = Random(seed)  # noqa: S311 - cards, not secrets
    game = without_some_leaders(random_game(random, random_house_rules(random), length), random, 0.5)
    game["house_rules"]["options"]["own_capture"] = "single"
    rules = random_other_rules(random, rules_of(game))
    result = what_if_under(game, rules)
    endings = list(results_by_leader(game, rules))
    assert endings
    ranges = [*(deal.points_under_other_rules for deal in result.deal_comparisons), result.totals]
    for deal_index, seat_ranges in enumerate(ranges):
        for seat in SEATS:
            values = [ending[deal_index][seat] for ending, _game in endings]
            assert seat_ranges[seat] == (min(values), max(values))
    teams = [sums_by_team(played.totals) for _points, played in endings]
    assert result.team_totals == (
        tuple((min(sums), max(sums)) for sums in zip(*teams, strict=True)) if rules.partnership else None
    )
    if all(played.is_complete for _points, played in endings):
        assert set(result.outcomes) == {played.outcome for _points, played in endings}


@given(games(), st.integers(0, 2**32))
def test_actual_result_is_within_ranges(game: GameJson, seed: int) -> None:
    random = Random(seed)  # noqa: S311 - cards, not secrets
    rules = random_other_rules(random, rules_of(game))
    actual, *_ = results_by_leader(game, rules)
    reduced = without_some_leaders(game, random, 0.6)
    reduced["house_rules"]["options"]["own_capture"] = "single"
    result = what_if_under(reduced, rules)
    for span, total in zip(result.totals, actual[1].totals, strict=True):
        assert span.low <= total <= span.high
    if actual[1].is_complete:
        assert actual[1].outcome in result.outcomes


@given(games())
def test_own_rules_change_nothing(game: GameJson) -> None:
    played = read_game_file(game).play().game
    result = what_if_under(game, rules_of(game))
    assert not [deal for deal in result.deal_comparisons if deal.differs]
    assert [deal.deal_score for deal in result.deal_comparisons] == list(played.deals)
    assert points(result.totals) == list(played.totals)
    assert result.team_totals == (
        None if played.team_totals is None else tuple((team_points, team_points) for team_points in played.team_totals)
    )
    assert len(result.outcomes) == 1
    if played.is_complete:
        assert result.outcomes == (played.outcome,)


@given(games(), st.sampled_from(list(PRESETS)))
def test_irrelevant_options_change_nothing(game: GameJson, name: str) -> None:
    rules = PRESETS[name].rules
    changed = {option: getattr(rules, option) for option in RESULT_CHANGING_OPTIONS}
    assert what_if_under(game, rules) == what_if_under(game, rules_with_options(STANDARD_PRESET.rules, changed))
