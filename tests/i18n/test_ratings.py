"""Ratings as text."""

import pytest

from trexscore.i18n import ENGLISH, LANGUAGES, Language
from trexscore.i18n.texts.clubs.ratings import rating_explanation_sentences, rating_text
from trexscore.league.ratings import INITIAL_RATING, Rating

CERTAIN_RATING = Rating(1_104_400, 90_000)


def test_rating_text_has_margin_and_provisional() -> None:
    assert rating_text(ENGLISH, CERTAIN_RATING) == "1104 ± 180"
    assert rating_text(ENGLISH, INITIAL_RATING) == "1000 ± 300, provisional"


def test_rating_uses_arabic_digits() -> None:
    assert "١١٠٤ ± ١٨٠" in rating_text(LANGUAGES["ar"], CERTAIN_RATING)


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=lambda language: language.code)
def test_ratings_explanation_uses_actual_numbers(language: Language) -> None:
    sentences = rating_explanation_sentences(language)
    assert all("%(" not in sentence for sentence in sentences)
    start, margin, certain_margin = map(language.number, (1000, 300, 250))
    assert f"{start} ± {margin}" in sentences[1]
    assert certain_margin in sentences[3]
    assert {"ar": "مئة"}.get(language.code, "100") in sentences[4]
