"""The settings of this device: language, numerals, appearance, names of cards, and its player."""

import re
from urllib.parse import parse_qs, urlencode, urlsplit

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from trexscore.commands.games.unjournaled import set_card_names
from trexscore.db.game_links import TokenScope, read_token_scope
from trexscore.game.file.names import read_name
from trexscore.i18n import LANGUAGES
from trexscore.i18n.card_names import (
    DEFAULT_CARD_NAMES,
    NAME_CODES_BY_TERM,
    SPELLING_BY_NAME_CODE,
    CardNameChoices,
    card_names_of,
)
from trexscore.web.cookies import set_lasting_cookie
from trexscore.web.games.author import PLAYER_NAME_COOKIE
from trexscore.web.games.card_names import set_card_names_cookie
from trexscore.web.language import DIGIT_CHOICES, DIGITS_COOKIE, LANGUAGE_COOKIE, reader_language
from trexscore.web.limits import client_address_or_network, enforce_limit
from trexscore.web.rendering import THEME_COOKIE
from trexscore.web.rendering import translate as _
from trexscore.web.urls import safe_redirect_path

pages = Blueprint("settings", __name__)
_THEME_CHOICES = ("auto", "light", "dark")
_GAME_PATH_PATTERN = re.compile(r"/g/([^/]+)")


@pages.get("/settings")
def show() -> str:
    """The settings of this device. `from` is the page to go back to."""
    back_url = _back_url_or_home(request.args.get("from", ""))
    table = _token_scope_of_url(back_url)
    return render_template(
        "settings/show.html",
        back_url=back_url,
        here=f"{url_for('settings.show')}?{urlencode({'from': back_url})}",
        at_table=table is not None,
        card_names=None if table is not None and not table.can_record else _card_name_fields(),
    )


@pages.post("/settings")
def update() -> Response:
    """Save the settings in cookies and redirect to `back_to`."""
    response = redirect(_back_url_or_home(request.form.get("back_to", "")), 303)
    language = LANGUAGES.get(request.form.get("language", ""))
    if language is not None:
        set_lasting_cookie(response, LANGUAGE_COOKIE, language.code)
        digits = request.form.get("digits")
        if (
            digits in DIGIT_CHOICES and language.has_digit_choice
        ):  # otherwise the choice remains for a later change back
            set_lasting_cookie(response, DIGITS_COOKIE, digits)
    if request.form.get("theme") in _THEME_CHOICES:
        set_lasting_cookie(response, THEME_COOKIE, request.form["theme"])
    card_names = card_names_of(request.form)
    if card_names is not None:
        _save_card_names(response, card_names)
    if "seat" in request.form:
        set_lasting_cookie(response, PLAYER_NAME_COOKIE, read_name(request.form["seat"]) or "")
    return response


def _card_name_fields() -> list[tuple[str, str, list[tuple[str, str, str]], str]]:
    """The fields for names of cards: field, legend, choices, and current choice."""
    legends = (_("The card K♥"), _("The card J"), _("The card A"), _("A player who can’t play in Trex"))
    names = reader_language().card_names
    return [
        (field, legend, [(code, SPELLING_BY_NAME_CODE[code], "ar") for code in NAME_CODES_BY_TERM[field]], name)
        for legend, (field, name) in zip(legends, names._asdict().items(), strict=True)
    ]


def _save_card_names(response: Response, card_names: CardNameChoices) -> None:
    """Save the names on this device, and at the table from which the settings were opened."""
    came_from = parse_qs(urlsplit(request.form.get("back_to", "")).query).get("from", [""])[0]
    table = _token_scope_of_url(_back_url_or_home(came_from))
    if table is None or table.can_record:
        set_card_names_cookie(response, card_names)
    if table is not None and table.can_record and str(card_names) != (table.card_names or str(DEFAULT_CARD_NAMES)):
        set_card_names(table.game_id, str(card_names))


def _token_scope_of_url(url: str) -> TokenScope | None:
    """The game of a URL; None if it is not the URL of a game."""
    match = _GAME_PATH_PATTERN.match(url)
    scope = None if match is None else read_token_scope(match[1])
    if match is not None and scope is None:
        enforce_limit("unknown_token", client_address_or_network())
    return scope


def _back_url_or_home(url: str) -> str:
    """The URL to go back to, or the home page."""
    return safe_redirect_path(url) or url_for("home.show")
