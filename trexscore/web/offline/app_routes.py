"""The installed app: its manifest and its start address."""

import hashlib
import json

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as BaseResponse

from trexscore.i18n import LANGUAGES, Language
from trexscore.i18n.marking import N_
from trexscore.web.home.presenter import games_on_device
from trexscore.web.static_files import static_url

pages = Blueprint("installed_app", __name__)

_BACKGROUND_COLOR = "#F7F1E3"
_ICONS = (("icon-192", 192, "any"), ("icon-512", 512, "any"), ("maskable-512", 512, "maskable"))
_APP_NAME, _SHORT_APP_NAME = N_("Trex Score"), N_("Trex")
_APP_DESCRIPTION = N_("Keeps score for the card game Trex, at the table and on every phone around it.")
_NEW_GAME_TEXT, _GAMES_TEXT = N_("New game"), N_("All games on this phone")


@pages.get("/manifest/<code>.webmanifest")
def manifest(code: str) -> Response:
    """The manifest in one language. Browsers request it without cookies, so the URL contains the language."""
    if code not in LANGUAGES:
        raise NotFound
    text = json.dumps(_manifest(LANGUAGES[code]), ensure_ascii=False)
    response = Response(text, mimetype="application/manifest+json")
    response.set_etag(hashlib.sha256(text.encode()).hexdigest()[:12])
    response.headers["Cache-Control"] = "public, max-age=86400"
    response.make_conditional(request)
    return response


@pages.get("/start")
def open_last_game_or_home() -> BaseResponse:
    """Redirect to the device's most recent game that is not archived and still accessible, or else home."""
    games = [game for game in games_on_device() if not game.is_archived]
    response = redirect(url_for("table.show", token=games[0].token) if games else url_for("home.show"))
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _manifest(language: Language) -> dict[str, object]:
    home, translate = url_for("home.show"), language.gettext
    icons = [
        {"src": static_url(f"icons/{name}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for name, size, purpose in _ICONS
    ]
    return {
        "id": home,
        "name": translate(_APP_NAME),
        "short_name": translate(_SHORT_APP_NAME),
        "description": translate(_APP_DESCRIPTION),
        "lang": language.code,
        "dir": language.direction,
        "start_url": url_for("installed_app.open_last_game_or_home"),
        "scope": home,
        "display": "standalone",
        "background_color": _BACKGROUND_COLOR,
        "theme_color": _BACKGROUND_COLOR,
        "categories": ["games", "utilities"],
        "icons": icons,
        "shortcuts": [
            {"name": translate(_NEW_GAME_TEXT), "url": url_for("games.new"), "icons": icons[:1]},
            {"name": translate(_GAMES_TEXT), "url": url_for("games.index"), "icons": icons[:1]},
        ],
    }
