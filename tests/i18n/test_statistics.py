"""Every measure and record of the statistics has a unique name and explanation."""

from typing import get_args

import pytest

from trexscore.i18n import ENGLISH, LANGUAGES
from trexscore.i18n.texts.clubs.statistics import (
    COUNT_RECORD_TEXTS,
    EXTREME_TEXTS,
    MEASURE_TEXTS,
    POINTS_RECORD_TEXTS,
    PROFILE_SECTION_TEXTS,
    NameAndMeaning,
    comparable_rules_text,
)
from trexscore.league.statistics.comparable_rules import comparable_rules_key
from trexscore.league.statistics.extremes import Extremes
from trexscore.league.statistics.facts import NO_COUNTS, NO_POINT_SUMS
from trexscore.league.statistics.measures import MeasureCode, measures_of_counts, point_measures
from trexscore.league.statistics.records import CountRecordCode, PointsRecordCode
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.presets import PRESETS

ALL_TEXTS: list[NameAndMeaning] = [
    *MEASURE_TEXTS.values(),
    *EXTREME_TEXTS.values(),
    *PROFILE_SECTION_TEXTS.values(),
    *COUNT_RECORD_TEXTS.values(),
    *POINTS_RECORD_TEXTS.values(),
]


def test_every_measure_and_record_is_named() -> None:
    assert set(MEASURE_TEXTS) == set(MeasureCode)
    assert {*measures_of_counts(NO_COUNTS), *point_measures(NO_POINT_SUMS)} < set(MeasureCode)
    assert tuple(EXTREME_TEXTS) == Extremes._fields
    assert set(COUNT_RECORD_TEXTS) == set(get_args(CountRecordCode))
    assert set(POINTS_RECORD_TEXTS) == set(get_args(PointsRecordCode))


@pytest.mark.parametrize("code", LANGUAGES)
def test_explanations_are_unique_sentences(code: str) -> None:
    language = LANGUAGES[code]
    meanings = [language.gettext(text.meaning) for text in ALL_TEXTS]
    assert len(set(meanings)) == len(meanings)
    assert all(meaning.endswith(".") for meaning in meanings)
    assert not [text.name for text in ALL_TEXTS if language.gettext(text.name).endswith(".")]


def test_house_rules_are_named_or_listed() -> None:
    assert comparable_rules_text(ENGLISH, "").translated_preset_name == "Standard"
    assert comparable_rules_text(
        ENGLISH, comparable_rules_key(PRESETS["wikipedia_interchange"].rules)
    ).translated_preset_name == ("Wikipedia, diamonds and tricks swapped")
    rules = comparable_rules_text(ENGLISH, comparable_rules_key(HouseRules(queen_points=30, partnership=True)))
    assert rules.translated_preset_name is None
    assert set(rules.questions_and_answers) == {
        ("What does a queen cost?", "30"),
        ("Do you play with partners?", "Yes, with the player opposite"),
    }
