"""The rules under which points are shown: averages need games whose rules give the same points."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from flask import request

from trexscore.i18n.language import Language
from trexscore.i18n.texts.clubs.statistics import comparable_rules_text
from trexscore.web.language import reader_language
from trexscore.web.number_parsing import parse_ascii_number

_QUESTION_MARKS = ("?", "؟")


class RulesChoice(NamedTuple):
    """Rules that can be chosen, and how many games were played by them."""

    name: str
    game_count: int


class ChosenRules(NamedTuple):
    """The chosen rules, and all choices, most games first."""

    comparable_rules_key: str
    choice_number: int
    """The position of the chosen rules among the choices, which is their number in addresses."""
    choices: list[RulesChoice]

    @property
    def name(self) -> str:
        """The name of the chosen rules; empty without games."""
        return self.choices[self.choice_number].name if self.choices else ""


def chosen_rules(game_count_by_rules: Mapping[str, int]) -> ChosenRules:
    """The rules that the address requests, else those of most games."""
    keys = sorted(game_count_by_rules, key=lambda key: (-game_count_by_rules[key], key))
    requested_index = parse_ascii_number(request.args.get("rules", "")) or 0
    rules_index = requested_index if requested_index < len(keys) else 0
    choices = [RulesChoice(rules_name(key), game_count_by_rules[key]) for key in keys]
    return ChosenRules(keys[rules_index] if keys else "", rules_index, choices)


def rules_name(comparable_rules_key: str) -> str:
    """The preset's name, or the options that differ from it."""
    return _rules_name_in_language(reader_language(), comparable_rules_key)


@lru_cache(maxsize=256)
def _rules_name_in_language(language: Language, comparable_rules_key: str) -> str:
    text = comparable_rules_text(language, comparable_rules_key)
    return text.translated_preset_name or language.join_list(
        [_option_text(question, answer) for question, answer in text.questions_and_answers]
    )


def _option_text(question: str, answer: str) -> str:
    """Some options are named by a question, others by a noun."""
    return f"{question} {answer}" if question.endswith(_QUESTION_MARKS) else f"{question}: {answer}"
