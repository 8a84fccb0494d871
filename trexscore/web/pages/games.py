"""Starting games, finding those of this device again, and bringing others in."""

import re
from typing import Any

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from trexscore.actions.start_game import KeyReused, NotStarted, start_game
from trexscore.gamefile.text import NotJson, read_json
from trexscore.language.refusals import with_place
from trexscore.rules.refusals import refuse
from trexscore.storage.links import scope_of
from trexscore.web.api.reading import read_key
from trexscore.web.device import device
from trexscore.web.forms.new_game import new_game_form
from trexscore.web.forms.small import OpenForm, UploadForm
from trexscore.web.games_here import remember
from trexscore.web.language import reader_language
from trexscore.web.limits import client_address, count
from trexscore.web.pages.home import home_page
from trexscore.web.rendering import translate as _
from trexscore.web.room import allow_new_game
from trexscore.web.views.home import games_here

pages = Blueprint("games", __name__)
_TOKEN = re.compile(r"(?:^|/g/)([A-Za-z0-9_-]{16,64})(?:[/?#]|$)")


@pages.get("/games")
def index() -> str:
    """Every game that this device has opened."""
    return render_template("games/list.html", games=games_here())


@pages.post("/games")
def create() -> Response | tuple[str, int]:
    """Start a game."""
    allow_new_game()
    form = new_game_form()()
    form.set_up()
    started = start_game(form.file(), read_key(form.key.data), device())
    if isinstance(started, KeyReused):
        form.key.data = ""
        started = start_game(form.file(), device=device())
    if isinstance(started, NotStarted):
        form.blame(started.refusals)
        return home_page(form), 422
    return _to_game(started.links["own"])  # type: ignore[union-attr]


@pages.post("/games/file")
def upload() -> Response | tuple[str, int]:
    """Bring a game in from its file."""
    allow_new_game()
    form = UploadForm()
    file = form.file.data
    problems = bring(file.read()) if file else [_("Choose the file first.")]
    if isinstance(problems, str):
        return _to_game(problems)
    form.file.errors = problems
    return home_page(upload_form=form), 422


@pages.post("/open")
def open() -> Response | tuple[str, int]:  # noqa: A001 - the page is called so
    """Open a game by its link."""
    form = OpenForm()
    token = token_in(form.link.data or "")
    if token is not None and scope_of(token) is not None:
        return _to_game(token)
    count("unknown_token", client_address())
    form.link.errors = [_("No game has this link. Copy it whole, or scan the code on the other phone.")]
    return home_page(open_form=form), 422


def token_in(text: str) -> str | None:
    """The token of a link, however it was pasted."""
    found = _TOKEN.search(text.strip())
    return None if found is None else found[1]


def bring(text: bytes, key: str | None = None) -> str | list[str]:
    """The new game's link, or what is wrong with the file."""
    language = reader_language()
    try:
        value: Any = read_json(text)
    except NotJson:
        return [with_place(language, refuse("not_json"), ())]
    started = start_game(value, key, device())
    if isinstance(started, KeyReused):
        started = start_game(value, device=device())
    if isinstance(started, NotStarted):
        said = (with_place(language, refusal, started.file.entries) for refusal in started.refusals)
        return list(dict.fromkeys(said))
    return started.links["own"]  # type: ignore[union-attr]


def _to_game(token: str) -> Response:
    return remember(redirect(url_for("table.show", token=token), 303), token)
