"""Ratings as a player reads them, and how they come about."""

from trexscore.language.language import Language
from trexscore.language.marking import N_
from trexscore.league.ratings import START, SURE_ENOUGH, Rating, is_sure_enough, shown

HOW_RATINGS_WORK = (
    N_(
        "A rating is an estimate of how well somebody plays. It is made from the order in which games were finished; "
        "by how many points does not count."
    ),
    N_("Everybody begins at %(start)s ± %(margin)s, because nothing is known yet."),
    N_(
        "Whoever finishes better than was to be expected at this table gains, and whoever finishes worse loses. "
        "Finishing before somebody with a higher rating brings more than finishing before somebody with a lower one."
    ),
    N_(
        "The number after ± says how far off the rating may be: for about 19 people of 20 it is not further off. "
        "The more games, the smaller it gets. As long as it is over %(sure)s, the rating is provisional."
    ),
    N_("There is much luck in Trex: whoever has 100 points more finishes before the other in about six games of ten."),
    N_("Those who share a place are rated as if each had finished before the other half of the time."),
    N_("Whoever really sat at the table is rated, also when playing for somebody else."),
    N_("Games at which somebody sat who is not in the club’s list are not rated."),
    N_(
        "Pairs have ratings of their own, which come about in the same way from games with partners. Such games do not "
        "change the ratings of the two as players, because nobody can say which of them won."
    ),
    N_("When a game is corrected or withdrawn, all ratings from that game on are worked out anew."),
)
HOW_THE_LIST_GOES = N_(
    "The list goes by the lower end, which is the rating less the number after ±: one lucky game puts nobody on top."
)
SURE = N_("%(points)s ± %(margin)s")
PROVISIONAL = N_("%(points)s ± %(margin)s, provisional")


def how_ratings_work(language: Language) -> list[str]:
    """Everything that a player needs to know of ratings."""
    begin = shown(START)
    return [
        language.in_digits(language.gettext(sentence, start=begin.points, margin=begin.margin, sure=SURE_ENOUGH))
        for sentence in HOW_RATINGS_WORK
    ]


def rating_in_words(language: Language, rating: Rating) -> str:
    """A rating, with how far it can be trusted."""
    told = shown(rating)
    text = SURE if is_sure_enough(rating) else PROVISIONAL
    return language.gettext(text, points=told.points, margin=told.margin)
