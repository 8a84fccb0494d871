"""Read-only API for clubs, for example for a club's own web site.

A token is the club's address, which shows the public part, or a view-only link, which shows everything.
"""

import hashlib

import msgspec
from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

from trexscore.commands.clock import current_timestamp
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.clubs import ClubHead, find_club_head, read_club_record, read_link_access
from trexscore.db.clubs.game_searches import GameFilter, list_page_of_games
from trexscore.db.clubs.models import OPEN_END
from trexscore.db.models import TOKEN_PATTERN, db
from trexscore.ledger.uuids import is_canonical_uuid
from trexscore.rules.refusals import Refusal, refuse
from trexscore.web.api.club_json import (
    CLUB_COLUMNS,
    DEFAULT_GAMES_PAGE_SIZE,
    GAMES_PAGE_COLUMNS,
    MAX_GAMES_PAGE_SIZE,
    MEMBERS_RESPONSE_COLUMNS,
    RATING_LISTS_COLUMNS,
    STANDINGS_COLUMNS,
    GamesPage,
    RatingLists,
    VisibleClub,
)
from trexscore.web.api.requests import READ_METHODS, require_method, route_all_methods
from trexscore.web.api.responses import encoded_json_response, etag_headers, refusal_response
from trexscore.web.clubs.access import ClubPart
from trexscore.web.clubs.data.columns import json_object_of
from trexscore.web.clubs.data.games import club_game
from trexscore.web.clubs.season_standings import load_standings, past_day_or_refusal
from trexscore.web.clubs.statistics.ratings import ensure_recalculation_and_read_start, list_ranked_ratings
from trexscore.web.limits import client_address_or_network, enforce_limit
from trexscore.web.number_parsing import parse_ascii_number

club_api = Blueprint("club_api", __name__, url_prefix="/api/clubs")
_encode_json = msgspec.json.Encoder().encode


@club_api.after_request
def allow_any_origin(response: Response) -> Response:
    """Allow reading from any site: the API reads no cookie, so the response is the same for everyone."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] = "ETag, Retry-After"
    return response


@route_all_methods(club_api, "/<token>")
def club(token: str) -> Response:
    """The club and its seasons."""
    readable_club = _require_club(token, "standings")
    return _json_response_with_etag(json_object_of(CLUB_COLUMNS, readable_club))


@route_all_methods(club_api, "/<token>/seasons/<int:number>")
def season_standings(token: str, number: int) -> Response:
    """The standings of a season; with `on` at the end of a day, with `known=now` including later changes."""
    readable_club = _require_club(token, "standings")
    past = past_day_or_refusal(request.args, readable_club.record.settings.zone)
    if isinstance(past, Refusal):
        return refusal_response([past])
    try:
        standings = load_standings(readable_club.club_head, readable_club.record, number, past)
    except KeyError as fault:
        raise NotFound from fault
    return _json_response_with_etag(json_object_of(STANDINGS_COLUMNS, standings))


@route_all_methods(club_api, "/<token>/games")
def games(token: str) -> Response:
    """The club's games, the latest first, in pages. Outsiders only see games that count in standings."""
    readable_club = _require_club(token, "standings")
    limit, before = _parse_limit_parameter(), _parse_before_sort_key(readable_club.club_head)
    if isinstance(limit, Refusal) or isinstance(before, Refusal):
        return refusal_response([fault for fault in (limit, before) if isinstance(fault, Refusal)])
    if readable_club.visible_part == "all":
        rows = game_rows.list_counted_game_rows_before(db.session(), readable_club.club_head.id, before, limit + 1)
    else:
        rows = list_page_of_games(
            db.session(),
            readable_club.club_head.id,
            GameFilter(selection="counting", before_sort_key=before),
            limit + 1,
        )
    page_rows, has_more = rows[:limit], len(rows) > limit
    page = [club_game(readable_club.record, row) for row in page_rows if row.counted_game is not None]
    return _json_response_with_etag(
        json_object_of(GAMES_PAGE_COLUMNS, GamesPage(page, page_rows[-1].uid if has_more else None))
    )


@route_all_methods(club_api, "/<token>/members")
def members(token: str) -> Response:
    """The members, if the token shows everything."""
    readable_club = _require_club(token, "all")
    return _json_response_with_etag(json_object_of(MEMBERS_RESPONSE_COLUMNS, readable_club.record))


@route_all_methods(club_api, "/<token>/ratings")
def ratings(token: str) -> Response:
    """The ratings of players and pairs, if the token shows everything."""
    readable_club = _require_club(token, "all")
    redone, number = ensure_recalculation_and_read_start(readable_club.club_head.id), readable_club.club_head.id
    players, pairs = (
        list_ranked_ratings(number, readable_club.record, redone, of_pairs=of_pairs) for of_pairs in (False, True)
    )
    return _json_response_with_etag(json_object_of(RATING_LISTS_COLUMNS, RatingLists(players, pairs)))


def _require_club(uid_or_token: str, required_part: ClubPart) -> VisibleClub:
    """The club of a token that shows this part. Anything else is 404 and counts as a guess."""
    readable_club = _find_visible_club(uid_or_token)
    if readable_club is None or readable_club.visible_part not in {"all", required_part}:
        enforce_limit("unknown_token", client_address_or_network())
        raise NotFound
    require_method(READ_METHODS)
    return readable_club


def _find_visible_club(uid_or_token: str) -> VisibleClub | None:
    if not TOKEN_PATTERN.fullmatch(uid_or_token):
        return None
    club = find_club_head(uid_or_token)
    if club is not None:
        record = read_club_record(club)
        return VisibleClub(club, record, record.settings.part_visible_to_non_members)
    link = read_link_access(uid_or_token, "read", current_timestamp())
    return None if link is None else VisibleClub(link.club_head, read_club_record(link.club_head), "all")


def _parse_limit_parameter() -> int | Refusal:
    limit_text = request.args.get("limit")
    limit = DEFAULT_GAMES_PAGE_SIZE if limit_text is None else parse_ascii_number(limit_text)
    if limit is None or not 1 <= limit <= MAX_GAMES_PAGE_SIZE:
        return refuse("outside", "limit", least=1, most=MAX_GAMES_PAGE_SIZE)
    return limit


def _parse_before_sort_key(club_head: ClubHead) -> str | Refusal:
    """The sort key of the game in `before`, or of the end of the list."""
    before_text = request.args.get("before")
    if before_text is None:
        return OPEN_END
    row = game_rows.find_game_row(db.session(), club_head.id, before_text) if is_canonical_uuid(before_text) else None
    return refuse("unknown_game", "before") if row is None else row.sort_key


def _json_response_with_etag(value: object) -> Response:
    """A JSON response with the digest of its bytes as tag, so that every change of the content changes it."""
    text = _encode_json(value)
    etag = hashlib.sha256(text).hexdigest()[:32]
    if request.if_none_match.contains_weak(etag):
        return Response(status=304, headers=etag_headers(etag))
    return encoded_json_response(text, headers=etag_headers(etag))
