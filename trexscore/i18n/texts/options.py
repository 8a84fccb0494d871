"""The house rules in plain words: each option as a question, each value as an answer."""

from trexscore.i18n.game_terms import VOID_REASON_TEXTS
from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_
from trexscore.rules.house_rules import HouseRules

QUESTION_BY_OPTION = {
    "doubling": N_("Which cards may be doubled?"),
    "own_capture": N_("What if a player takes their own doubled card?"),
    "combining": N_("May a king play several contracts in one deal?"),
    "partnership": N_("Do you play with partners?"),
    "king_of_hearts_points": N_("What does the king of hearts cost?"),
    "queen_points": N_("What does a queen cost?"),
    "diamond_points": N_("What does a diamond cost?"),
    "trick_points": N_("What does a trick cost in Collections?"),
    "trex_points": N_("How many points for 1st to 4th in Trex?"),
    "signs": N_("Are losses minus or plus?"),
    "doubler_bonus": N_("What does the holder gain when another player takes a doubled card?"),
    "partner_capture": N_("What if the holder’s partner takes a doubled card?"),
    "doubling_when_combined": N_("Can cards be doubled when contracts are combined?"),
    "winner": N_("Who wins?"),
    "tie_break": N_("What breaks a tie?"),
    "first_king": N_("How is the first king chosen?"),
    "next_king": N_("Who is king next?"),
    "play_direction": N_("Which way does play go?"),
    "redeals": N_("When may a player ask for a redeal?"),
    "renege": N_("What happens after a revoke?"),
    "hearts_lead": N_("May hearts be led in King of hearts?"),
    "forced_discard": N_("Must a player who can’t follow suit throw a card that counts?"),
    "exposed_twos": N_("Are the twos shown in Trex?"),
    "unfinished_game": N_("What counts in a league when a game is abandoned?"),
}
ANSWERS_BY_OPTION: dict[str, dict[object, str]] = {
    "doubling": {
        "king_of_hearts_and_queens": N_("The king of hearts and the queens"),
        "king_of_hearts": N_("Only the king of hearts"),
        "off": N_("None: no doubling"),
    },
    "own_capture": {
        "single": N_("It costs its normal value"),
        "leader_gains": N_("It costs double, and the player who led the trick gains its normal value"),
        "leader_gains_unless_self_led": N_(
            "It costs double, and the player who led the trick gains its normal value, unless that is the holder"
        ),
        "double": N_("It costs double, and no one gains"),
        "quadruple": N_("It costs four times its value"),
    },
    "combining": {
        "none": N_("No: one contract a deal, 20 deals"),
        "any": N_("Yes, two to four penalty contracts, as the king chooses"),
        "all_four": N_("All four together and Trex alone: 8 deals"),
    },
    "partnership": {
        False: N_("No, each for themselves"),
        True: N_("Yes, with the player opposite"),
    },
    "signs": {
        "normal": N_("Losses are minus"),
        "reversed": N_("Reversed: losses are plus"),
    },
    "doubler_bonus": {
        "single": N_("Its normal value"),
        "none": N_("Nothing"),
        "double": N_("Twice its value"),
    },
    "partner_capture": {
        "as_individuals": N_("The same as when an opponent takes it"),
        "single": N_("It costs its normal value, and no one gains"),
        "no_bonus": N_("It costs double, and no one gains"),
        "opponents_gain": N_("It costs double, and the other team gains its normal value"),
    },
    "doubling_when_combined": {True: N_("Yes"), False: N_("No")},
    "winner": {
        "highest_total": N_("The highest total"),
        "lowest_total": N_("The lowest total"),
        "worst_player_loses": N_("Everyone except the player with the worst total, or their team"),
    },
    "tie_break": {
        "shared": N_("Nothing: the win is shared"),
        "most_trex_firsts": N_("More first places in Trex"),
    },
    "first_king": {
        "seven_of_hearts": N_("The player dealt the 7 of hearts"),
        "highest_card": N_("The player who draws the highest card"),
        "agreed": N_("By agreement at the table"),
    },
    "next_king": {
        "right": N_("The player on the king’s right"),
        "left": N_("The player on the king’s left"),
        "right_then_opposite": N_("Right once, then opposite, then the remaining player"),
        "seven_of_hearts": N_("The player dealt the 7 of hearts who has not been king"),
        "agreed": N_("By agreement at the table"),
    },
    "play_direction": {
        "counter_clockwise": N_("Counter-clockwise"),
        "clockwise": N_("Clockwise"),
    },
    "renege": {
        "rest_to_offender": N_("Everything not yet taken goes to the player who revoked"),
        "whole_deal_to_offender": N_("The whole deal goes to the player who revoked"),
        "none": N_("There is no fixed rule"),
    },
    "hearts_lead": {
        "free": N_("Yes, at any time"),
        "when_broken": N_("Once a heart has been thrown, or by a player who has nothing else"),
        "only_if_nothing_else": N_("Only by a player who has nothing else"),
    },
    "forced_discard": {False: N_("No"), True: N_("Yes")},
    "exposed_twos": {False: N_("No"), True: N_("Yes, after everyone’s first turn")},
    "unfinished_game": {
        "completed_kingdoms": N_("The complete kingdoms"),
        "as_it_stands": N_("The current score"),
        "no_result": N_("Nothing"),
    },
}
CONSEQUENCES_BY_OPTION: dict[str, dict[object, str]] = {
    "doubling": {
        "king_of_hearts_and_queens": N_("Their holder may show them before play. They then count twice."),
        "king_of_hearts": N_("Its holder may show it before play. Queens never count double."),
        "off": N_("Every card counts once."),
    },
    "combining": {
        "none": N_("Each king plays five deals."),
        "any": N_("Fewer deals: the king chooses which contracts go together."),
        "all_four": N_("Each king plays two deals."),
    },
    "partnership": {
        False: N_("Four separate results, 1st to 4th."),
        True: N_("Partners’ points are added up: two results, 1st and 2nd."),
    },
    "own_capture": {
        "single": N_("King of hearts: %(once)s."),
        "leader_gains": N_("King of hearts: %(twice)s, and %(gain)s for the player who led, even if they held it."),
        "leader_gains_unless_self_led": N_(
            "King of hearts: %(twice)s, and %(gain)s for the player who led, unless they held it."
        ),
        "double": N_("King of hearts: %(twice)s."),
        "quadruple": N_("King of hearts: %(four_times)s."),
    },
}
"""Consequences of the first questions' answers, with the points of a king of hearts worth 75."""
UNFINISHED_GAME_TEXTS: dict[str, str] = {
    "completed_kingdoms": N_("Only complete kingdoms and adjustments count."),
    "as_it_stands": N_("Every deal that was played counts."),
    "no_result": N_("No result counts."),
}
"""By the house rules for unfinished games."""
FIRST_ASKED_OPTIONS = ("doubling", "combining", "partnership", "own_capture")
"""What tables differ on most."""
OPTIONS_BY_GROUP = {
    N_("Where tables differ"): FIRST_ASKED_OPTIONS,
    N_("Points"): (
        "king_of_hearts_points",
        "queen_points",
        "diamond_points",
        "trick_points",
        "trex_points",
        "signs",
    ),
    N_("Doubling"): ("doubler_bonus", "partner_capture", "doubling_when_combined"),
    N_("Kings and kingdoms"): ("first_king", "next_king", "play_direction"),
    N_("At the table"): ("redeals", "renege", "hearts_lead", "forced_discard", "exposed_twos"),
    N_("End of the game"): ("winner", "tie_break", "unfinished_game"),
}


def option_answer(language: Language, rules: HouseRules, option_name: str) -> str:
    """The answer of these house rules to an option's question."""
    value = getattr(rules, option_name)
    if option_name == "redeals":
        reasons = [language.gettext(VOID_REASON_TEXTS[reason]) for reason in value]
        return language.join_list(reasons) if reasons else language.gettext("Never")
    if option_name == "trex_points":
        return language.join_list([language.number(points) for points in value])
    if option_name in ANSWERS_BY_OPTION:
        return language.gettext(ANSWERS_BY_OPTION[option_name][value])
    return language.number(value)
