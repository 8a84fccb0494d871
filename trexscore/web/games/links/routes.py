"""Sharing a game's links, replacing them, and naming this phone."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest, Forbidden, NotFound
from werkzeug.wrappers import Response

from trexscore.commands.games.links import create_missing_seat_links, record_link_opened, renew_link
from trexscore.db.game_links import Permission, read_seat_tokens, read_tokens_by_permission
from trexscore.db.models import db
from trexscore.game.policy import REFEREE
from trexscore.rules.seats import SEAT_BY_LETTER
from trexscore.web.games.access import link_and_device_of_request, open_for_owner, open_for_reader, open_for_scorer
from trexscore.web.games.author import player_name_of_phone
from trexscore.web.games.device_games import device_tokens_of_game, forget_games, replace_or_add_token
from trexscore.web.games.links.presenter import (
    OWNER_LINK,
    PERMISSIONS_BY_LINK_NAME,
    VIEW_ONLY_LINK,
    GameLinkView,
    replacement_question_and_effect,
    visible_links,
)
from trexscore.web.games.token_access import load_scope
from trexscore.web.games.view import GameView
from trexscore.web.limits import enforce_limit
from trexscore.web.rendering import translate as _

pages = Blueprint("links", __name__)
_SHARED_LINK_PERMISSIONS: tuple[Permission, ...] = ("read", "write")
"""Permissions of links that many people use, and that are replaced without an entry in the journal."""


@pages.get("/g/<token>/links")
def show(token: str) -> str:
    """One link with its QR code. 404 if it does not exist, or the reader may not see it."""
    game = open_for_reader(token)
    links = _links_by_name(game)
    link = links.get(request.args.get("link", VIEW_ONLY_LINK))
    if link is None:
        raise NotFound
    return render_template("games/links/link.html", game=game, link=link, links=links)


@pages.get("/g/<token>/links/players")
def show_player_links(token: str) -> str:
    """The four player links; if there are none yet, what they are for."""
    game = open_for_owner(token)
    opened = game.state.opened or ()
    return render_template("games/links/player_links.html", game=game, links=_links_by_name(game), opened=opened)


@pages.get("/g/<token>/links/replacement")
def ask_to_replace(token: str) -> str:
    """Ask before a link is replaced, and explain what happens."""
    game = open_for_owner(token)
    link_name = request.args.get("link", VIEW_ONLY_LINK)
    if link_name != OWNER_LINK and link_name not in _links_by_name(game):
        raise NotFound
    question, effect = replacement_question_and_effect(game, link_name)
    return render_template(
        "games/links/replace_link.html",
        game=game,
        question=question,
        effect=effect,
        right=PERMISSIONS_BY_LINK_NAME.get(link_name, "seat"),
        link_name=link_name,
        back=url_for("links.show", token=token, link=None if link_name == OWNER_LINK else link_name),
    )


@pages.get("/g/<token>/phone")
def ask_whose_phone(token: str) -> str:
    """Ask whose phone this is."""
    game = open_for_scorer(token)
    return render_template("games/links/whose_phone.html", game=game, own_name=player_name_of_phone())


@pages.post("/g/<token>/links")
def replace_or_create(token: str) -> Response:
    """Replace a link, or create the player links. Only with the owner link."""
    game = open_for_owner(token)
    author_link = link_and_device_of_request(game)
    kind, seat = request.form.get("kind"), request.form.get("seat", "")
    shared: Permission | None = next(
        (permission for permission in _SHARED_LINK_PERMISSIONS if permission == kind), None
    )
    if kind == "own":
        return _replace_owner_link(game.game_id, token)
    if shared is not None:
        renew_link(game.game_id, shared)
    elif kind == "seat" and seat in SEAT_BY_LETTER:
        renew_link(game.game_id, "seat", seat, author_link)
    elif kind == "referee" and "referee" in read_tokens_by_permission(db.session(), game.game_id):
        renew_link(game.game_id, "referee", None, author_link)
    elif kind == "seats":
        create_missing_seat_links(game.game_id, author_link)
        return redirect(url_for("links.show_player_links", token=token), 303)
    else:
        raise BadRequest
    flash(_("The link is replaced. The old one no longer works; this is the new one."))
    link_name = next((name for name, permission in PERMISSIONS_BY_LINK_NAME.items() if permission == kind), seat)
    return redirect(url_for("links.show", token=token, link=link_name), 303)


@pages.post("/g/<token>/opened")
def record_opened(token: str) -> Response:
    """Record that a player or the referee has opened their link; from now on it is shown to no one."""
    game = open_for_reader(token)
    holder = game.own_seat or (REFEREE if game.permission == "referee" else None)
    if holder is None:
        raise Forbidden
    enforce_limit("write", token)
    if game.is_unopened_link:
        record_link_opened(game.game_id, holder, link_and_device_of_request(game))
    return redirect(url_for("table.show", token=token), 303)


@pages.post("/g/<token>/forget")
def forget_game(token: str) -> Response:
    """Remove the game from this device's list; nothing else changes."""
    tokens = device_tokens_of_game(load_scope(token).game_id)
    flash(_("This device no longer lists the game."))
    return forget_games(redirect(url_for("games.index"), 303), list(dict.fromkeys([token, *tokens])))


def _links_by_name(game: GameView) -> dict[str, GameLinkView]:
    """The links that the reader may see, by their names in addresses."""
    seats = read_seat_tokens(db.session(), game.game_id) if game.permission == "own" else {}
    links = visible_links(game, read_tokens_by_permission(db.session(), game.game_id), seats)
    return {link.link_name: link for link in links}


def _replace_owner_link(game_id: int, old_token: str) -> Response:
    """Replace the owner link, including the one in this device's list, and lead to the same page with the new one."""
    token = renew_link(game_id, "own")
    flash(_("The owner link is replaced. This device has the new one."))
    return replace_or_add_token(redirect(url_for("links.show", token=token), 303), old_token, token)
