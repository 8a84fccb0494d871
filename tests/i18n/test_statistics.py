"""Statistics in words: every measure and record has a name and a sentence of its own."""

from typing import get_args

import pytest

from trexscore.i18n import ENGLISH, LANGUAGES
from trexscore.i18n.texts.statistics import (
    COMPANY,
    COUNTED,
    COUNTED_RECORD,
    EXTREME,
    GROUPED,
    IN_POINTS,
    POINTS_RECORD,
    NamedText,
    rules_text,
)
from trexscore.league.statistics.comparable_rules import comparison_key
from trexscore.league.statistics.extremes import Extremes
from trexscore.league.statistics.facts import NO_COUNTS, NO_POINT_SUMS
from trexscore.league.statistics.measures import GroupedMeasure, counted, in_points
from trexscore.league.statistics.records import CountedRecord, PointsRecord
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.presets import PRESETS

ALL: list[NamedText] = [
    *COUNTED.values(),
    *IN_POINTS.values(),
    *GROUPED.values(),
    *EXTREME.values(),
    *COMPANY.values(),
    *COUNTED_RECORD.values(),
    *POINTS_RECORD.values(),
]


def test_everything_that_is_measured_is_told() -> None:
    assert set(COUNTED) == set(counted(NO_COUNTS))
    assert set(IN_POINTS) == set(in_points(NO_POINT_SUMS))
    assert set(GROUPED) == set(get_args(GroupedMeasure))
    assert tuple(EXTREME) == Extremes._fields
    assert set(COUNTED_RECORD) == set(get_args(CountedRecord))
    assert set(POINTS_RECORD) == set(get_args(PointsRecord))


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_two_mean_the_same_and_each_meaning_is_a_sentence(code: str) -> None:
    language = LANGUAGES[code]
    meanings = [language.gettext(told.meaning) for told in ALL]
    assert len(set(meanings)) == len(meanings)
    assert all(meaning.endswith(".") for meaning in meanings)
    assert not [told.name for told in ALL if language.gettext(told.name).endswith(".")]


def test_like_rules_are_told_as_a_preset_or_by_what_differs() -> None:
    assert rules_text(ENGLISH, "").preset == "Standard"
    assert rules_text(ENGLISH, comparison_key(PRESETS["wikipedia_interchange"].rules)).preset == (
        "Wikipedia, diamonds and tricks swapped"
    )
    told = rules_text(ENGLISH, comparison_key(HouseRules(queen_points=30, partnership=True)))
    assert told.preset is None
    assert set(told.differing) == {
        ("What does a queen cost?", "30"),
        ("Do you play with partners?", "Yes, with the player opposite"),
    }
