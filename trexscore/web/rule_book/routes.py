"""The rule book of a preset for everyone, and of a game for those with its link."""

from flask import Blueprint, Response, render_template, request

from trexscore.i18n.game_terms import PRESET_NAMES
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.presets import PRESETS, STANDARD_PRESET
from trexscore.web.games.access import open_for_reader
from trexscore.web.games.start.house_rules import house_rules_name_text
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _
from trexscore.web.rule_book import presenter

pages = Blueprint("rule_book", __name__)
_MAX_QUERY_LENGTH = 100


@pages.get("/rules")
def show() -> str:
    """The rules of a preset."""
    preset = PRESETS.get(request.args.get("preset", ""), STANDARD_PRESET)
    presets = [(name, _(PRESET_NAMES[name])) for name in PRESETS]
    return _rule_book_page(preset.rules, presets=presets, preset=preset.name)


@pages.get("/g/<token>/rules")
def of_game(token: str) -> Response:
    """The rules of a game. `Content-Language` tells phones that store the page which language it has."""
    game = open_for_reader(token)
    book = _rule_book_page(game.rules, game=game, rules_note=house_rules_name_text(game))
    return Response(book, headers={"Content-Language": reader_language().code}, mimetype="text/html")


def _rule_book_page(rules: HouseRules, **context: object) -> str:
    query = request.args.get("q", "")[:_MAX_QUERY_LENGTH].strip()
    page_context = {"presets": (), "preset": "", "rules_note": "", **context}
    return render_template(
        "rule_book/book.html", sections=presenter.section_views(rules, query), query=query, **page_context
    )
