"""Progress pages of jobs.

A page that starts a job has a URL for it below its own and requires the same permission there. A job with another
scope than that URL is not found.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

import msgspec
from flask import Response, jsonify, make_response, redirect, render_template, request, stream_with_context
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from trexscore.commands.jobs import retry_failed_or_lost_job
from trexscore.db.jobs import StoredJob, count_output_file_bytes, find_job, stream_job_file
from trexscore.db.models import db
from trexscore.i18n.marking import N_
from trexscore.i18n.texts.jobs import untranslated_step_text
from trexscore.web.downloads import content_disposition
from trexscore.web.language import reader_language
from trexscore.web.rendering import translate as _

T = TypeVar("T")
_JOB_FAILURE_TEXT_BY_CODE = {
    "too_long": N_("This took longer than the server allows, so it was stopped. Try again with less at once."),
    "too_large": N_("This needs more memory than the server allows. Try again with less at once."),
    "broken": N_("Something went wrong on the server. Anything saved before is safe."),
    "lost": N_("The server stopped while this was in progress. Start it again: nothing is done twice."),
}


class PageHeader(NamedTuple):
    """The title of a progress page, and its link back."""

    title: str
    back_url: str
    back_label: str


def require_job(kind: str, job_scope: str, job_key: str) -> StoredJob:
    """The job with this key, if kind and scope match. Raises `NotFound`."""
    job = find_job(db.session(), job_key)
    if job is None or (job.kind, job.scope) != (kind, job_scope):
        raise NotFound
    return job


def progress_response_unless_done(job: StoredJob, page_header: PageHeader) -> AnyResponse | None:
    """The progress as a page, or as JSON for its script; None if the job is done.

    POST starts a failed job again.
    """
    if request.method == "POST":
        retry_failed_or_lost_job(job)
        return redirect(request.path, 303)
    if request.accept_mimetypes.best == "application/json":
        text = _("%(done)s of %(total)s", done=job.done, total=job.total) if job.total else ""
        return jsonify(state=job.state, step=_step_text(job), done=job.done, total=job.total, said=text)
    return None if job.state == "done" else _progress_page(job, page_header)


def decode_result(job: StoredJob, result_type: type[T]) -> T:
    """The result of a job. Raises `NotFound` if another version of the program made it."""
    try:
        return msgspec.json.decode(job.result or "", type=result_type)
    except msgspec.DecodeError as fault:
        raise NotFound from fault


def decode_arguments(job: StoredJob, arguments_type: type[T]) -> T:
    return msgspec.json.decode(job.arguments, type=arguments_type)


def progress_or_file_response(
    job: StoredJob, page_header: PageHeader, file_name: str, content_type: str
) -> AnyResponse:
    """The page to download a job's file, or with `file` in the query the file itself."""
    progress = progress_response_unless_done(job, page_header)
    if progress is not None:
        return progress
    if "file" in request.args:
        headers = {"Content-Disposition": content_disposition(file_name)}
        pieces = stream_with_context(_stream_output_file(job.id))
        return Response(pieces, headers=headers, content_type=content_type)
    megabytes = count_output_file_bytes(db.session(), job.id) / 2**20
    return make_response(
        render_template(
            "jobs/finished_file.html",
            shown=page_header,
            name=file_name,
            megabytes=max(1, round(megabytes)),
            address=request.path,
        )
    )


def _stream_output_file(job_id: int) -> Iterator[bytes]:
    yield from stream_job_file(db.session(), job_id, "output")


def _progress_page(job: StoredJob, page_header: PageHeader) -> Response:
    failure = ""
    if job.state in ("failed", "lost"):
        code = "lost" if job.state == "lost" else decode_result(job, str)
        failure = _(_JOB_FAILURE_TEXT_BY_CODE.get(code, _JOB_FAILURE_TEXT_BY_CODE["broken"]))
    page = make_response(
        render_template(
            "jobs/progress.html",
            shown=page_header,
            job=job,
            step=_step_text(job),
            failure=failure,
            address=request.path,
        )
    )
    page.headers["Cache-Control"] = "private, no-store"
    return page


def _step_text(job: StoredJob) -> str:
    return reader_language().gettext(untranslated_step_text(job.state, job.step))
