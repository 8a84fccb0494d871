"""Names and explanations of statistics and records."""

from typing import NamedTuple

from trexscore.i18n.game_terms import PRESET_NAMES
from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_
from trexscore.i18n.texts.options import QUESTION_BY_OPTION, option_answer
from trexscore.league.statistics.comparable_rules import comparable_rules_key, options_in_key
from trexscore.league.statistics.extremes import Extremes
from trexscore.league.statistics.measures import MeasureCode
from trexscore.league.statistics.records import CountRecordCode, PointsRecordCode
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.presets import PRESETS


class NameAndMeaning(NamedTuple):
    """A name and its meaning."""

    name: str
    meaning: str


MEASURE_TEXTS: dict[MeasureCode, NameAndMeaning] = {
    MeasureCode.GAMES_WON: NameAndMeaning(
        N_("Games won"), N_("The share of games finished first, shared firsts included.")
    ),
    MeasureCode.AVERAGE_PLACE: NameAndMeaning(
        N_("Average finish"), N_("The average finish in games; for a shared finish, the better one counts.")
    ),
    MeasureCode.AVERAGE_TREX_PLACE: NameAndMeaning(
        N_("Average finish in Trex"), N_("The average of first, second, third and last finishes in Trex.")
    ),
    MeasureCode.KINGS_OF_HEARTS_TAKEN: NameAndMeaning(
        N_("King of hearts taken"),
        N_("The share of King of hearts deals in which this player took it; among equal players, one in four."),
    ),
    MeasureCode.QUEENS_TAKEN: NameAndMeaning(
        N_("Queens taken"), N_("Queens taken in a deal of Queens; the four players take 4 together.")
    ),
    MeasureCode.DIAMONDS_TAKEN: NameAndMeaning(
        N_("Diamonds taken"), N_("Diamonds taken in a deal of Diamonds; the four players take 13 together.")
    ),
    MeasureCode.TRICKS_TAKEN: NameAndMeaning(
        N_("Tricks taken"), N_("Tricks taken in a deal of Collections; the four players take 13 together.")
    ),
    MeasureCode.DOUBLING_RATE: NameAndMeaning(
        N_("Doubling rate"),
        N_("Cards doubled by this player, per deal with a card to double."),
    ),
    MeasureCode.DOUBLING_PAID_OFF: NameAndMeaning(
        N_("Successful doubles"), N_("The share of this player’s doubled cards taken by an opponent.")
    ),
    MeasureCode.DOUBLING_BACKFIRED: NameAndMeaning(
        N_("Doubles that backfired"), N_("The share of this player’s doubled cards that this player took.")
    ),
    MeasureCode.DOUBLING_TO_PARTNER: NameAndMeaning(
        N_("Doubles taken by the partner"),
        N_("The share of this player’s doubled cards taken by the partner."),
    ),
    MeasureCode.DOUBLED_CARDS_TAKEN: NameAndMeaning(
        N_("Doubled cards taken"),
        N_("Cards doubled by others that this player took, per deal with a card to double."),
    ),
    MeasureCode.REVOKES: NameAndMeaning(
        N_("Revokes"), N_("The share of deals in which a revoke by this player was recorded.")
    ),
    MeasureCode.COMEBACKS: NameAndMeaning(
        N_("Comebacks"),
        N_(
            "The share of complete games won after trailing by 50 or more points at the end of one "
            "of the first three kingdoms."
        ),
    ),
    MeasureCode.GAME_POINTS: NameAndMeaning(N_("Points per game"), N_("Average points in a complete game.")),
    MeasureCode.KINGDOM_POINTS: NameAndMeaning(
        N_("Points in own kingdom"), N_("Average points for the king in a complete kingdom.")
    ),
    MeasureCode.OWN_DOUBLED_CARD_POINTS: NameAndMeaning(
        N_("Gain from doubling"),
        N_("The average change in this player’s points from doubling a card instead of leaving it not doubled."),
    ),
    MeasureCode.TAKEN_DOUBLED_CARD_POINTS: NameAndMeaning(
        N_("Cost of doubled cards taken"),
        N_("The average change in this player’s points because another player had doubled the card taken."),
    ),
    MeasureCode.COMEBACK_POINTS: NameAndMeaning(
        N_("Deficit before a comeback"),
        N_("The average largest deficit after one of the first three kingdoms, in games that were won."),
    ),
    MeasureCode.POINTS_AS_KING: NameAndMeaning(
        N_("As king"), N_("Average points per deal of each contract in own kingdom.")
    ),
    MeasureCode.POINTS_NOT_AS_KING: NameAndMeaning(
        N_("In other kingdoms"), N_("Average points per deal of each contract in the other players’ kingdoms.")
    ),
    MeasureCode.FIRST_CONTRACT: NameAndMeaning(
        N_("Chosen first"),
        N_("The share of own kingdoms that began with each contract; contracts played together each count."),
    ),
    MeasureCode.TREX_PLACE_SHARE: NameAndMeaning(
        N_("Finishes in Trex"), N_("How many first, second, third and last finishes in Trex.")
    ),
    MeasureCode.PLACE_SHARE: NameAndMeaning(
        N_("Finishes in games"), N_("How often in each finish at the end of a game.")
    ),
    MeasureCode.WON_FROM_BEHIND: NameAndMeaning(
        N_("Won from behind"),
        N_("The share won of complete games in which this player trailed after one, two or three kingdoms."),
    ),
}
EXTREME_TEXTS: dict[str, NameAndMeaning] = dict(
    zip(
        Extremes._fields,
        (
            NameAndMeaning(
                N_("Best own kingdom"), N_("The most points this player has scored as king in a complete kingdom.")
            ),
            NameAndMeaning(
                N_("Worst own kingdom"), N_("The fewest points this player has scored as king in a complete kingdom.")
            ),
            NameAndMeaning(N_("Best game"), N_("The most points this player has scored in a complete game.")),
            NameAndMeaning(N_("Worst game"), N_("The fewest points this player has scored in a complete game.")),
            NameAndMeaning(N_("Biggest comeback"), N_("How far this player was behind in a game they still won.")),
        ),
        strict=True,
    )
)
PROFILE_SECTION_TEXTS = {
    "head_to_head": NameAndMeaning(
        N_("Head to head"),
        N_("All games of two players against each other: who finished ahead, and by how much."),
    ),
    "nemesis": NameAndMeaning(
        N_("Nemesis"), N_("The opponent against whom this player does worst, after enough games together.")
    ),
    "best_partner": NameAndMeaning(
        N_("Best partner"), N_("The partner with whom this player wins the most often, after enough games together.")
    ),
    "form": NameAndMeaning(N_("Recent form"), N_("Results of the latest games, the most recent last.")),
}
COUNT_RECORD_TEXTS: dict[CountRecordCode, NameAndMeaning] = {
    "most_kings_of_hearts": NameAndMeaning(
        N_("Most kings of hearts"), N_("The player who took the king of hearts most often in one game.")
    ),
    "most_queens": NameAndMeaning(N_("Most queens"), N_("The player who took the most queens in one game.")),
    "most_diamonds": NameAndMeaning(N_("Most diamonds"), N_("The player who took the most diamonds in one game.")),
    "most_tricks": NameAndMeaning(
        N_("Most tricks"), N_("The player who took the most tricks in the Collections of one game.")
    ),
    "most_trex_firsts": NameAndMeaning(
        N_("Most Trex firsts"), N_("The player who went out first in Trex most often in one game.")
    ),
    "most_doublings_paid_off": NameAndMeaning(
        N_("Most successful doubles"), N_("The player with the most doubled cards taken by opponents in one game.")
    ),
    "longest_winning_series": NameAndMeaning(N_("Longest winning streak"), N_("The most games won in a row.")),
}
POINTS_RECORD_TEXTS: dict[PointsRecordCode, NameAndMeaning] = {
    "highest_game": NameAndMeaning(N_("Highest score"), N_("The most points anyone has scored in a complete game.")),
    "lowest_game": NameAndMeaning(N_("Lowest score"), N_("The fewest points anyone has scored in a complete game.")),
    "highest_pair_game": NameAndMeaning(
        N_("Highest score by a pair"), N_("The most points two partners have scored together in a complete game.")
    ),
    "best_kingdom": NameAndMeaning(
        N_("Best kingdom"), N_("The most points a king has scored in their complete kingdom.")
    ),
    "worst_kingdom": NameAndMeaning(
        N_("Worst kingdom"), N_("The fewest points a king has scored in their complete kingdom.")
    ),
    "biggest_comeback": NameAndMeaning(N_("Biggest comeback"), N_("The largest deficit overcome to win a game.")),
    "most_earned_by_doubling": NameAndMeaning(
        N_("Biggest gain from doubling"), N_("The most points that doubled cards brought their holder in one game.")
    ),
    "closest_game": NameAndMeaning(
        N_("Closest game"), N_("The smallest gap between first and second in a complete game.")
    ),
    "widest_win": NameAndMeaning(N_("Biggest win"), N_("The largest gap between first and second in a complete game.")),
}
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
