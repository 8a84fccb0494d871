"""A club's data: what can be taken out of it, and the ways in."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from flask import Blueprint, Response, render_template, request, stream_with_context
from werkzeug.exceptions import NotFound

from trexscore.rules.refusals import Refusal
from trexscore.web.accounts import never_kept
from trexscore.web.club_data.deals import deals_sheet
from trexscore.web.club_data.evenings import evenings_sheet
from trexscore.web.club_data.games import games_sheet
from trexscore.web.club_data.head_to_head import (
    head_to_head_sheet,
    pair_head_to_head_sheet,
    point_differences_sheet,
)
from trexscore.web.club_data.members import members_sheet
from trexscore.web.club_data.ratings import pair_ratings_sheet, rating_history_sheet, ratings_sheet
from trexscore.web.club_data.records import records_sheet
from trexscore.web.club_data.sheet import SEPARATOR_NAMES, Sheet, as_csv, as_json, separator_of
from trexscore.web.club_data.standings import standings_sheet, table_on
from trexscore.web.club_data.statistics import statistics_sheet
from trexscore.web.club_scope import ClubScope, open_club, open_to_lead
from trexscore.web.language import reader_language
from trexscore.web.past_day import day_in
from trexscore.web.rendering import translate as _
from trexscore.web.views.clubs.statistics.stretch import Stretch, asked_stretch

pages = never_kept(Blueprint("club_data", __name__))
_FORM = "<any(csv, json):form>"
_GAMES: Mapping[str, Callable[[ClubScope], Sheet]] = {"games": games_sheet, "deals": deals_sheet}
_RATINGS: Mapping[str, Callable[[ClubScope], Sheet]] = {
    "ratings": ratings_sheet,
    "pair-ratings": pair_ratings_sheet,
    "rating-history": rating_history_sheet,
}
_STATISTICS: Mapping[str, Callable[[ClubScope, Stretch], Sheet]] = {
    "statistics": statistics_sheet,
    "head-to-head": head_to_head_sheet,
    "pair-head-to-head": pair_head_to_head_sheet,
    "point-differences": point_differences_sheet,
    "records": records_sheet,
}


def _any(sheets: Iterable[str]) -> str:
    """As a part of an address: one of these."""
    return f"<any({', '.join(map(repr, sheets))}):what>"


@pages.get("/c/<uid>/data")
def index(uid: str) -> str:
    """What there is to take along."""
    club = open_club(uid, "standings")
    chosen = request.args.get("separator")
    parts = separator_of(reader_language(), chosen)
    return render_template(
        "clubs/data.html",
        club=club,
        may_bring=club.may("game"),
        separators=[(one, _(word)) for one, word in SEPARATOR_NAMES.items()],
        parts=parts,
        separator=parts if chosen else None,
    )


@pages.get(f"/c/<uid>/data/{_FORM}/{_any(_GAMES)}")
def games(uid: str, what: str, form: str) -> Response:
    """The games behind the standings, or their deals."""
    club = open_club(uid, "standings")
    return sent(club, what, _GAMES[what](club), form)


@pages.get(f"/c/<uid>/data/{_FORM}/standings/<int:season>")
def standings(uid: str, season: int, form: str) -> Response:
    """A season's table; with `on`, as it stood at the end of that day, or with `known=now` by what is known now."""
    club = open_club(uid, "standings")
    past = day_in(request.args)
    table = None if isinstance(past, Refusal) else table_on(club.club, club.record, season, past)
    if table is None:
        raise NotFound
    return sent(club, "standings", standings_sheet(club, table), form, season)


@pages.get(f"/c/<uid>/data/{_FORM}/members")
def members(uid: str, form: str) -> Response:
    """The members, for those who lead the club."""
    club = open_to_lead(uid)
    return sent(club, "members", members_sheet(club), form)


@pages.get(f"/c/<uid>/data/{_FORM}/evenings")
def evenings(uid: str, form: str) -> Response:
    """The evenings and who was there, for whoever sees their page."""
    club = open_club(uid)
    return sent(club, "evenings", evenings_sheet(club), form)


@pages.get(f"/c/<uid>/data/{_FORM}/{_any(_RATINGS)}")
def ratings(uid: str, what: str, form: str) -> Response:
    """Ratings, for whoever sees their page."""
    club = open_club(uid)
    return sent(club, what, _RATINGS[what](club), form)


@pages.get(f"/c/<uid>/data/{_FORM}/{_any(_STATISTICS)}")
def statistics(uid: str, what: str, form: str) -> Response:
    """Statistics, for whoever sees their page; with `season`, those of its days."""
    club = open_club(uid)
    stretch = asked_stretch(club)
    return sent(club, what, _STATISTICS[what](club, stretch), form, stretch.chosen)


def sent(club: ClubScope, what: str, sheet: Sheet, form: str, season: int | None = None) -> Response:
    """A sheet as a file, sent while it is made."""
    name = what if season is None else f"{what}-{season}"
    pieces: Iterator[bytes]
    if form == "csv":
        text = as_csv(sheet, reader_language(), request.args.get("separator"))
        pieces, kind = (piece.encode() for piece in text), "text/csv; charset=utf-8"
    else:
        of = {} if season is None else {"season": season}
        head = {"format": f"trexscore-club-{what}/1", "club": club.uid, **of}
        pieces, kind = as_json(sheet, head), "application/json"
    headers = {"Content-Disposition": f'attachment; filename="trex-{name}.{form}"'}
    return Response(stream_with_context(pieces), headers=headers, content_type=kind)
