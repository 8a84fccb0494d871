"""House rules as questions and answers."""

from markupsafe import Markup

from trexscore.i18n.game_terms import PRESET_NAMES
from trexscore.i18n.rule_book.source_differences import SLUG_BY_OPTION
from trexscore.i18n.texts.options import OPTIONS_BY_GROUP, QUESTION_BY_OPTION, option_answer
from trexscore.rules.house_rules import HouseRules
from trexscore.web.games.view import GameView
from trexscore.web.language import reader_language
from trexscore.web.rendering import format_points
from trexscore.web.rendering import translate as _


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
    value = getattr(rules, option)
    language = reader_language()
    if option == "trex_points":
        return Markup(f"{language.list_comma} ").join(map(format_points, value))  # noqa: S704 - a comma
    return format_points(value) if type(value) is int else option_answer(language, rules, option)
