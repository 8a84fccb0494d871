"""The first page: go on with a game, or start one."""

import uuid

from flask import Blueprint, render_template, url_for

from trexscore.language.options import answer
from trexscore.rules.presets import STANDARD
from trexscore.web.forms.new_game import NewGameForm, new_game_form, presets_as_filled
from trexscore.web.forms.small import OpenForm, PlainForm, UploadForm
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _
from trexscore.web.views.home import games_here, known_names

pages = Blueprint("home", __name__)


@pages.get("/")
def show() -> str:
    """The first page."""
    return home_page()


def home_page(
    form: NewGameForm | None = None,
    *,
    open_form: OpenForm | None = None,
    upload_form: UploadForm | None = None,
) -> str:
    """The first page, with what somebody typed in one of its forms."""
    if form is None:
        form = new_game_form()(blank=True)
        form.set_up()
        form.fill_in(STANDARD.rules)
        form.key.data = str(uuid.uuid4())
    games = games_here()
    return render_template(
        "games/home.html",
        form=form,
        games=games[:1],
        games_count=len(games) if len(games) > 1 else 0,
        known_names=known_names(games),
        presets=presets_as_filled(),
        rules_note=_("Doubling: %(cards)s", cards=answer(reader_language(), STANDARD.rules, "doubling")),
        open_form=open_form or OpenForm(blank=True),
        upload_form=upload_form or UploadForm(blank=True),
        upload_url=url_for("games.upload"),
        settings_form=PlainForm(blank=True),
    )
