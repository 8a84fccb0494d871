"""Hand out the tables: each with its four names and a code that makes a phone its scorer."""

from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from trexscore.club.events.counted_game import GameCounted
from trexscore.club.game_night import GameNight
from trexscore.commands.clock import current_timestamp
from trexscore.commands.game_nights.table_codes import (
    redeem_code_for_scorer_token,
    show_table_codes,
)
from trexscore.commands.game_nights.tables import current_tables
from trexscore.db.clubs.game_tokens import read_link_tokens_by_game_id
from trexscore.db.clubs.table_codes import read_codes_expiry
from trexscore.db.models import db
from trexscore.web.clubs.access import ClubContext, require_game_night, require_permission
from trexscore.web.clubs.game_nights.presenter import time_of_day_text, weekday_and_date, when_and_where
from trexscore.web.clubs.members.presenter import member_names
from trexscore.web.games.device_games import remember_game
from trexscore.web.limits import client_address_or_network, enforce_limit
from trexscore.web.urls import absolute_url, qr_code_svg

pages = Blueprint("table_codes", __name__)


class TableScorerLink(NamedTuple):
    """A table whose game goes on, and its scorer link."""

    table_number: int
    game_uid: str
    player_names: list[str]
    url: str
    qr_code: Markup


@pages.get("/c/<club_uid>/game-nights/<int:night_number>/hand-out")
def show(club_uid: str, night_number: int) -> str:
    """The codes, to scan or to print."""
    club = require_permission(club_uid, GameCounted)
    game_night = require_game_night(club, night_number)
    codes_expire_at = read_codes_expiry(club.id, night_number, current_timestamp())
    return render_template(
        "clubs/game_nights/table_codes.html",
        club=club,
        game_night=game_night,
        day=weekday_and_date(game_night.day),
        when=when_and_where(game_night),
        tables=_scorer_links_of_playing_tables(club, game_night),
        until="" if codes_expire_at is None else time_of_day_text(codes_expire_at, club.zone),
    )


@pages.post("/c/<club_uid>/game-nights/<int:night_number>/hand-out")
def show_or_hide_on_board(club_uid: str, night_number: int) -> Response:
    """Show the codes on the live board, or hide them."""
    club = require_permission(club_uid, GameCounted)
    game_night = require_game_night(club, night_number)
    enforce_limit("write", f"{club_uid} codes")
    hides = request.form.get("board") == "hide"
    tables = () if hides else _scorer_links_of_playing_tables(club, game_night)
    show_table_codes(club.club_head, night_number, [table.game_uid for table in tables])
    return redirect(url_for("table_codes.show", club_uid=club_uid, night_number=night_number), 303)


@pages.get("/table/<token>")
def open_table_by_code(token: str) -> Response:
    """Redirect from the live board's code to its table."""
    link = redeem_code_for_scorer_token(token)
    if link is None:
        enforce_limit("unknown_token", client_address_or_network())
        raise NotFound
    return remember_game(redirect(url_for("table.show", token=link), 303), link)


def _scorer_links_of_playing_tables(club: ClubContext, game_night: GameNight) -> list[TableScorerLink]:
    """The tables that play and whose scorer link the club can give to another phone."""
    session = db.session()
    table_by_game_id = {
        table.game_row.game_id: (table, table.game_row.uid)
        for table in current_tables(session, club.club_head, club.record, game_night)
        if table.game_row is not None and table.is_playing
    }
    links = read_link_tokens_by_game_id(session, club.id, table_by_game_id.keys(), "write")
    tables = []
    for game_id, (table, uid) in sorted(table_by_game_id.items(), key=lambda item: item[1][0].number):
        if game_id in links:
            url = absolute_url(url_for("table.show", token=links[game_id]))
            names = member_names(club.record, table.member_number_by_seat)
            tables.append(TableScorerLink(table.number, uid, names, url, qr_code_svg(url)))
    return tables
