"""All tables of a game night for a projector. The page polls for changes every few seconds."""

import hashlib
from collections.abc import Mapping

from flask import Blueprint, Response, make_response, render_template, request, url_for

from trexscore import __version__
from trexscore.club.game_night import GameNight
from trexscore.club.record import ClubRecord
from trexscore.commands.clock import current_timestamp
from trexscore.db.clubs.clubs import ClubHead, read_club_record
from trexscore.db.clubs.game_searches import list_game_ids_and_last_seqs
from trexscore.db.clubs.table_codes import read_unopened_codes_by_game_uid
from trexscore.web.clubs.access import open_club, require_club_link, require_game_night
from trexscore.web.clubs.game_nights.presenter import latest_or_first_night, weekday_and_date
from trexscore.web.clubs.live_board.presenter import build_live_board
from trexscore.web.language import reader_language
from trexscore.web.rendering import reader_theme

pages = Blueprint("live_board", __name__)


@pages.get("/c/<club_uid>/game-nights/<int:night_number>/live-board")
def show(club_uid: str, night_number: int) -> Response:
    """The tables of this game night."""
    club = open_club(club_uid)
    game_night = require_game_night(club, night_number)
    back_url = url_for("game_nights.show", club_uid=club_uid, night_number=night_number)
    return _board_response(club.club_head, club.record, game_night, back_url, shows_codes=club.may_count_games)


@pages.get("/live-board/<token>")
def show_by_link(token: str) -> Response:
    """The tables of the current game night, by the club's live board link."""
    link = require_club_link(token, "screen")
    record = read_club_record(link.club_head)
    game_night = latest_or_first_night(record)
    return _board_response(link.club_head, record, game_night, shows_codes=True)


def _board_response(
    club_head: ClubHead,
    record: ClubRecord,
    game_night: GameNight | None,
    back_url: str = "",
    *,
    shows_codes: bool,
) -> Response:
    """The page, or 304. `shows_codes`: with the codes of tables without a phone."""
    codes_by_game_uid: Mapping[str, str] = {}
    if game_night is not None and shows_codes:
        codes_by_game_uid = read_unopened_codes_by_game_uid(club_head.id, game_night.number, current_timestamp())
    etag = _etag(club_head, game_night, codes_by_game_uid)
    if etag in request.if_none_match:
        response = Response(status=304)
    else:
        response = make_response(
            render_template(
                "clubs/live_board/live_board.html",
                name=record.settings.name,
                title=weekday_and_date(game_night.day) if game_night else "",
                screen=build_live_board(club_head, record, game_night, codes_by_game_uid) if game_night else None,
                back_url=back_url,
            )
        )
    response.set_etag(etag)
    return response


def _etag(club_head: ClubHead, game_night: GameNight | None, codes_by_game_uid: Mapping[str, str]) -> str:
    """Changes with the club's journal, the games of the night, the codes, and the reader's settings."""
    language = reader_language()
    games = list_game_ids_and_last_seqs(club_head.id, game_night.number) if game_night else []
    reader_settings = __version__, language.code, language.digits, reader_theme(), game_night and game_night.number
    return hashlib.sha256(
        repr((club_head.digest, games, [*codes_by_game_uid.values()], reader_settings)).encode()
    ).hexdigest()[:32]
