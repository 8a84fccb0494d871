"""The rule book: of the usual rules or a preset for everybody, of a game for those with its link."""

from flask import Blueprint, render_template, request

from trexscore.language.words import PRESET
from trexscore.rules.presets import PRESETS, STANDARD
from trexscore.web.pages.opening import open_to_read
from trexscore.web.rendering import translate as _
from trexscore.web.views import rule_book as books

pages = Blueprint("rule_book", __name__)
_LONGEST_QUERY = 100


@pages.get("/rules")
def show() -> str:
    """The rules of a preset."""
    preset = PRESETS.get(request.args.get("preset", ""), STANDARD)
    return render_template(
        "rules/book.html",
        presets=[(name, _(PRESET[name])) for name in PRESETS],
        preset=preset.name,
        sections=books.sections(preset.rules, _query()),
        query=_query(),
    )


@pages.get("/g/<token>/rules")
def of_game(token: str) -> str:
    """The rules of a table."""
    game, _game_id = open_to_read(token)
    preset = PRESETS[game.state["house_rules"]["preset"]]
    return render_template(
        "rules/book.html",
        game=game,
        preset_name=_(PRESET[preset.name]),
        rules_note=_("This table has changed some of them.") if game.rules != preset.rules else "",
        sections=books.sections(game.rules, _query()),
        query=_query(),
    )


def _query() -> str:
    return request.args.get("q", "")[:_LONGEST_QUERY].strip()
