"""The house rules in plain words: each option as a question, each value as an answer."""

from typing import Literal

import msgspec

from trexscore.i18n.game_terms import VOID_REASON_TEXTS
from trexscore.i18n.language import Language
from trexscore.i18n.marking import N_
from trexscore.i18n.text_files import read_texts
from trexscore.rules.house_rules import HouseRules

_VALUE_BY_JSON_KEY = {"true": True, "false": False}


class _OptionTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An option as a question; by its values: the answer, what it means for play, and its sentence in the rule book."""

    question: str
    answers: dict[str, str] = {}
    consequences: dict[str, str] = {}
    rules: dict[str, str] = {}


_TEXTS_BY_OPTION = read_texts(__file__, dict[str, _OptionTexts])


def _texts_by_option_and_value(part: Literal["answers", "consequences", "rules"]) -> dict[str, dict[object, str]]:
    return {
        option: {_VALUE_BY_JSON_KEY.get(key, key): text for key, text in by_value.items()}
        for option, texts in _TEXTS_BY_OPTION.items()
        if (by_value := getattr(texts, part))
    }


QUESTION_BY_OPTION = {option: texts.question for option, texts in _TEXTS_BY_OPTION.items()}
ANSWERS_BY_OPTION = _texts_by_option_and_value("answers")
CONSEQUENCES_BY_OPTION = _texts_by_option_and_value("consequences")
"""Consequences of the first questions' answers; those of doubling for a king of hearts worth 75, as they say."""
RULES_BY_OPTION = _texts_by_option_and_value("rules")
"""Sentences of the rule book."""
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
    option_value = getattr(rules, option_name)
    if option_name == "redeals":
        reasons = [language.gettext(VOID_REASON_TEXTS[reason]) for reason in option_value]
        return language.join_list(reasons) if reasons else language.gettext("Never")
    if option_name == "trex_points":
        return language.join_list([language.number(points) for points in option_value])
    if option_name in ANSWERS_BY_OPTION:
        return language.gettext(ANSWERS_BY_OPTION[option_name][option_value])
    return language.number(option_value)
