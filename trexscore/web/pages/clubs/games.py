"""A club's games: opened by those who play or score them."""

from flask import Blueprint, redirect, url_for
from werkzeug.exceptions import Forbidden, NotFound
from werkzeug.wrappers import Response

from trexscore.storage import league_rows
from trexscore.storage.kept_games import kept_of
from trexscore.storage.league_rows import GameRow
from trexscore.storage.links import links_of
from trexscore.storage.models import db
from trexscore.web.accounts import never_kept
from trexscore.web.club_scope import ClubScope, open_club
from trexscore.web.games_here import remember
from trexscore.web.views.clubs.tables import game_url, may_open

pages = never_kept(Blueprint("club_games", __name__))


@pages.get("/c/<uid>/games/<game>/open")
def open(uid: str, game: str) -> Response:  # noqa: A001 - the page is called so
    """To the game itself: to write for those who sit there, with all its rights for who runs evenings."""
    club = open_club(uid)
    row = game_of(club, game)
    if row.counted is None or not may_open(club, row.counted):
        return redirect(game_url(club, game), 303)
    kept = kept_of(db.session(), club.club.id, game)
    if kept is None:
        return redirect(game_url(club, game), 303)
    token, scope = kept
    if not club.may("game"):
        token = links_of(db.session(), scope.game_id).get("write", token)
    return remember(redirect(url_for("table.show", token=token), 303), token)


@pages.get("/c/<uid>/games/<game>/referee")
def rule(uid: str, game: str) -> Response:
    """To the game as its referee, where it has one."""
    club = open_club(uid)
    if club.me is None:
        raise NotFound
    if not club.may("withdrawn"):
        raise Forbidden
    game_of(club, game)
    kept = kept_of(db.session(), club.club.id, game)
    token = None
    if kept is not None and kept[1].may == "own":
        token = links_of(db.session(), kept[1].game_id).get("referee")
    if token is None:
        raise NotFound
    return remember(redirect(url_for("table.show", token=token), 303), token)


def game_of(club: ClubScope, uid: str) -> GameRow:
    """A game that the club has ever counted. Raises `NotFound`."""
    row = league_rows.game_row(db.session(), club.club.id, uid)
    if row is None:
        raise NotFound
    return row
