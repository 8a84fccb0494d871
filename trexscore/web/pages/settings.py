"""How this device likes to read: language, numerals, appearance; and whose phone it is."""

from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from trexscore.gamefile.names import read_name
from trexscore.language import LANGUAGES
from trexscore.web.author import PHONE_COOKIE
from trexscore.web.forms.small import PlainForm
from trexscore.web.games_here import set_cookie
from trexscore.web.language import DIGITS, DIGITS_COOKIE, LANGUAGE_COOKIE
from trexscore.web.places import place_here
from trexscore.web.rendering import THEME_COOKIE

pages = Blueprint("settings", __name__)
_THEMES = ("auto", "light", "dark")


@pages.get("/settings")
def show() -> str:
    """The settings of this device. `from` is the page to go back to."""
    back_url = _back(request.args.get("from", ""))
    return render_template(
        "settings/show.html",
        back_url=back_url,
        here=f"{url_for('settings.show')}?{urlencode({'from': back_url})}",
        settings_form=PlainForm(blank=True),
    )


@pages.post("/settings")
def update() -> Response:
    """Keep what was chosen in cookies of this device, and go to `back_to`."""
    response = redirect(_back(request.form.get("back_to", "")), 303)
    language = LANGUAGES.get(request.form.get("language", ""))
    if language is not None:
        set_cookie(response, LANGUAGE_COOKIE, language.code)
        digits = request.form.get("digits")
        if digits in DIGITS and language.has_two_digits:  # they outlast a while in another language
            set_cookie(response, DIGITS_COOKIE, digits)
    if request.form.get("theme") in _THEMES:
        set_cookie(response, THEME_COOKIE, request.form["theme"])
    if "seat" in request.form:
        set_cookie(response, PHONE_COOKIE, read_name(request.form["seat"]) or "")
    return response


def _back(where: str) -> str:
    """Back to the page that asked."""
    return place_here(where) or url_for("home.show")
