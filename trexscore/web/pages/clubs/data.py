"""A club's data: what can be taken out of it, and the ways in."""

from collections.abc import Callable, Iterator, Mapping

from flask import Blueprint, Response, render_template, request, stream_with_context
from werkzeug.exceptions import NotFound

from trexscore.club.shape import read_day
from trexscore.web.accounts import never_kept
from trexscore.web.club_data.deals import deals_sheet
from trexscore.web.club_data.games import games_sheet
from trexscore.web.club_data.members import members_sheet
from trexscore.web.club_data.sheet import Sheet, as_csv, as_json
from trexscore.web.club_data.standings import standings_sheet, table_on
from trexscore.web.club_scope import ClubScope, open_club, open_to_lead
from trexscore.web.language import reader_language

pages = never_kept(Blueprint("club_data", __name__))
_SHEETS: Mapping[str, Callable[[ClubScope], Sheet]] = {"games": games_sheet, "deals": deals_sheet}


@pages.get("/c/<uid>/data")
def index(uid: str) -> str:
    """What there is to take along."""
    club = open_club(uid, "standings")
    return render_template("clubs/data.html", club=club, may_bring=club.may("game"))


@pages.get("/c/<uid>/data/<any(csv, json):form>/<any(games, deals):what>")
def games(uid: str, what: str, form: str) -> Response:
    """The games behind the standings, or their deals."""
    club = open_club(uid, "standings")
    return sent(club, what, _SHEETS[what](club), form)


@pages.get("/c/<uid>/data/<any(csv, json):form>/standings/<int:season>")
def standings(uid: str, season: int, form: str) -> Response:
    """A season's table; with `on`, as it stood at the end of that day."""
    club = open_club(uid, "standings")
    asked = request.args.get("on")
    day = None if asked is None else read_day(asked)
    table = None if asked is not None and day is None else table_on(club.club, club.record, season, day)
    if table is None:
        raise NotFound
    return sent(club, f"standings-{season}", standings_sheet(club, table), form)


@pages.get("/c/<uid>/data/<any(csv, json):form>/members")
def members(uid: str, form: str) -> Response:
    """The members, for those who lead the club."""
    club = open_to_lead(uid)
    return sent(club, "members", members_sheet(club), form)


def sent(club: ClubScope, name: str, sheet: Sheet, form: str) -> Response:
    """A sheet as a file, sent while it is made."""
    pieces: Iterator[bytes]
    if form == "csv":
        text = as_csv(sheet, reader_language(), request.args.get("separator"))
        pieces, kind = (piece.encode() for piece in text), "text/csv; charset=utf-8"
    else:
        head = {"format": f"trexscore-club-{name.partition('-')[0]}/1", "club": club.uid}
        pieces, kind = as_json(sheet, head), "application/json"
    headers = {"Content-Disposition": f'attachment; filename="trex-{name}.{form}"'}
    return Response(stream_with_context(pieces), headers=headers, content_type=kind)
