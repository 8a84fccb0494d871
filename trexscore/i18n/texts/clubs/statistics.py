"""Names and explanations of statistics and records."""

from typing import NamedTuple

import msgspec

from trexscore.i18n.game_terms import PRESET_NAMES
from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_
from trexscore.i18n.text_files import read_texts
from trexscore.i18n.texts.options import QUESTION_BY_OPTION, option_answer
from trexscore.league.statistics.comparable_rules import comparable_rules_key, options_in_key
from trexscore.league.statistics.measures import MeasureCode
from trexscore.league.statistics.records import CountRecordCode, PointsRecordCode
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.presets import PRESETS


class NameAndMeaning(NamedTuple):
    """A name and its meaning."""

    name: str
    meaning: str


class _StatisticsTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    measures: dict[MeasureCode, NameAndMeaning]
    extremes: dict[str, NameAndMeaning]
    profile_sections: dict[str, NameAndMeaning]
    count_records: dict[CountRecordCode, NameAndMeaning]
    points_records: dict[PointsRecordCode, NameAndMeaning]


_TEXTS = read_texts(__file__, _StatisticsTexts)
MEASURE_TEXTS, EXTREME_TEXTS, PROFILE_SECTION_TEXTS = _TEXTS.measures, _TEXTS.extremes, _TEXTS.profile_sections
COUNT_RECORD_TEXTS, POINTS_RECORD_TEXTS = _TEXTS.count_records, _TEXTS.points_records
LIKELY_RANGE_TEXT = N_(
    "Over many more games like these, the value would very probably end between %(low)s and %(high)s."
)


class ComparableRulesText(NamedTuple):
    """Comparable rules in words: the name of the first preset with their key, or what differs from the standard."""

    translated_preset_name: str | None
    questions_and_answers: tuple[tuple[str, str], ...]
    """Each option that differs from the standard, as question and answer; none if there is a preset."""


def comparable_rules_text(language: Language, comparable_key: str) -> ComparableRulesText:
    """The rules under which points are compared (`comparable_rules.comparable_rules_key`)."""
    preset = next(
        (name for name, candidate in PRESETS.items() if comparable_rules_key(candidate.rules) == comparable_key), None
    )
    if preset is not None:
        return ComparableRulesText(language.gettext(PRESET_NAMES[preset]), ())
    options = options_in_key(comparable_key)
    rules = HouseRules(**options)
    return ComparableRulesText(
        None,
        tuple((language.gettext(QUESTION_BY_OPTION[name]), option_answer(language, rules, name)) for name in options),
    )
