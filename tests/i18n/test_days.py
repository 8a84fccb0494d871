"""Dates as each language writes them."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from trexscore.i18n import LANGUAGES

FIRST, SECOND = date(2026, 1, 1), date(2026, 1, 2)
WITH_DAY_NAME = "EEEE d MMMM"


@pytest.mark.parametrize(
    ("language", "day", "written"),
    [
        ("en", FIRST, "1 January 2026"),
        ("de", FIRST, "1. Januar 2026"),
        ("ar", FIRST, "\u0661 كانون الثاني \u0662\u0660\u0662\u0666"),
        ("fr", FIRST, "1er janvier 2026"),
        ("fr", SECOND, "2 janvier 2026"),
    ],
)
def test_date_in_full(language: str, day: date, written: str) -> None:
    assert LANGUAGES[language].day(day) == written


def test_french_first_is_ordinal_after_weekday() -> None:
    assert LANGUAGES["fr"].day(FIRST, WITH_DAY_NAME) == "jeudi 1er janvier"
    assert LANGUAGES["en"].day(FIRST, WITH_DAY_NAME) == "Thursday 1 January"


def test_date_depends_on_time_zone() -> None:
    """Equal moments in two time zones are one key for a cache of formatted dates."""
    there = datetime(2026, 5, 2, 0, 5, tzinfo=timezone(timedelta(hours=14)))
    here = there.astimezone(UTC)
    assert here == there
    assert [LANGUAGES["en"].day(one) for one in (here, there)] == ["1 May 2026", "2 May 2026"]
