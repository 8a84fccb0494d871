"""A season's rules, as a club's journal stores them."""

from typing import TYPE_CHECKING, Any

import pytest

from tests.support.clubs.leagues import season_rules_as_json
from trexscore.game.file.house_rules import preset_rules_with_options
from trexscore.i18n import LANGUAGES
from trexscore.i18n.texts.refusals import refusal_text
from trexscore.league.basis import BASIS_KINDS
from trexscore.league.season_rules import SeasonRules, read_season_rules
from trexscore.league.tie_breaks import TIE_BREAKS
from trexscore.rules.house_rules import HouseRules

if TYPE_CHECKING:
    from trexscore.rules.refusals import Refusal

SINGLE = preset_rules_with_options("standard", {})
PARTNERS = preset_rules_with_options("standard", {"partnership": True})
SUM = {"kind": "sum"}


def read(value: object, house_rules: HouseRules | None = SINGLE) -> SeasonRules | None:
    faults: list[Refusal] = []
    rules = read_season_rules(value, "season", faults, house_rules)
    assert (rules is None) == bool(faults)
    return rules


def faults_of(value: object, house_rules: HouseRules | None = SINGLE) -> list[tuple[str, str]]:
    faults: list[Refusal] = []
    assert read_season_rules(value, "season", faults, house_rules) is None
    return [(fault.code, fault.path) for fault in faults]


@pytest.mark.parametrize(
    "stored",
    [
        *({"basis": {"kind": kind}, "least_games": 1, "tie_breaks": []} for kind in ("sum", "average", "wins")),
        {"basis": {"kind": "best", "best": 3}, "least_games": 3, "tie_breaks": ["best_game"]},
        {"basis": {"kind": "best", "best": 3, "of": 3}, "least_games": 3, "tie_breaks": ["best_game"]},
        {"basis": {"kind": "places", "awards": [4, 2, 1, 0]}, "least_games": 10, "tie_breaks": list(TIE_BREAKS)},
        {"basis": {"kind": "places", "awards": [1, 1, 1, -3]}, "least_games": 10, "tie_breaks": list(TIE_BREAKS)},
    ],
)
def test_season_rules_survive_json(stored: dict[str, Any]) -> None:
    rules = read(stored)
    assert rules is not None
    assert season_rules_as_json(rules) == stored
    assert stored["basis"]["kind"] in BASIS_KINDS


def test_season_rules_have_defaults() -> None:
    rules = read({"basis": SUM})
    assert rules is not None
    assert (rules.minimum_games, rules.tie_breaks) == (1, ())


@pytest.mark.parametrize(
    ("options", "better"),
    [
        ({}, "more"),
        ({"winner": "lowest_total"}, "less"),
        ({"signs": "reversed"}, "more"),
        ({"signs": "reversed", "winner": "worst_player_loses"}, "less"),
    ],
)
def test_house_rules_decide_which_points_are_better(options: dict[str, Any], better: str) -> None:
    rules = read({"basis": SUM}, preset_rules_with_options("standard", options))
    assert rules is not None
    assert rules.better_points_direction == better
    assert rules.basis.better_score_direction(rules.better_points_direction) == better
    assert rules.basis._replace(kind="wins").better_score_direction(rules.better_points_direction) == "more"


def test_partners_have_two_placement_points() -> None:
    three_nil = {"basis": {"kind": "places", "awards": [3, 0]}}
    assert read(three_nil, PARTNERS) is not None
    assert faults_of(three_nil) == [("bad_awards", "season.basis.awards")]


@pytest.mark.parametrize(
    ("value", "faults"),
    [
        ([], [("wrong_type", "season")]),
        ({}, [("missing_field", "season.basis")]),
        ({"basis": SUM, "bonus": 1}, [("unknown_field", "season.bonus")]),
        ({"basis": "sum"}, [("wrong_type", "season.basis")]),
        ({"basis": {}}, [("missing_field", "season.basis.kind")]),
        ({"basis": {"kind": "luck"}}, [("unknown_basis", "season.basis.kind")]),
        ({"basis": {"kind": ["sum"]}}, [("unknown_basis", "season.basis.kind")]),
        ({"basis": {"kind": "sum", "best": 3}}, [("unknown_field", "season.basis.best")]),
        ({"basis": {"kind": "best"}}, [("bad_best_of", "season.basis")]),
        ({"basis": {"kind": "best", "best": 0}}, [("bad_best_of", "season.basis")]),
        ({"basis": {"kind": "best", "best": True}}, [("bad_best_of", "season.basis")]),
        ({"basis": {"kind": "best", "best": 10_001}}, [("bad_best_of", "season.basis")]),
        ({"basis": {"kind": "best", "best": 5, "of": 4}}, [("bad_best_of", "season.basis")]),
        ({"basis": {"kind": "places"}}, [("bad_awards", "season.basis.awards")]),
        ({"basis": {"kind": "places", "awards": [4, 2, 1]}}, [("bad_awards", "season.basis.awards")]),
        ({"basis": {"kind": "places", "awards": [0, 1, 2, 4]}}, [("bad_awards", "season.basis.awards")]),
        ({"basis": {"kind": "places", "awards": [1, 1, 1, 1]}}, [("bad_awards", "season.basis.awards")]),
        ({"basis": {"kind": "places", "awards": [4, 2, 1, 0.5]}}, [("bad_awards", "season.basis.awards")]),
        ({"basis": SUM, "least_games": 0}, [("bad_least_games", "season.least_games")]),
        ({"basis": SUM, "least_games": "3"}, [("bad_least_games", "season.least_games")]),
        ({"basis": SUM, "tie_breaks": "wins"}, [("wrong_type", "season.tie_breaks")]),
        (
            {"basis": SUM, "tie_breaks": ["wins", "lots", "wins", {}]},
            [
                ("unknown_tie_break", "season.tie_breaks.1"),
                ("duplicate_tie_break", "season.tie_breaks.2"),
                ("unknown_tie_break", "season.tie_breaks.3"),
            ],
        ),
        (
            {"basis": {"kind": "best"}, "least_games": None, "tie_breaks": None},
            [
                ("bad_best_of", "season.basis"),
                ("bad_least_games", "season.least_games"),
                ("wrong_type", "season.tie_breaks"),
            ],
        ),
    ],
)
def test_all_faults_are_reported_at_once(value: object, faults: list[tuple[str, str]]) -> None:
    assert faults_of(value) == faults


@pytest.mark.parametrize("code", list(LANGUAGES))
def test_faults_have_sentences_in_every_language(code: str) -> None:
    faults: list[Refusal] = []
    wrong_bases = [{"kind": "luck"}, {"kind": "best"}, {"kind": "places", "awards": []}]
    for basis in wrong_bases:
        value = {"basis": basis, "least_games": 0, "tie_breaks": ["lots", "wins", "wins"]}
        read_season_rules(value, "season", faults, SINGLE)
    sentences = {fault.code: refusal_text(LANGUAGES[code], fault) for fault in faults}
    assert len(set(sentences.values())) == len(sentences) == 6
    assert "%" not in "".join(sentences.values())


@pytest.mark.parametrize("awards", [[3, 0], [4, 2, 1, 0]])
def test_unknown_house_rules_skip_dependent_checks(awards: list[int]) -> None:
    faults: list[Refusal] = []
    assert read_season_rules({"basis": {"kind": "places", "awards": awards}}, "season", faults, None) is None
    assert not faults
    assert faults_of({"basis": {"kind": "places", "awards": [2, 1, 0]}}, None) == [
        ("bad_awards", "season.basis.awards")
    ]
