"""Sharing a table: its links, and whose phone this is."""

from dataclasses import dataclass
from typing import Any

import segno
from flask import Blueprint, current_app, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.exceptions import BadRequest, Forbidden
from werkzeug.wrappers import Response

from trexscore.actions.renew_link import renew_link
from trexscore.storage.links import May, links_of
from trexscore.storage.models import db
from trexscore.web.forms.choices import choices
from trexscore.web.forms.small import PhoneForm, PlainForm
from trexscore.web.pages.opening import open_to_read, phone_name
from trexscore.web.rendering import translate as _
from trexscore.web.scope import open_game
from trexscore.web.views.game import GameView

pages = Blueprint("links", __name__)
_SHOWN: dict[May, tuple[May, ...]] = {"own": ("read", "write"), "write": ("read", "write"), "read": ("read",)}


@dataclass(frozen=True, slots=True)
class ShownLink:
    """A link that can be given on."""

    kind: May
    title: str
    note: str
    url: str
    qr: Markup
    renew_form: Any


@pages.get("/g/<token>/links")
def show(token: str) -> str:
    """The links that the reader may give on: never one that may do more than the reader's own."""
    game, game_id = open_to_read(token)
    tokens = links_of(db.session(), game_id)
    links = [_shown(game, may, tokens[may]) for may in _SHOWN[game.may] if may in tokens]
    return render_template("games/links.html", game=game, links=links, phone_form=_phone_form(game))


@pages.post("/g/<token>/links")
def renew(token: str) -> Response:
    """Cancel a link and make another; only whoever started the game may."""
    scope = open_game(token)
    if scope.may != "own":
        raise Forbidden
    kind: May | None = next((may for may in _SHOWN["own"] if may == request.form.get("kind")), None)
    if kind is None:
        raise BadRequest
    renew_link(scope.game_id, kind)
    return redirect(url_for("links.show", token=token), 303)


def address(token: str) -> str:
    """The whole address of a game, as another phone can open it."""
    public: str | None = current_app.config["PUBLIC_URL"]
    root = (public or request.host_url).rstrip("/")
    return root + url_for("table.show", token=token)


def _shown(game: GameView, may: May, token: str) -> ShownLink:
    title, note = {
        "read": (_("To follow the game"), _("Whoever opens this sees table and sheet and can change nothing.")),
        "write": (_("To keep the score together"), _("Whoever opens this can enter deals and take them back.")),
    }[may]
    url = address(token)
    qr = segno.make(url, error="m", micro=False).svg_inline(
        border=2, omitsize=True, svgclass="qr", lineclass="qr__dark"
    )
    return ShownLink(may, title, note, url, Markup(qr), PlainForm() if game.may == "own" else None)  # noqa: S704


def _phone_form(game: GameView) -> PhoneForm | None:
    if not game.can_write:
        return None
    form = PhoneForm(blank=True)
    form.back_to.data = url_for("links.show", token=game.token)
    form.seat.choices = choices([*((seat.name, seat.name) for seat in game.seats), ("", _("nobody’s"))])
    form.seat.data = phone_name() or ""
    return form
