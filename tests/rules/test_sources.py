"""Sources of the rules: which source states which rule."""

import pytest

from tests.support.games import card_score
from trexscore.game.file.house_rules import preset_rules_with_options
from trexscore.rules.cards import Card, Contract
from trexscore.rules.options import OPTION_NAMES, option_choices
from trexscore.rules.presets import PRESETS, STANDARD_PRESET
from trexscore.rules.scoring import ScoreLine
from trexscore.rules.seats import Seat
from trexscore.rules.sources import (
    GRANTING_SOURCES_BY_OPTION_AND_VALUE,
    SOURCES,
    granting_and_implying_sources,
    sources_granting_value,
)


def test_grants_cover_every_option_and_value() -> None:
    missing = set(OPTION_NAMES) - set(GRANTING_SOURCES_BY_OPTION_AND_VALUE)
    assert not missing, (
        f"GRANTING_SOURCES_BY_OPTION_AND_VALUE has no entry of {missing}; use an empty one if no source grants a value."
    )
    assert set(GRANTING_SOURCES_BY_OPTION_AND_VALUE) == set(OPTION_NAMES)
    for name, values in GRANTING_SOURCES_BY_OPTION_AND_VALUE.items():
        assert not option_choices(name) or name == "trex_points" or set(values) <= set(option_choices(name)), name


def test_all_sources_grant_king_of_hearts_75() -> None:
    assert sources_granting_value("king_of_hearts_points", 75) == SOURCES
    assert sources_granting_value("king_of_hearts_points", 80) == ()


@pytest.mark.parametrize(
    "preset", ["howto", "onlinetrex", "german", "denexa", "denexa_as_printed", "wikipedia_reversed"]
)
def test_presets_are_granted_by_their_source(preset: str) -> None:
    for name in OPTION_NAMES:
        value = getattr(PRESETS[preset].rules, name)
        # A preset's redeals may include reasons of `standard` that its source does not name.
        if name != "redeals" and value != getattr(STANDARD_PRESET.rules, name):
            assert PRESETS[preset].source in sources_granting_value(name, value), name


def test_only_denexa_grants_leaders_gain() -> None:
    own_capture, leader = card_score("BBD", preset="denexa").lines
    assert granting_and_implying_sources(PRESETS["denexa"].rules, own_capture)[0] == ("denexa",)
    assert granting_and_implying_sources(PRESETS["denexa"].rules, leader)[0] == ("denexa",)


def test_doubled_queen_and_king_sources_differ() -> None:
    rules = PRESETS["standard"].rules
    king, bonus = card_score("BC").lines
    queen, queen_bonus = card_score("BC", card=Card.QUEEN_OF_CLUBS).lines
    assert granting_and_implying_sources(rules, king)[0] == granting_and_implying_sources(rules, bonus)[0] == SOURCES
    assert granting_and_implying_sources(rules, queen)[0] == ("wikipedia", "howto", "german", "denexa")
    assert granting_and_implying_sources(rules, queen_bonus)[0] == ("wikipedia", "german", "denexa")


def test_partners_capture_is_only_implied() -> None:
    rules = PRESETS["partnership"].rules
    line, _ = card_score("AC", preset="partnership").lines
    assert granting_and_implying_sources(rules, line, "partner")[0] == ()
    assert granting_and_implying_sources(rules, line, "partner")[1] == ("wikipedia",)


def test_own_doubled_queen_is_implied_by_wikipedia() -> None:
    rules = PRESETS["standard"].rules
    (queen,) = card_score("BB", card=Card.QUEEN_OF_CLUBS).lines
    assert granting_and_implying_sources(rules, queen)[0] == ("howto", "german")
    assert granting_and_implying_sources(rules, queen)[1] == ("wikipedia",)


def test_highest_total_wins_sources() -> None:
    assert sources_granting_value("winner", "highest_total") == ("howto", "german", "denexa")


def test_trex_place_is_granted_with_all_places() -> None:
    last_finish = ScoreLine(Seat.A, -50, "place", Contract.TREX, None, 4)
    assert granting_and_implying_sources(PRESETS["howto_reversed_trex"].rules, last_finish)[0] == ("howto",)


def test_house_customs_have_no_source() -> None:
    rules = preset_rules_with_options("partnership", {"partner_capture": "opponents_gain"})
    _, gain = card_score("CA", preset="partnership", partner_capture="opponents_gain").lines
    assert granting_and_implying_sources(rules, gain)[0] == ()
