"""Download a club's data as CSV or JSON."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

import msgspec
from flask import Blueprint, Response, current_app, redirect, render_template, request, stream_with_context, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from trexscore.commands.clock import today
from trexscore.commands.jobs import JobContext, JobFailed, JobKind, JobResourceLimits, start_or_reuse_job, with_progress
from trexscore.db.clubs.clubs import find_club_head
from trexscore.db.clubs.counted_games import count_game_rows
from trexscore.db.models import db
from trexscore.i18n.language import Digits
from trexscore.rules.refusals import Refusal
from trexscore.web.accounts.session import current_account
from trexscore.web.clubs.access import (
    ClubContext,
    ClubPart,
    context_as_seen_by,
    open_club,
    require_owner_or_admin,
    require_season,
)
from trexscore.web.clubs.data.columns import Dataset
from trexscore.web.clubs.data.deals_and_adjustments import deals_and_adjustments_dataset
from trexscore.web.clubs.data.game_nights import game_night_attendance_dataset
from trexscore.web.clubs.data.games import games_dataset
from trexscore.web.clubs.data.head_to_head import (
    head_to_head_dataset,
    head_to_head_of_pairs_dataset,
    point_differences_dataset,
)
from trexscore.web.clubs.data.members import members_dataset
from trexscore.web.clubs.data.ratings import rating_history_dataset, ratings_dataset
from trexscore.web.clubs.data.records import records_dataset
from trexscore.web.clubs.data.serialize_dataset import SEPARATOR_TEXTS, csv_chunks, json_chunks, separator_name_of
from trexscore.web.clubs.data.standings import standings_dataset
from trexscore.web.clubs.data.statistics import statistics_dataset
from trexscore.web.clubs.season_standings import load_standings, past_day_or_refusal
from trexscore.web.clubs.shared import MAX_GAMES_EXPORTED_WITHOUT_JOB
from trexscore.web.clubs.statistics.period import Period, period_of, requested_period
from trexscore.web.downloads import content_disposition, download_file_name
from trexscore.web.jobs.progress import PageHeader, decode_arguments, progress_or_file_response, require_job
from trexscore.web.language import override_reader_language, reader_language
from trexscore.web.limits import client_address_or_network
from trexscore.web.rendering import translate as _

pages = Blueprint("club_data", __name__)
_FORMAT_URL_VARIABLE = "<any(csv, json):file_format>"
ALL_DAYS_DATASET_BUILDERS: Mapping[str, Callable[[ClubContext], Dataset]] = {
    "games": games_dataset,
    "deals": deals_and_adjustments_dataset,
    "ratings": partial(ratings_dataset, of_pairs=False),
    "pair-ratings": partial(ratings_dataset, of_pairs=True),
    "rating-history": rating_history_dataset,
    "evenings": game_night_attendance_dataset,
}
_CONTENT_TYPE_BY_FORMAT = {"csv": "text/csv; charset=utf-8", "json": "application/json"}
PERIOD_DATASET_BUILDERS: Mapping[str, Callable[[ClubContext, Period], Dataset]] = {
    "statistics": statistics_dataset,
    "head-to-head": head_to_head_dataset,
    "pair-head-to-head": head_to_head_of_pairs_dataset,
    "point-differences": point_differences_dataset,
    "records": records_dataset,
}
_DATASET_NAMES = (*ALL_DAYS_DATASET_BUILDERS, *PERIOD_DATASET_BUILDERS)
_DATASET_URL_VARIABLE = f"<any({', '.join(map(repr, _DATASET_NAMES))}):dataset_name>"


@pages.get("/c/<club_uid>/data")
def index(club_uid: str) -> str:
    """All downloads, and the import of games."""
    club = open_club(club_uid, "standings")
    chosen_separator = request.args.get("separator")
    separator_name = separator_name_of(reader_language(), chosen_separator)
    return render_template(
        "clubs/data/data.html",
        club=club,
        separators=[(code, _(name)) for code, name in SEPARATOR_TEXTS.items()],
        parts=separator_name,
        separator=separator_name if chosen_separator else None,
    )


@pages.get(f"/c/<club_uid>/data/{_FORMAT_URL_VARIABLE}/{_DATASET_URL_VARIABLE}")
def download_dataset(club_uid: str, dataset_name: str, file_format: str) -> AnyResponse:
    """A dataset, for readers who see its page; with `season`, statistics of its days. Made by a job for many games."""
    club = open_club(club_uid, _required_club_part(dataset_name))
    season = requested_period(club).season_number if dataset_name in PERIOD_DATASET_BUILDERS else None
    download = _DatasetDownload(club, dataset_name, file_format, request.args.get("separator"), season)
    if count_game_rows(db.session(), club.id) <= MAX_GAMES_EXPORTED_WITHOUT_JOB:
        return download.streaming_response(_build_dataset(club, dataset_name, season))
    language, account = reader_language(), current_account()
    member = None if club.me is None else club.me.number
    arguments = _DatasetJobArguments(
        club_uid, member, dataset_name, file_format, download.separator_name, language.code, language.digits, season
    )
    owner = client_address_or_network() if account is None else f"account {account.id}"
    key = start_or_reuse_job(DATASET_EXPORT_JOB_KIND.name, download.job_scope, owner, arguments)
    return redirect(
        url_for(
            "club_data.dataset_or_progress",
            club_uid=club_uid,
            dataset_name=dataset_name,
            file_format=file_format,
            key=key,
        ),
        303,
    )


@pages.get(f"/c/<club_uid>/data/{_FORMAT_URL_VARIABLE}/standings/<int:season_number>")
def download_standings(club_uid: str, season_number: int, file_format: str) -> Response:
    """A season's standings. `on`: at the end of that day, as known then or, with `known=now`, as known now."""
    club = open_club(club_uid, "standings")
    past = past_day_or_refusal(request.args, club.zone)
    if isinstance(past, Refusal):
        raise NotFound
    standings = load_standings(club.club_head, club.record, require_season(club, season_number).number, past)
    return _DatasetDownload(
        club, "standings", file_format, request.args.get("separator"), season_number
    ).streaming_response(standings_dataset(standings))


@pages.get(f"/c/<club_uid>/data/{_FORMAT_URL_VARIABLE}/members")
def download_members(club_uid: str, file_format: str) -> Response:
    """The members, for the owner and admins."""
    club = require_owner_or_admin(club_uid)
    return _DatasetDownload(club, "members", file_format, request.args.get("separator")).streaming_response(
        members_dataset(club)
    )


@pages.route(f"/c/<club_uid>/data/{_FORMAT_URL_VARIABLE}/{_DATASET_URL_VARIABLE}/<key>", methods=["GET", "POST"])
def dataset_or_progress(club_uid: str, dataset_name: str, file_format: str, key: str) -> AnyResponse:
    """A file made by a job; until it is ready, its progress."""
    download = _DatasetDownload(open_club(club_uid, _required_club_part(dataset_name)), dataset_name, file_format)
    job = require_job(DATASET_EXPORT_JOB_KIND.name, download.job_scope, key)
    header = PageHeader(_("Import & export"), url_for("club_data.index", club_uid=club_uid), _("Back"))
    download = download._replace(season_number=decode_arguments(job, _DatasetJobArguments).season_number)
    return progress_or_file_response(job, header, download.download_name, _CONTENT_TYPE_BY_FORMAT[file_format])


class _DatasetDownload(NamedTuple):
    """A dataset of a club as a file. `season_number`: for standings, and for statistics of its days."""

    club: ClubContext
    dataset_name: str
    file_format: str
    separator_name: str | None = None
    season_number: int | None = None

    @property
    def job_scope(self) -> str:
        """What a job is about that makes it."""
        return f"club {self.club.id} {self.dataset_name} {self.file_format}"

    @property
    def download_name(self) -> str:
        """The name of the file."""
        season = "" if self.season_number is None else self.club.record.seasons[self.season_number].name
        return download_file_name(
            "trex",
            self.dataset_name,
            self.club.name,
            season,
            today(self.club.zone).isoformat(),
            ending=self.file_format,
        )

    def content_chunks(self, dataset: Dataset) -> Iterator[bytes]:
        """The content of the file."""
        if self.file_format == "csv":
            return (piece.encode() for piece in csv_chunks(dataset, reader_language(), self.separator_name))
        season = {} if self.season_number is None else {"season": self.season_number}
        return json_chunks(
            dataset, {"format": f"trexscore-club-{self.dataset_name}/1", "club": self.club.uid, **season}
        )

    def streaming_response(self, dataset: Dataset) -> Response:
        """Send the dataset while it is made."""
        headers = {"Content-Disposition": content_disposition(self.download_name)}
        content_chunks = stream_with_context(self.content_chunks(dataset))
        return Response(content_chunks, headers=headers, content_type=_CONTENT_TYPE_BY_FORMAT[self.file_format])


_STORED_FIELD_NAMES = {
    "club_uid": "uid",
    "member_number": "member",
    "dataset_name": "what",
    "file_format": "form",
    "separator_name": "separator",
    "language_code": "language",
    "season_number": "season",
}


class _DatasetJobArguments(msgspec.Struct, frozen=True, rename=_STORED_FIELD_NAMES):
    """What the job makes, for which member, and how. Stored with the job, partly under other names."""

    club_uid: str
    member_number: int | None
    dataset_name: str
    file_format: str
    separator_name: str | None
    language_code: str
    digits: Digits
    season_number: int | None = None
    """For statistics: the season whose days count; None for all days."""


def _required_club_part(dataset_name: str) -> ClubPart:
    """The part of a club that readers of a dataset must see. Deals, which are many, only go to those who see all."""
    return "standings" if dataset_name == "games" else "all"


def _build_dataset(club: ClubContext, dataset_name: str, season_number: int | None) -> Dataset:
    if dataset_name in ALL_DAYS_DATASET_BUILDERS:
        return ALL_DAYS_DATASET_BUILDERS[dataset_name](club)
    return PERIOD_DATASET_BUILDERS[dataset_name](club, period_of(club, season_number))


def _run_dataset_export(job_context: JobContext) -> None:
    arguments = msgspec.convert(job_context.arguments, _DatasetJobArguments)
    stored_club = find_club_head(arguments.club_uid)
    if stored_club is None:
        raise JobFailed("broken")
    with current_app.test_request_context(), override_reader_language(arguments.language_code, arguments.digits):
        club = context_as_seen_by(stored_club, arguments.member_number)
        dataset = _build_dataset(club, arguments.dataset_name, arguments.season_number)
        dataset = dataset._replace(rows=with_progress(job_context.report_progress, "read", dataset.rows))
        download = _DatasetDownload(
            club, arguments.dataset_name, arguments.file_format, arguments.separator_name, arguments.season_number
        )
        job_context.store_result_chunks(download.content_chunks(dataset))


DATASET_EXPORT_JOB_KIND = JobKind(
    "sheet", _run_dataset_export, JobResourceLimits(wall_clock_seconds=900, cpu_seconds=600)
)
