"""Dates as each language writes them."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from trexscore.i18n import LANGUAGES

FIRST, SECOND = date(2026, 1, 1), date(2026, 1, 2)
WITH_DAY_NAME = "EEEE d MMMM"


@pytest.mark.parametrize(
    ("language", "day", "expected"),
    [
        ("en", FIRST, "1 January 2026"),
        ("de", FIRST, "1. Januar 2026"),
        ("ar", FIRST, "\u0661 كانون الثاني \u0662\u0660\u0662\u0666"),
        ("fr", FIRST, "1er janvier 2026"),
        ("fr", SECOND, "2 janvier 2026"),
    ],
)
def test_date_in_full_follows_language(language: str, day: date, expected: str) -> None:
    assert LANGUAGES[language].day(day) == expected


def test_french_first_is_ordinal_after_weekday() -> None:
    assert LANGUAGES["fr"].day(FIRST, WITH_DAY_NAME) == "jeudi 1er janvier"
    assert LANGUAGES["en"].day(FIRST, WITH_DAY_NAME) == "Thursday 1 January"


def test_date_depends_on_time_zone() -> None:
    """Equal moments in two time zones are equal keys, which a cache of formatted dates must not mix up."""
    local_time = datetime(2026, 5, 2, 0, 5, tzinfo=timezone(timedelta(hours=14)))
    utc_time = local_time.astimezone(UTC)
    assert utc_time == local_time
    assert [LANGUAGES["en"].day(moment) for moment in (utc_time, local_time)] == ["1 May 2026", "2 May 2026"]


RATINGS_FROM = "Ratings from %(day)s on are being recalculated. The old ones are shown until then."
WHERE_NO_DAY_IS_KNOWN = [
    ("fr", RATINGS_FROM, "the first game", "Les cotes à partir du début sont"),
    ("fr", "The game of %(day)s counts.", "an unknown day", "La partie du jour inconnu compte."),
    ("de", RATINGS_FROM, "the first game", "Die Wertungszahlen ab der ersten Partie werden"),
    ("de", "The game of %(day)s counts.", "an unknown day", "Die Partie vom unbekannten Tag zählt."),
]


@pytest.mark.parametrize(("language", "sentence", "words", "expected"), WHERE_NO_DAY_IS_KNOWN)
def test_words_instead_of_day_fit_article_before_them(language: str, sentence: str, words: str, expected: str) -> None:
    """French “du” and German “vom” contain an article, so the words have none of their own."""
    gettext = LANGUAGES[language].gettext
    assert gettext(sentence, day=gettext(words)).startswith(expected)
