"""Ratings as shown to players, and how they are computed."""

from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_
from trexscore.league.ratings import (
    INITIAL_RATING,
    MAX_MARGIN_TO_RANK,
    Rating,
    displayed_rating,
    is_certain_enough_to_rank,
)

RATING_EXPLANATION_TEXTS = (
    N_("A rating estimates how well someone plays. It is based on the order of finish in games, not on points."),
    N_("Everyone starts at %(start)s ± %(margin)s, because nothing is known yet."),
    N_(
        "Finishing better than expected at this table raises the rating, worse lowers it. "
        "Beating a higher rating brings more."
    ),
    N_(
        "About 19 of 20 players are within the margin after ±. More games shrink it; over "
        "%(sure)s, the rating is provisional."
    ),
    N_("Trex involves a lot of luck: with 100 points more, a player finishes ahead in about six games of ten."),
    N_("Players who share a finish are rated as if each had been ahead half of the time."),
    N_("The player who actually sat at the table is rated, even as a substitute."),
    N_("Games with a player who is not on the club’s list are not rated."),
    N_(
        "Pairs have separate ratings from partner games. These don’t change single ratings: no "
        "one can say which of them won."
    ),
    N_("When a game is corrected or excluded, all ratings from that game on are recalculated."),
)
RATING_ORDER_TEXT = N_(
    "The list is sorted by the rating minus the number after ±, so one lucky game puts no one on top."
)
CERTAIN_RATING_TEXT = N_("%(points)s ± %(margin)s")
PROVISIONAL_RATING_TEXT = N_("%(points)s ± %(margin)s, provisional")


def rating_explanation_sentences(language: Language) -> list[str]:
    """The explanation of ratings."""
    begin = displayed_rating(INITIAL_RATING)
    return [
        language.in_digits(language.gettext(sentence, start=begin.points, margin=begin.margin, sure=MAX_MARGIN_TO_RANK))
        for sentence in RATING_EXPLANATION_TEXTS
    ]


def rating_text(language: Language, rating: Rating) -> str:
    """A rating with its margin."""
    displayed = displayed_rating(rating)
    text = CERTAIN_RATING_TEXT if is_certain_enough_to_rank(rating) else PROVISIONAL_RATING_TEXT
    return language.gettext(text, points=displayed.points, margin=displayed.margin)
