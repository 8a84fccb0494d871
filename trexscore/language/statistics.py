"""Statistics in words: what each measure and record is called, and in one sentence what it says."""

from typing import NamedTuple

from trexscore.language.language import Language
from trexscore.language.marking import N_, N_n
from trexscore.language.options import QUESTION, answer
from trexscore.language.words import PRESET
from trexscore.league.statistics.extremes import Extremes
from trexscore.league.statistics.like_rules import key_of, options_of
from trexscore.league.statistics.measures import Counted, Grouped, InPoints
from trexscore.league.statistics.records import CountedRecord, PointsRecord
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.presets import PRESETS


class Told(NamedTuple):
    """A name, and what it means."""

    name: str
    meaning: str


COUNTED: dict[Counted, Told] = {
    "won": Told(N_("Games won"), N_("The share of games that ended in first place; a shared first place counts.")),
    "place": Told(N_("Average place"), N_("The average place in games; of a shared place the better one counts.")),
    "trex_place": Told(N_("Average place in Trex"), N_("The average of first, second, third and last in Trex.")),
    "kings_of_hearts_taken": Told(
        N_("King of hearts taken"),
        N_(
            "The share of deals with the king of hearts in which this player took it; among equals that is one in four."
        ),
    ),
    "queens_taken": Told(N_("Queens taken"), N_("Queens taken in a deal of Queens; all four players together take 4.")),
    "diamonds_taken": Told(
        N_("Diamonds taken"), N_("Diamonds taken in a deal of Diamonds; all four players together take 13.")
    ),
    "tricks_taken": Told(
        N_("Tricks taken"), N_("Tricks taken in a deal of Collections; all four players together take 13.")
    ),
    "doubling_often": Told(
        N_("How often doubled"),
        N_("Cards that this player doubled, for each deal in which there was a card to double."),
    ),
    "doubling_paid_off": Told(
        N_("Doubling that paid off"), N_("The share of this player’s doubled cards that an opponent had to take.")
    ),
    "doubling_backfired": Told(
        N_("Doubling that backfired"), N_("The share of this player’s doubled cards that came back to this player.")
    ),
    "doubling_to_partner": Told(
        N_("Doubling that hit the partner"),
        N_("The share of this player’s doubled cards that the partner had to take."),
    ),
    "doubled_eaten": Told(
        N_("Doubled cards eaten"),
        N_("Cards doubled by others that this player took, for each deal in which there was a card to double."),
    ),
    "reneges": Told(
        N_("Suit not followed"), N_("The share of deals in which it was recorded that this player did not follow suit.")
    ),
    "comebacks": Told(
        N_("Comebacks"),
        N_(
            "The share of complete games won after being at least 50 points behind at the end of one of the first "
            "three kingdoms."
        ),
    ),
}
IN_POINTS: dict[InPoints, Told] = {
    "game_points": Told(N_("Points of a game"), N_("Average points of a complete game.")),
    "kingdom_points": Told(
        N_("Points of the own kingdom"), N_("Average points that the king makes in a kingdom played to its end.")
    ),
    "doubling_earned": Told(
        N_("Earned by doubling"),
        N_("What doubling a card changed for this player on average, against leaving it plain."),
    ),
    "eaten_cost": Told(
        N_("Cost of doubled cards eaten"),
        N_("What it changed for this player on average that a card taken had been doubled by somebody else."),
    ),
    "comeback_points": Told(
        N_("How far behind before a comeback"),
        N_("Average points behind at the worst of the first three kingdoms’ ends, in games won all the same."),
    ),
}
GROUPED: dict[Grouped, Told] = {
    "as_king": Told(N_("As king"), N_("Average points of a deal of each contract in the own kingdom.")),
    "otherwise": Told(N_("Not as king"), N_("Average points of a deal of each contract in the others’ kingdoms.")),
    "chosen_first": Told(
        N_("Chosen first"),
        N_("The share of own kingdoms that began with each contract; contracts played together each count."),
    ),
    "trex_places": Told(N_("Places in Trex"), N_("How often first, second, third and last in Trex.")),
    "places": Told(N_("Places in games"), N_("How often in each place at the end of a game.")),
    "won_from_behind": Told(
        N_("Won from behind"),
        N_("The share won of the complete games in which this player was behind after one, two or three kingdoms."),
    ),
}
EXTREME: dict[str, Told] = dict(
    zip(
        Extremes._fields,
        (
            Told(N_("Best own kingdom"), N_("The most points that this player has made as king in a whole kingdom.")),
            Told(
                N_("Worst own kingdom"), N_("The fewest points that this player has made as king in a whole kingdom.")
            ),
            Told(N_("Best game"), N_("The most points that this player has made in a complete game.")),
            Told(N_("Worst game"), N_("The fewest points that this player has made in a complete game.")),
            Told(N_("Biggest comeback"), N_("How far this player was behind in a game that was won all the same.")),
        ),
        strict=True,
    )
)
COMPANY = {
    "head_to_head": Told(
        N_("Head to head"),
        N_("All games of two players against each other: who finished before whom, and by how much."),
    ),
    "nemesis": Told(
        N_("Nemesis"), N_("The opponent against whom this player does worst, after enough games together.")
    ),
    "best_partner": Told(
        N_("Best partner"), N_("The partner with whom this player wins the largest share, after enough games together.")
    ),
    "form": Told(N_("Recent form"), N_("The results of the last games, the latest one last.")),
}
COUNTED_RECORD: dict[CountedRecord, Told] = {
    "most_kings_of_hearts": Told(
        N_("Most kings of hearts"), N_("Whoever took the king of hearts most often in one game.")
    ),
    "most_queens": Told(N_("Most queens"), N_("Whoever took the most queens in one game.")),
    "most_diamonds": Told(N_("Most diamonds"), N_("Whoever took the most diamonds in one game.")),
    "most_tricks": Told(N_("Most tricks"), N_("Whoever took the most tricks in the Collections of one game.")),
    "most_trex_firsts": Told(N_("Most Trex firsts"), N_("Whoever went out first in Trex most often in one game.")),
    "most_doublings_paid_off": Told(
        N_("Most doublings that paid off"), N_("Whoever got the most doubled cards taken by opponents in one game.")
    ),
    "longest_winning_series": Told(N_("Longest winning series"), N_("The most games won one after the other.")),
}
POINTS_RECORD: dict[PointsRecord, Told] = {
    "highest_game": Told(N_("Highest game"), N_("The most points that anybody has made in a complete game.")),
    "lowest_game": Told(N_("Lowest game"), N_("The fewest points that anybody has made in a complete game.")),
    "highest_pair_game": Told(
        N_("Highest game of a pair"), N_("The most points that two partners have made together in a complete game.")
    ),
    "best_kingdom": Told(N_("Best kingdom"), N_("The most points that a king has made in a whole own kingdom.")),
    "worst_kingdom": Told(N_("Worst kingdom"), N_("The fewest points that a king has made in a whole own kingdom.")),
    "biggest_comeback": Told(
        N_("Biggest comeback"), N_("The furthest that anybody was behind in a game and won it all the same.")
    ),
    "most_earned_by_doubling": Told(
        N_("Most earned by doubling"), N_("The most points that doubled cards have brought their holder in one game.")
    ),
    "closest_game": Told(N_("Closest game"), N_("The fewest points between first and second in a complete game.")),
    "widest_win": Told(N_("Widest win"), N_("The most points between first and second in a complete game.")),
}
SMALL_SAMPLE = N_n(
    "Only one value: that says more of the cards than of the player.",
    "Only %(values)s values: that says more of the cards than of the player.",
    by="values",
)
BETWEEN = N_("If many more games were played like these, it would very probably end up between %(low)s and %(high)s.")
LIKE_RULES = N_(
    "Points are compared only among games whose rules give the same points; more is better here, whatever the signs."
)


class RulesTold(NamedTuple):
    """Like rules in words: as the first preset that gives the same points, else by what differs from the standard."""

    preset: str | None
    differing: tuple[tuple[str, str], ...]
    """Questions and answers."""


def rules_told(language: Language, key: str) -> RulesTold:
    """The rules under which points are compared (`like_rules.key_of`)."""
    preset = next((name for name, one in PRESETS.items() if key_of(one.rules) == key), None)
    if preset is not None:
        return RulesTold(language.gettext(PRESET[preset]), ())
    options = options_of(key)
    rules = HouseRules(**options)
    return RulesTold(None, tuple((language.gettext(QUESTION[name]), answer(language, rules, name)) for name in options))
