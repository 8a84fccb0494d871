"""Ratings as shown to players, and how they are computed."""

from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_
from trexscore.i18n.text_files import read_texts
from trexscore.league.ratings import (
    INITIAL_RATING,
    MAX_MARGIN_TO_RANK,
    Rating,
    displayed_rating,
    is_certain_enough_to_rank,
)

RATING_EXPLANATION_TEXTS = read_texts(__file__, tuple[str, ...])
RATING_ORDER_TEXT = N_(
    "The list is sorted by the rating minus the number after ±, so one lucky game puts no one on top."
)
CERTAIN_RATING_TEXT = N_("%(points)s ± %(margin)s")
PROVISIONAL_RATING_TEXT = N_("%(points)s ± %(margin)s, provisional")


def rating_explanation_sentences(language: Language) -> list[str]:
    """The explanation of ratings."""
    begin = displayed_rating(INITIAL_RATING)
    return [
        language.gettext(sentence, start=begin.points, margin=begin.margin, sure=MAX_MARGIN_TO_RANK)
        for sentence in RATING_EXPLANATION_TEXTS
    ]


def rating_text(language: Language, rating: Rating) -> str:
    """A rating with its margin."""
    displayed = displayed_rating(rating)
    text = CERTAIN_RATING_TEXT if is_certain_enough_to_rank(rating) else PROVISIONAL_RATING_TEXT
    return language.gettext(text, points=displayed.points, margin=displayed.margin)
