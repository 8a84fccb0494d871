"""Records and extremes as pages show them: each with its name, and records with their meaning."""

from collections.abc import Mapping
from typing import TypeVar

from trexscore.i18n.texts.clubs.statistics import (
    COUNT_RECORD_TEXTS,
    EXTREME_TEXTS,
    POINTS_RECORD_TEXTS,
    NameAndMeaning,
)
from trexscore.league.statistics.extremes import Extreme, Extremes
from trexscore.league.statistics.records import Record, Records
from trexscore.web.rendering import translate as _

_CodeT = TypeVar("_CodeT", bound=str)


def named_count_records(records: Records) -> list[tuple[NameAndMeaning, Record]]:
    """Records that do not depend on points."""
    return _named_records(records.all_records_of_counts, COUNT_RECORD_TEXTS)


def named_points_records(records: Records, comparable_rules_key: str) -> list[tuple[NameAndMeaning, Record]]:
    """Records in points, under the same rules."""
    return _named_records(records.points_records_by_rules.get(comparable_rules_key, {}), POINTS_RECORD_TEXTS)


def named_extremes(extremes: Extremes) -> list[tuple[str, Extreme]]:
    """A player's best and worst values, by name."""
    named_pairs = zip(Extremes._fields, extremes, strict=True)
    return [(_(EXTREME_TEXTS[name].name), extreme) for name, extreme in named_pairs if extreme is not None]


def _named_records(
    record_by_code: Mapping[str, Record], text_by_code: Mapping[_CodeT, NameAndMeaning]
) -> list[tuple[NameAndMeaning, Record]]:
    return [
        (NameAndMeaning(_(text.name), _(text.meaning)), record_by_code[code])
        for code, text in text_by_code.items()
        if code in record_by_code
    ]
