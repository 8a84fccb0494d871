"""The house rules of a game, in plain words."""

from flask import Blueprint, Response, render_template

from trexscore.i18n.words import SOURCE
from trexscore.rules.presets import PRESETS
from trexscore.web.games.access import open_for_reader
from trexscore.web.games.start.house_rules import rules_in_words
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

pages = Blueprint("house_rules", __name__)


@pages.get("/g/<token>/house-rules")
def show(token: str) -> Response:
    """Every option as a question, with this game's answer and a link to where the sources differ.

    Phones store the page for offline use. Its language header tells them whether it is in the reader's language.
    """
    game, _game_id = open_for_reader(token)
    preset = PRESETS[game.state.house_rules["preset"]]
    note = _("As given by %(source)s.", source=_(SOURCE[preset.source])) if preset.source else ""
    if game.rules != preset.rules:
        note = _("This table has changed some of them.")
    page = render_template("games/start/rules.html", game=game, rules=rules_in_words(game.rules), rules_note=note)
    return Response(page, headers={"Content-Language": reader_language().code}, mimetype="text/html")
