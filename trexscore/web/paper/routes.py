"""Pages on which a paper score sheet is entered and checked. The sheet itself is not stored."""

from collections.abc import Sequence

import msgspec
from flask import Blueprint, Response, current_app, redirect
from werkzeug.wrappers import Response as AnyResponse

from trexscore.commands.jobs import JobContext, JobKind, JobResourceLimits, start_or_reuse_job
from trexscore.i18n.language import Digits
from trexscore.web.jobs.progress import (
    PageHeader,
    decode_arguments,
    decode_result,
    progress_response_unless_done,
    require_job,
)
from trexscore.web.language import override_reader_language, reader_language
from trexscore.web.limits import client_address_or_network, enforce_limit
from trexscore.web.paper.presenter import SheetCheck, check_sheet
from trexscore.web.paper.sheet_grid import GridRow, parse_sheet
from trexscore.web.paper.sheet_page import (
    SheetInput,
    context_of_job,
    context_of_request,
    preset_context,
    read_sheet_input,
    render_sheet,
)
from trexscore.web.rendering import translate as _

pages = Blueprint("paper", __name__)


class _CheckJobArguments(
    msgspec.Struct, frozen=True, rename={"preset_name": "preset", "has_running_totals": "running"}
):
    """The arguments of the job that checks a sheet."""

    preset_name: str
    scope: str
    rows: Sequence[GridRow]
    has_running_totals: bool
    language: str
    digits: Digits


@pages.get("/paper")
@pages.get("/g/<token>/paper", endpoint="of_game")
def show_sheet(token: str | None = None) -> Response:
    """The grid, empty."""
    return render_sheet(context_of_request(token), SheetInput())


@pages.post("/paper")
@pages.post("/g/<token>/paper", endpoint="start_check_of_game")
def start_check(token: str | None = None) -> AnyResponse:
    """Start a job that checks the sheet, and redirect to its result."""
    context = context_of_request(token)
    enforce_limit("search", client_address_or_network())  # first, since reading an invalid sheet has a cost, too
    sheet_input = read_sheet_input(context)
    if sheet_input.problems:
        return render_sheet(context, sheet_input)
    language = reader_language()
    arguments = _CheckJobArguments(
        context.preset_name,
        context.job_scope,
        sheet_input.rows,
        sheet_input.has_running_totals,
        language.code,
        language.digits,
    )
    key = start_or_reuse_job(PAPER_CHECK_JOB_KIND.name, context.job_scope, client_address_or_network(), arguments)
    return redirect(f"{context.url}/{key}", 303)


@pages.route("/paper/<key>", methods=["GET", "POST"])
@pages.route("/g/<token>/paper/<key>", endpoint="check_result_of_game", methods=["GET", "POST"])
def check_result(key: str, token: str | None = None) -> AnyResponse:
    """The result of the check, or its progress."""
    context = context_of_request(token)
    job = require_job(PAPER_CHECK_JOB_KIND.name, context.job_scope, key)
    waiting_page = progress_response_unless_done(
        job, PageHeader(_("Paper score sheet"), context.url, _("Back to the score sheet"))
    )
    if waiting_page is not None:
        return waiting_page
    arguments = decode_arguments(job, _CheckJobArguments)
    return render_sheet(
        context if context.game_view else preset_context(arguments.preset_name),
        SheetInput(arguments.rows, "", arguments.has_running_totals),
        decode_result(job, SheetCheck),
    )


def _run_check_job(job: JobContext) -> SheetCheck:
    """Run the job: check a sheet, in the reader's language."""
    arguments = msgspec.convert(job.arguments, _CheckJobArguments)
    job.report_progress("search", 0, 0)
    with current_app.test_request_context(), override_reader_language(arguments.language, arguments.digits):
        context = context_of_job(arguments.scope, arguments.preset_name)
        return check_sheet(
            context.rules,
            parse_sheet(arguments.rows, has_running_totals=arguments.has_running_totals),
            context.names_by_seat,
        )


PAPER_CHECK_JOB_KIND = JobKind(
    "paper",
    _run_check_job,
    JobResourceLimits(wall_clock_seconds=30, cpu_seconds=10, memory_megabytes=512),
    "quick",
    reuses_recent_result=True,
)
