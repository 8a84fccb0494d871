"""House rules as questions and answers, on pages and in forms."""

from typing import Any

from markupsafe import Markup
from wtforms.fields.choices import SelectChoice  # type: ignore[attr-defined]  # its types lag behind it

from trexscore.i18n.game_terms import PRESET_NAMES
from trexscore.i18n.rule_book.source_differences import SLUG_BY_OPTION
from trexscore.i18n.texts.options import (
    ANSWERS_BY_OPTION,
    FIRST_ASKED_OPTIONS,
    OPTIONS_BY_GROUP,
    QUESTION_BY_OPTION,
    option_answer,
)
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.presets import STANDARD_PRESET
from trexscore.web.games.choices import choices
from trexscore.web.games.view import GameView
from trexscore.web.language import reader_language
from trexscore.web.number_parsing import parse_typed_number
from trexscore.web.rendering import format_number
from trexscore.web.rendering import translate as _

LATER_ASKED_OPTIONS = tuple(
    option for options in OPTIONS_BY_GROUP.values() for option in options if option not in FIRST_ASKED_OPTIONS
)
"""The options that a form asks after the most important ones, in the order of the house rules."""


def questions_and_answers(rules: HouseRules) -> list[dict[str, object]]:
    """House rules as questions and answers, group by group."""
    return [
        {
            "title": _(title),
            "lines": [
                {
                    "question": _(QUESTION_BY_OPTION[option]),
                    "answer": answer_in_words(rules, option),
                    "slug": SLUG_BY_OPTION[option],
                }
                for option in options
            ],
        }
        for title, options in OPTIONS_BY_GROUP.items()
    ]


def house_rules_name_text(game: GameView) -> str:
    """The name of a game's house rules, for a page about something else."""
    preset = _(PRESET_NAMES[game.preset.name])
    if game.rules == game.preset.rules:
        return _("House rules: %(preset)s", preset=preset)
    return _("House rules: %(preset)s, changed", preset=preset)


def answer_in_words(rules: HouseRules, option: str) -> str | Markup:
    """The answer in words, or as numbers whose signs stay in place in right-to-left text."""
    option_value = getattr(rules, option)
    language = reader_language()
    if option == "trex_points":
        return Markup(f"{language.list_comma} ").join(map(format_number, option_value))  # noqa: S704 - a comma
    return format_number(option_value) if type(option_value) is int else option_answer(language, rules, option)


def answer_choices(option: str) -> list[SelectChoice]:
    """The answers to an option that has fixed ones."""
    return choices((str(option_field_value(value)), _(text)) for value, text in ANSWERS_BY_OPTION[option].items())


def option_field_value(value: object) -> str | list[str]:
    """An option's value as its field holds it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return " ".join(map(str, value)) if value and isinstance(value[0], int) else list(value)
    return str(value)


def parse_option_field(option: str, field_data: Any) -> object:  # noqa: ANN401 - as WTForms types the data of a field
    """A field's value as the game file stores it; None for an empty field."""
    default = getattr(STANDARD_PRESET.rules, option)
    if isinstance(default, bool):
        return {"yes": True, "no": False}.get(field_data)
    if option == "redeals":
        return None if field_data is None else list(field_data)
    if option == "trex_points":
        if field_data:
            return [parse_typed_number(part) for part in field_data.replace(",", " ").replace("،", " ").split()]
        return None
    if isinstance(default, int):
        return parse_typed_number(field_data) if field_data else None
    return field_data or None
