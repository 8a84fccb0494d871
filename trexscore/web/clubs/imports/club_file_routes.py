"""Export a whole club as a file, and import one."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import BinaryIO, cast

import msgspec
from flask import Blueprint, Response, flash, redirect, render_template, request, stream_with_context, url_for
from werkzeug.wrappers import Response as AnyResponse

from trexscore.club.file.packing import pack_lines
from trexscore.commands.clock import today
from trexscore.commands.club_files.import_club import ImportedClub, import_club
from trexscore.commands.club_files.validate_club_file import ClubFileSource, InvalidClubFile
from trexscore.commands.jobs import JobContext, JobFailed, JobKind, JobResourceLimits, start_or_reuse_job, with_progress
from trexscore.db.clubs.club_files import club_file_lines, count_club_file_lines
from trexscore.db.clubs.clubs import ClubHead, find_club_head, find_member_number
from trexscore.db.clubs.counted_games import count_game_rows
from trexscore.db.models import db
from trexscore.i18n.texts.refusals import refusal_text
from trexscore.rules.refusals import Refusal
from trexscore.web.accounts.session import require_signed_in_account
from trexscore.web.clubs.access import ClubContext, require_owner_or_admin
from trexscore.web.clubs.shared import MAX_GAMES_EXPORTED_WITHOUT_JOB
from trexscore.web.disk_space import enforce_new_game_limits
from trexscore.web.downloads import content_disposition, download_file_name
from trexscore.web.jobs.progress import (
    PageHeader,
    decode_result,
    progress_or_file_response,
    progress_response_unless_done,
    require_job,
)
from trexscore.web.language import reader_language
from trexscore.web.large_uploads import MAX_CLUB_FILE_EXPANSION_FACTOR, allow_large_uploads, max_import_bytes
from trexscore.web.rendering import translate as _
from trexscore.web.rendering import translate_plural as ngettext

pages = Blueprint("club_file", __name__)
allow_large_uploads(pages, "start_import")
_GZIP_CONTENT_TYPE = "application/gzip"


@pages.get("/c/<club_uid>/export")
def download(club_uid: str) -> AnyResponse:
    """The journals of the club and of its games. For a large club, a job makes the file."""
    club = require_owner_or_admin(club_uid)
    if count_game_rows(db.session(), club.id) > MAX_GAMES_EXPORTED_WITHOUT_JOB:
        key = start_or_reuse_job(
            CLUB_EXPORT_JOB_KIND.name,
            _club_job_scope(club.club_head),
            _account_job_scope(require_signed_in_account().id),
            {"uid": club_uid},
        )
        return redirect(url_for("club_file.export_or_progress", club_uid=club_uid, key=key), 303)
    headers = {"Content-Disposition": content_disposition(_export_file_name(club))}
    return Response(
        stream_with_context(_club_file_chunks(club.club_head)), headers=headers, content_type=_GZIP_CONTENT_TYPE
    )


@pages.route("/c/<club_uid>/export/<key>", methods=["GET", "POST"])
def export_or_progress(club_uid: str, key: str) -> AnyResponse:
    """A file made by a job; until it is ready, its progress."""
    club = require_owner_or_admin(club_uid)
    job = require_job(CLUB_EXPORT_JOB_KIND.name, _club_job_scope(club.club_head), key)
    header = PageHeader(_("Export club"), url_for("club_data.index", club_uid=club_uid), _("Back"))
    return progress_or_file_response(job, header, _export_file_name(club), _GZIP_CONTENT_TYPE)


def _run_club_export(job_context: JobContext) -> None:
    club = find_club_head(job_context.arguments["uid"])
    if club is None:
        raise JobFailed("broken")
    session = db.session()
    lines = with_progress(
        job_context.report_progress, "read", club_file_lines(session, club), count_club_file_lines(session, club)
    )
    job_context.store_result_chunks(pack_lines(lines))


CLUB_EXPORT_JOB_KIND = JobKind("export", _run_club_export, JobResourceLimits(wall_clock_seconds=1800, cpu_seconds=900))


def _club_job_scope(club_head: ClubHead) -> str:
    return f"club {club_head.id}"


def _export_file_name(club: ClubContext) -> str:
    return download_file_name("trex-club", club.name, today(club.zone).isoformat(), ending="jsonl.gz")


def _club_file_chunks(club_head: ClubHead) -> Iterator[bytes]:
    """The file, in pieces.

    The session is opened only here: that of the request is closed before the first piece is sent. If it were used
    again, its connection would stay open.
    """
    yield from pack_lines(club_file_lines(db.session(), club_head))


@pages.get("/clubs/import")
def new_import() -> str:
    """The form for a club file."""
    require_signed_in_account()
    return _import_page()


@pages.post("/clubs/import")
def start_import() -> AnyResponse | str | tuple[str, int]:
    """Start the job that imports the file. Its account becomes the owner."""
    account_id = require_signed_in_account().id
    file = request.files.get("file")
    if file is None or not file.filename:
        return _import_page([_("Choose a file first.")]), 422
    enforce_new_game_limits()
    arguments = _ImportJobArguments(account_id, MAX_CLUB_FILE_EXPANSION_FACTOR * max_import_bytes())
    owner = _account_job_scope(account_id)
    key = start_or_reuse_job(CLUB_IMPORT_JOB_KIND.name, owner, owner, arguments, cast("BinaryIO", file.stream))
    return redirect(url_for("club_file.import_result_or_progress", key=key), 303)


@pages.route("/clubs/import/<key>", methods=["GET", "POST"])
def import_result_or_progress(key: str) -> AnyResponse | str | tuple[str, int]:
    """The result of the import; until it is ready, its progress."""
    account_id = require_signed_in_account().id
    job = require_job(CLUB_IMPORT_JOB_KIND.name, _account_job_scope(account_id), key)
    header = PageHeader(_("Import a club"), url_for("clubs.index"), _("Back to my clubs"))
    progress_page = progress_response_unless_done(job, header)
    if progress_page is not None:
        return progress_page
    result = decode_result(job, _ImportResult)
    if result.imported_club is None:
        return _import_page(_refusal_texts(result.refusals)), 422
    if result.imported_club.club_comparison == "new" and _is_member(result.imported_club.uid, account_id):
        games = sum(result.imported_club.game_count_by_comparison.values())
        flash(
            ngettext(
                "%(club)s was imported, with %(num)s game.",
                "%(club)s was imported, with %(num)s games.",
                games,
                club=result.imported_club.name,
            )
        )
        return redirect(url_for("club.show", club_uid=result.imported_club.uid), 303)
    return _import_page(existing_club=result.imported_club, is_member=_is_member(result.imported_club.uid, account_id))


class _ImportJobArguments(msgspec.Struct, frozen=True, rename={"max_unpacked_bytes": "most"}):
    """Arguments of the job. They are stored with it, under these names or those of `rename`."""

    account_id: int
    max_unpacked_bytes: int


class _ImportResult(msgspec.Struct, frozen=True, rename={"imported_club": "club"}):
    """The imported club, or why it was refused. Stored with the job, under these names or those of `rename`."""

    imported_club: ImportedClub | None
    refusals: tuple[Refusal, ...] = ()


def _run_club_import(job_context: JobContext) -> _ImportResult:
    """The job. If it runs again, it finds the games it has already stored."""
    arguments = msgspec.convert(job_context.arguments, _ImportJobArguments)
    with job_context.open_input_file() as file:
        try:
            return _ImportResult(
                import_club(
                    ClubFileSource(file, arguments.max_unpacked_bytes),
                    arguments.account_id,
                    job_context.report_progress,
                )
            )
        except InvalidClubFile as fault:
            return _ImportResult(None, fault.refusals)


CLUB_IMPORT_JOB_KIND = JobKind(
    "club-import", _run_club_import, JobResourceLimits(wall_clock_seconds=3600, cpu_seconds=1800)
)


def _account_job_scope(account_id: int) -> str:
    return f"account {account_id}"


def _refusal_texts(refusals: Sequence[Refusal]) -> list[str]:
    """The refusals in words. A reason that applies to many games is given for the first only."""
    game_count_by_refusal_code = Counter(refusal.code for refusal in refusals if "game" in refusal.params)
    texts: list[str] = []
    for refusal in refusals:
        count = game_count_by_refusal_code.pop(refusal.code, 0) if "game" in refusal.params else 1
        if count:
            texts.append(refusal_text(reader_language(), refusal))
        if count > 1:
            texts.append(_("The same applies to other games in this file."))
    return texts


def _is_member(club_uid: str, account_id: int) -> bool:
    club = find_club_head(club_uid)
    return club is not None and find_member_number(db.session(), club.id, account_id) is not None


def _import_page(
    problems: Sequence[str] = (), *, existing_club: ImportedClub | None = None, is_member: bool = False
) -> str:
    megabytes = max_import_bytes() // 2**20
    return render_template(
        "clubs/imports/import_club.html",
        problems=problems,
        existing=existing_club,
        is_member=is_member,
        megabytes=megabytes,
    )
