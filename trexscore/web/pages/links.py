"""Sharing a table: its links, and whose phone this is."""

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, flash, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.exceptions import BadRequest, Forbidden
from werkzeug.wrappers import Response

from trexscore.actions.game_links import give_seats, renew_link, say_opened
from trexscore.journal.terms import REFEREE
from trexscore.rules.seats import SEAT_NAMED
from trexscore.storage.links import May, links_of, seat_links_of
from trexscore.storage.models import db
from trexscore.web.author import phone_name
from trexscore.web.forms.choices import choices
from trexscore.web.forms.small import PhoneForm, PlainForm
from trexscore.web.games_here import forget_here, replace_here, tokens_of_game
from trexscore.web.limits import count
from trexscore.web.pages.opening import open_to_read, spoken_here
from trexscore.web.places import whole_address
from trexscore.web.rendering import translate as _
from trexscore.web.scope import open_game
from trexscore.web.views.codes import code_of
from trexscore.web.views.game import GameView, SeatView

pages = Blueprint("links", __name__)
_SHOWN: dict[May, tuple[May, ...]] = {
    "own": ("read", "write"),
    "write": ("read", "write"),
    "read": ("read",),
    "seat": ("read",),
    "referee": ("read",),
}


@dataclass(frozen=True, slots=True)
class ShownLink:
    """A link that can be given on. Once its holder has opened it, nobody is shown it: it can only be replaced."""

    kind: May
    title: str
    note: str
    url: str | None
    qr: Markup | None
    renew_form: Any
    seat: str = ""


@pages.get("/g/<token>/links")
def show(token: str) -> str:
    """The links that the reader may give on: never one that may do more than the reader's own."""
    game, game_id = open_to_read(token)
    tokens = links_of(db.session(), game_id)
    links = [_shown(game, may, tokens[may]) for may in _SHOWN[game.may] if may in tokens]
    seats = seat_links_of(db.session(), game_id) if game.may == "own" else {}
    opened = game.state.get("opened", ())
    links += [
        _of_a_seat(seat, seats[seat.seat], is_opened=seat.seat in opened) for seat in game.seats if seat.seat in seats
    ]
    if game.may == "own" and "referee" in tokens:
        links.append(_of_the_referee(tokens["referee"], is_opened="referee" in opened))
    own_form = PlainForm() if game.may == "own" else None
    forget_form = PlainForm()
    give = PlainForm() if game.may == "own" and not seats else None
    return render_template(
        "games/links.html",
        game=game,
        links=links,
        own_form=own_form,
        forget_form=forget_form,
        give_form=give,
        phone_form=_phone_form(game),
    )


@pages.post("/g/<token>/links")
def renew(token: str) -> Response:
    """Cancel a link and make another; only whoever started the game may."""
    game, game_id = open_to_read(token)
    if game.may != "own":
        raise Forbidden
    by = spoken_here(game)
    said, seat = request.form.get("kind"), request.form.get("seat", "")
    kind: May | None = next((may for may in _SHOWN["own"] if may == said), None)
    if said == "own":
        return _own_replaced(game_id, token)
    if kind is not None:
        renew_link(game_id, kind)
    elif said == "seat" and seat in SEAT_NAMED:
        renew_link(game_id, "seat", seat, by)
    elif said == "referee" and "referee" in links_of(db.session(), game_id):
        renew_link(game_id, "referee", None, by)
    elif said == "seats":
        give_seats(game_id, by)
    else:
        raise BadRequest
    return redirect(url_for("links.show", token=token), 303)


@pages.post("/g/<token>/opened")
def opened(token: str) -> Response:
    """The holder of a player's link, or of the referee's, has opened it: from now on nobody else is shown it."""
    game, game_id = open_to_read(token)
    whose = game.own_seat or (REFEREE if game.may == "referee" else None)
    if whose is None:
        raise Forbidden
    count("write", token)
    if game.is_unopened:
        say_opened(game_id, whose, spoken_here(game))
    return redirect(url_for("table.show", token=token), 303)


@pages.post("/g/<token>/forgotten")
def forget(token: str) -> Response:
    """Take the game off this device; nothing else changes."""
    tokens = tokens_of_game(open_game(token).game_id)
    flash(_("This device has forgotten the game."))
    return forget_here(redirect(url_for("games.index"), 303), [token, *(one for one in tokens if one != token)])


def _own_replaced(game_id: int, old: str) -> Response:
    """To the same page by the new owner link, which takes the place of the old one on this device."""
    token = renew_link(game_id, "own")
    return replace_here(redirect(url_for("links.show", token=token), 303), old, token)


def address(token: str) -> str:
    """The whole address of a game, as another phone can open it."""
    return whole_address(url_for("table.show", token=token))


def _shown(game: GameView, may: May, token: str) -> ShownLink:
    title, note = {
        "read": (_("To follow the game"), _("Whoever opens this sees table and sheet and can change nothing.")),
        "write": (_("To keep the score together"), _("Whoever opens this can enter deals and take them back.")),
    }[may]
    return ShownLink(may, title, note, address(token), drawn(token), PlainForm() if game.may == "own" else None)


def _of_a_seat(seat: SeatView, token: str, *, is_opened: bool) -> ShownLink:
    title = _("Player link: %(name)s", name=seat.name)
    if is_opened:
        note = _("%(name)s has opened it. Only this link and the referee’s answer for them now.", name=seat.name)
        return ShownLink("seat", title, note, None, None, PlainForm(), seat.seat)
    note = _("Anyone with this link can read everything, and sign off and dispute as %(name)s.", name=seat.name)
    return ShownLink("seat", title, note, address(token), drawn(token), PlainForm(), seat.seat)


def _of_the_referee(token: str, *, is_opened: bool) -> ShownLink:
    title = _("Referee link")
    if is_opened:
        note = _("The referee has opened it. It is not shown again.")
        return ShownLink("referee", title, note, None, None, PlainForm())
    note = _("Anyone with this link can resolve disputes and correct what is closed to the table. It records no deals.")
    return ShownLink("referee", title, note, address(token), drawn(token), PlainForm())


def drawn(token: str) -> Markup:
    """The same as a QR code."""
    return code_of(address(token))


def _phone_form(game: GameView) -> PhoneForm | None:
    if not game.can_write:
        return None
    form = PhoneForm(blank=True)
    form.back_to.data = url_for("links.show", token=game.token)
    form.seat.choices = choices([*((seat.name, seat.name) for seat in game.seats), ("", _("nobody’s"))])
    form.seat.data = phone_name() or ""
    return form
