"""A club for programs, such as its own web page: read, and nothing else.

A token is the club's address, which shows what outsiders see, or a reading link, which shows all.
"""

import hashlib
import re
from collections.abc import Callable
from typing import NamedTuple, TypeVar

import msgspec
from flask import Blueprint, Response, request
from werkzeug.exceptions import MethodNotAllowed, NotFound
from werkzeug.http import parse_etags

from trexscore.club.fields import is_uuid
from trexscore.club.record import ClubRecord
from trexscore.commands.clock import now
from trexscore.db.clubs import counted_games as game_rows
from trexscore.db.clubs.clubs import ClubAt, club_at, record_of, right_of
from trexscore.db.clubs.listed_games import Wanted, listed_games
from trexscore.db.clubs.models import OPEN_END
from trexscore.db.models import db
from trexscore.rules.refusals import Refusal, refuse
from trexscore.web.api.answers import json_text, refused
from trexscore.web.api.club_values import club_value, game_values, member_values, rating_values, table_value
from trexscore.web.api.paging import GAMES, MOST_GAMES
from trexscore.web.clubs.access import Part
from trexscore.web.clubs.data.standings import table_on
from trexscore.web.clubs.standings.past_day import day_in
from trexscore.web.clubs.statistics.ratings import ranked_in, recalculated_from
from trexscore.web.limits import client_address, count
from trexscore.web.numbers import whole

View = TypeVar("View", bound=Callable[..., Response])
club_api = Blueprint("club_api", __name__, url_prefix="/api/clubs")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,43}")
_encode = msgspec.json.Encoder().encode


class Readable(NamedTuple):
    """A club as a token shows it."""

    club: ClubAt
    record: ClubRecord
    sees: str


def of_a_club(path: str) -> Callable[[View], View]:
    """A view of a club's address, asked whatever the method: an unknown token is not found by any of them."""
    every = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "QUERY"]
    return club_api.route(f"/<token>{path}", methods=every, provide_automatic_options=False)


@club_api.after_request
def for_every_page(response: Response) -> Response:
    """Any page may read it: nothing hangs on who asks, and no cookie is looked at."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] = "ETag, Retry-After"
    return response


@of_a_club("")
def club(token: str) -> Response:
    """What the club is called, and its seasons."""
    found = _open(token, "standings")
    return _tagged(club_value(found.record, found.sees))


@of_a_club("/seasons/<int:number>")
def season(token: str, number: int) -> Response:
    """A season's table; with `on`, as it stood at the end of that day, or with `known=now` by what is known now."""
    found = _open(token, "standings")
    past = day_in(request.args, found.record.settings.zone)
    if isinstance(past, Refusal):
        return refused([past])
    table = table_on(found.club, found.record, number, past)
    if table is None:
        raise NotFound
    return _tagged(table_value(found.record, table))


@of_a_club("/games")
def games(token: str) -> Response:
    """The games that the club counts, the latest first, some at a time; to outsiders those behind the standings."""
    found = _open(token, "standings")
    most, place = _limit(), _place(found.club)
    if isinstance(most, Refusal) or isinstance(place, Refusal):
        return refused([one for one in (most, place) if isinstance(one, Refusal)])
    if found.sees == "all":
        rows = game_rows.games_before(db.session(), found.club.id, place, most + 1)
    else:
        rows = listed_games(db.session(), found.club.id, Wanted(only="counting", before=place), most + 1)
    shown, more = rows[:most], len(rows) > most
    return _tagged({"games": game_values(found.record, shown), "next": shown[-1].uid if more else None})


@of_a_club("/members")
def members(token: str) -> Response:
    """Who belongs to the club, where all of it is shown."""
    found = _open(token, "all")
    return _tagged({"members": member_values(found.record)})


@of_a_club("/ratings")
def ratings(token: str) -> Response:
    """Who is how strong, as far as anybody can tell, where all of the club is shown."""
    found = _open(token, "all")
    redone, number = recalculated_from(found.club.id), found.club.id
    players, pairs = (ranked_in(number, found.record, redone, pairs=pairs) for pairs in (False, True))
    return _tagged({"players": rating_values(found.record, players), "pairs": rating_values(found.record, pairs)})


def _open(token: str, part: Part) -> Readable:
    """The club behind a token, if that shows this part of it. Guesses are counted, and what is not shown as one."""
    found = _behind(token)
    if found is None or found.sees not in {"all", part}:
        count("unknown_token", client_address())
        raise NotFound
    if request.method not in ("GET", "HEAD"):
        raise MethodNotAllowed(("GET", "HEAD"))
    return found


def _behind(token: str) -> Readable | None:
    if not _TOKEN.fullmatch(token):
        return None
    club = club_at(token)
    if club is not None:
        record = record_of(club)
        return Readable(club, record, record.settings.shows)
    right = right_of(token, now())
    return Readable(right.club, record_of(right.club), "all") if right is not None and right.may == "read" else None


def _limit() -> int | Refusal:
    asked = request.args.get("limit")
    found = GAMES if asked is None else whole(asked)
    if found is None or not 1 <= found <= MOST_GAMES:
        return refuse("outside", "limit", least=1, most=MOST_GAMES)
    return found


def _place(club: ClubAt) -> str | Refusal:
    """Before which game the answer begins."""
    before = request.args.get("before")
    if before is None:
        return OPEN_END
    row = game_rows.game_row(db.session(), club.id, before) if is_uuid(before) else None
    return refuse("unknown_game", "before") if row is None else row.sort


def _tagged(value: object) -> Response:
    """An answer with its tag, which is that of its bytes: a correction changes it, and so does a name."""
    text = _encode(value)
    etag = hashlib.sha256(text).hexdigest()[:32]
    headers = {"ETag": f'"{etag}"', "Cache-Control": "private, no-cache"}
    asked = request.headers.get("If-None-Match")
    if asked is not None and parse_etags(asked).contains_weak(etag):
        return Response(status=304, headers=headers)
    return json_text(text, headers=headers)
