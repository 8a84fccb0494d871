"""Download a club's data as CSV or JSON."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import msgspec
from flask import Blueprint, Response, current_app, redirect, render_template, request, stream_with_context, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from trexscore.commands.clock import today
from trexscore.commands.jobs import Failed, JobContext, JobKind, Limits, start_job, with_progress
from trexscore.db.clubs.clubs import find_club
from trexscore.db.clubs.counted_games import count_game_rows
from trexscore.db.models import db
from trexscore.i18n.language import Digits
from trexscore.rules.refusals import Refusal
from trexscore.web.accounts.session import current_account, no_store
from trexscore.web.clubs.access import ClubContext, PagePart, context_for_member, open_club, require_admin
from trexscore.web.clubs.data.columns import Sheet
from trexscore.web.clubs.data.deals import deals_sheet
from trexscore.web.clubs.data.game_nights import evenings_sheet
from trexscore.web.clubs.data.games import games_sheet
from trexscore.web.clubs.data.head_to_head import (
    head_to_head_sheet,
    pair_head_to_head_sheet,
    point_differences_sheet,
)
from trexscore.web.clubs.data.members import members_sheet
from trexscore.web.clubs.data.ratings import pair_ratings_sheet, rating_history_sheet, ratings_sheet
from trexscore.web.clubs.data.records import records_sheet
from trexscore.web.clubs.data.sheet import SEPARATOR_NAMES, as_csv, as_json, separator_of
from trexscore.web.clubs.data.standings import load_standings, standings_sheet
from trexscore.web.clubs.data.statistics import statistics_sheet
from trexscore.web.clubs.shared import FEW_GAMES
from trexscore.web.clubs.standings.past_day import parse_past_day
from trexscore.web.clubs.statistics.period import Period, period_of, requested_period
from trexscore.web.downloads import attachment, file_name
from trexscore.web.jobs.progress import PageFrame, arguments_of, file_response, require_job
from trexscore.web.language import reader_language, reader_override
from trexscore.web.limits import client_address
from trexscore.web.rendering import translate as _

pages = no_store(Blueprint("club_data", __name__))
_FORM = "<any(csv, json):form>"
_OF_ALL_DAYS: Mapping[str, Callable[[ClubContext], Sheet]] = {
    "games": games_sheet,
    "deals": deals_sheet,
    "ratings": ratings_sheet,
    "pair-ratings": pair_ratings_sheet,
    "rating-history": rating_history_sheet,
    "evenings": evenings_sheet,
}
_CONTENT_TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json"}
_STATISTICS: Mapping[str, Callable[[ClubContext, Period], Sheet]] = {
    "statistics": statistics_sheet,
    "head-to-head": head_to_head_sheet,
    "pair-head-to-head": pair_head_to_head_sheet,
    "point-differences": point_differences_sheet,
    "records": records_sheet,
}
_SHEET = f"<any({', '.join(map(repr, (*_OF_ALL_DAYS, *_STATISTICS)))}):what>"
"""Those that a job makes if the club has many games."""


@pages.get("/c/<uid>/data")
def index(uid: str) -> str:
    """All downloads, and the import of games."""
    club = open_club(uid, "standings")
    chosen = request.args.get("separator")
    parts = separator_of(reader_language(), chosen)
    return render_template(
        "clubs/data/data.html",
        club=club,
        may_bring=club.may("game"),
        separators=[(code, _(name)) for code, name in SEPARATOR_NAMES.items()],
        parts=parts,
        separator=parts if chosen else None,
    )


@pages.get(f"/c/<uid>/data/{_FORM}/{_SHEET}")
def sheet(uid: str, what: str, form: str) -> AnyResponse:
    """A sheet, for readers who see its page; with `season`, statistics of its days."""
    club = open_club(uid, _part(what))
    season = requested_period(club).chosen if what in _STATISTICS else None
    return _sent_or_made(club, what, form, season)


@pages.get(f"/c/<uid>/data/{_FORM}/standings/<int:season>")
def standings(uid: str, season: int, form: str) -> Response:
    """A season's standings. `on`: at the end of that day, as known then or, with `known=now`, as known now."""
    club = open_club(uid, "standings")
    past = parse_past_day(request.args, club.zone)
    table = None if isinstance(past, Refusal) else load_standings(club.club, club.record, season, past)
    if table is None:
        raise NotFound
    return _send(club, "standings", standings_sheet(table), form, season)


@pages.get(f"/c/<uid>/data/{_FORM}/members")
def members(uid: str, form: str) -> Response:
    """The members, for the owner and admins."""
    club = require_admin(uid)
    return _send(club, "members", members_sheet(club), form)


@pages.route(f"/c/<uid>/data/{_FORM}/{_SHEET}/<key>", methods=["GET", "POST"])
def made(uid: str, what: str, form: str, key: str) -> AnyResponse:
    """A file made by a job; until it is ready, its progress."""
    club = open_club(uid, _part(what))
    job = require_job(SHEET_EXPORT.name, _scope(club, what, form), key)
    shown = PageFrame(_("Import & export"), url_for("club_data.index", uid=uid), _("Back"))
    season = arguments_of(job, _SheetArguments).season
    return file_response(job, shown, _name(club, what, form, season), _CONTENT_TYPES[form])


@dataclass(frozen=True, slots=True)
class _SheetArguments:
    """What the job makes, for which member, and how. The names are stored with the job."""

    uid: str
    member: int | None
    what: str
    form: str
    separator: str | None
    language: str
    digits: Digits
    season: int | None = None
    """For statistics: the season whose days count; None for all days."""


def _part(what: str) -> PagePart:
    """The part of a club that readers of a sheet must see. Deals, which are many, only go to those who see all."""
    return "standings" if what == "games" else "all"


def _sent_or_made(club: ClubContext, what: str, form: str, season: int | None = None) -> AnyResponse:
    """Send a sheet while it is made; if the club has many games, start a job instead."""
    if count_game_rows(db.session(), club.club.id) <= FEW_GAMES:
        return _send(club, what, _sheet(club, what, season), form, season)
    language, separator = reader_language(), request.args.get("separator")
    member = None if club.me is None else club.me.number
    arguments = _SheetArguments(club.uid, member, what, form, separator, language.code, language.digits, season)
    account = current_account()
    owner = client_address() if account is None else f"account {account.id}"
    key = start_job(SHEET_EXPORT.name, _scope(club, what, form), owner, arguments)
    return redirect(url_for("club_data.made", uid=club.uid, what=what, form=form, key=key), 303)


def _sheet(club: ClubContext, what: str, season: int | None) -> Sheet:
    if what in _OF_ALL_DAYS:
        return _OF_ALL_DAYS[what](club)
    return _STATISTICS[what](club, period_of(club, season))


def _make(context: JobContext) -> None:
    arguments = msgspec.convert(context.arguments, _SheetArguments)
    stored_club = find_club(arguments.uid)
    if stored_club is None:
        raise Failed("broken")
    with current_app.test_request_context(), reader_override(arguments.language, arguments.digits):
        club = context_for_member(stored_club, arguments.member)
        sheet = _sheet(club, arguments.what, arguments.season)
        sheet = sheet._replace(rows=with_progress(context.progress, "read", sheet.rows))
        context.store_chunks(
            _pieces(club, arguments.what, sheet, arguments.form, arguments.separator, arguments.season)
        )


SHEET_EXPORT = JobKind("sheet", _make, Limits(seconds=900, cpu_seconds=600))


def _scope(club: ClubContext, what: str, form: str) -> str:
    return f"club {club.club.id} {what} {form}"


def _send(club: ClubContext, what: str, sheet: Sheet, form: str, season: int | None = None) -> Response:
    pieces = _pieces(club, what, sheet, form, request.args.get("separator"), season)
    headers = {"Content-Disposition": attachment(_name(club, what, form, season))}
    return Response(stream_with_context(pieces), headers=headers, content_type=_CONTENT_TYPES[form])


def _name(club: ClubContext, what: str, form: str, season: int | None = None) -> str:
    season_name = "" if season is None else club.record.seasons[season].name
    return file_name("trex", what, club.name, season_name, today(club.zone).isoformat(), ending=form)


def _pieces(  # noqa: PLR0913, PLR0917
    club: ClubContext, what: str, sheet: Sheet, form: str, separator: str | None, season: int | None = None
) -> Iterator[bytes]:
    if form == "csv":
        return (piece.encode() for piece in as_csv(sheet, reader_language(), separator))
    season_field = {} if season is None else {"season": season}
    return as_json(sheet, {"format": f"trexscore-club-{what}/1", "club": club.uid, **season_field})
