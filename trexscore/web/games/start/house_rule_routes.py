"""The house rules of a game, in plain words."""

from typing import Any

from flask import Blueprint, Response, render_template
from markupsafe import Markup

from trexscore.i18n.rule_book.differences import TOLD_AT
from trexscore.i18n.texts.options import GROUPS, QUESTION, answer
from trexscore.i18n.words import SOURCE
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.presets import PRESETS
from trexscore.web.games.access import open_for_reader
from trexscore.web.language import reader_language
from trexscore.web.rendering import points
from trexscore.web.rendering import translate as _

pages = Blueprint("house_rules", __name__)


@pages.get("/g/<token>/house-rules")
def show(token: str) -> Response:
    """Every option as a question, with this game's answer and the way to where the sources differ.

    Phones keep the page for when they are offline, and read from its header whether it is in their reader's language.
    """
    game, _game_id = open_for_reader(token)
    preset = PRESETS[game.state["house_rules"]["preset"]]
    note = _("As given by %(source)s.", source=_(SOURCE[preset.source])) if preset.source else ""
    if game.rules != preset.rules:
        note = _("This table has changed some of them.")
    page = render_template("games/start/rules.html", game=game, rules=in_words(game.rules), rules_note=note)
    return Response(page, headers={"Content-Language": reader_language().code}, mimetype="text/html")


def in_words(rules: HouseRules) -> list[dict[str, Any]]:
    """House rules as questions and answers, group by group."""
    return [
        {
            "title": _(title),
            "lines": [
                {"question": _(QUESTION[option]), "answer": shown_answer(rules, option), "told_at": TOLD_AT[option]}
                for option in options
            ],
        }
        for title, options in GROUPS.items()
    ]


def shown_answer(rules: HouseRules, option: str) -> str | Markup:
    """The answer in words, or in numbers that keep their signs where they belong."""
    value = getattr(rules, option)
    language = reader_language()
    if option == "trex_points":
        return Markup(f"{language.comma} ").join(map(points, value))  # noqa: S704 - a comma
    return points(value) if type(value) is int else answer(language, rules, option)
