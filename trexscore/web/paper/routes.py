"""Pages on which a paper score sheet is entered and checked. The sheet itself is not stored."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import msgspec
from flask import Blueprint, Response, current_app, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from trexscore.commands.jobs import JobContext, JobKind, JobLimits, start_or_reuse_job
from trexscore.db.game_states import read_state_json
from trexscore.i18n.game_terms import PRESET_NAMES
from trexscore.i18n.language import Digits
from trexscore.rules.contract_set import ALL_FIVE_CONTRACTS
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.paper.sheet import MAX_DEALS
from trexscore.rules.presets import PRESETS, STANDARD_PRESET
from trexscore.rules.seats import SEATS, BySeat
from trexscore.rules.validation import playable_contract_sets
from trexscore.web.games.access import open_for_reader, view_of
from trexscore.web.games.contract_names import contract_set_name
from trexscore.web.games.initials import initials
from trexscore.web.games.seats import names_of
from trexscore.web.games.start.house_rules import house_rules_note
from trexscore.web.games.view import GameView
from trexscore.web.jobs.progress import PageHeader, decode_arguments, decode_result, progress_response, require_job
from trexscore.web.language import override_reader_language, reader_language
from trexscore.web.limits import client_address_or_network, enforce_limit
from trexscore.web.paper.forms import GridRow, apply_fix, non_numeric_cells, padded_rows, parse_grid_rows, parse_sheet
from trexscore.web.paper.pasted import UnreadableRows, parse_pasted_rows
from trexscore.web.paper.presenter import SheetCheck, check_sheet
from trexscore.web.rendering import letter
from trexscore.web.rendering import translate as _

pages = Blueprint("paper", __name__)
_MAX_TEXT_LENGTH = 20_000
_GAME_SCOPE_PREFIX = "game "
"""Prefix of a game's number in a job's scope."""


@dataclass(frozen=True, slots=True)
class SheetContext:
    """The context of a sheet: its house rules and names, from a game or a preset."""

    rules: HouseRules
    names: BySeat[str]
    game: GameView | None = None
    preset: str = ""

    @property
    def job_scope(self) -> str:
        """The scope of the jobs that check it."""
        return f"{_GAME_SCOPE_PREFIX}{self.game.game_id}" if self.game else ""

    @property
    def url(self) -> str:
        """The page of the empty grid."""
        return url_for("paper.of_game", token=self.game.token) if self.game else url_for("paper.show")


@dataclass(frozen=True, slots=True)
class _CheckJobArguments:
    """The arguments of the job that checks a sheet."""

    preset: str
    scope: str
    rows: Sequence[GridRow]
    running: bool
    language: str
    digits: Digits


class SheetInput(NamedTuple):
    """The submitted sheet, and its problems in words."""

    rows: Sequence[GridRow] = ()
    pasted: str = ""
    running: bool = False
    problems: Sequence[str] = ()


@pages.get("/paper")
@pages.get("/g/<token>/paper", endpoint="of_game")
def show(token: str | None = None) -> Response:
    """The grid, empty."""
    return render_sheet(requested_context(token), SheetInput())


@pages.post("/paper")
@pages.post("/g/<token>/paper", endpoint="start_check_of_game")
def start_check(token: str | None = None) -> AnyResponse:
    """Start a job that checks the sheet, and redirect to its result."""
    context = requested_context(token)
    enforce_limit("search", client_address_or_network())  # first, since reading an invalid sheet has a cost, too
    sheet_input = read_sheet_input(context)
    if sheet_input.problems:
        return render_sheet(context, sheet_input)
    language = reader_language()
    arguments = _CheckJobArguments(
        context.preset, context.job_scope, sheet_input.rows, sheet_input.running, language.code, language.digits
    )
    key = start_or_reuse_job(PAPER_CHECK_JOB_KIND.name, context.job_scope, client_address_or_network(), arguments)
    return redirect(f"{context.url}/{key}", 303)


@pages.route("/paper/<key>", methods=["GET", "POST"])
@pages.route("/g/<token>/paper/<key>", endpoint="check_result_of_game", methods=["GET", "POST"])
def check_result(key: str, token: str | None = None) -> AnyResponse:
    """The result of the check, or its progress."""
    context = requested_context(token)
    job = require_job(PAPER_CHECK_JOB_KIND.name, context.job_scope, key)
    waiting = progress_response(job, PageHeader(_("Paper score sheet"), context.url, _("Back to the score sheet")))
    if waiting is not None:
        return waiting
    arguments = decode_arguments(job, _CheckJobArguments)
    return render_sheet(
        context if context.game else _preset_context(arguments.preset),
        SheetInput(arguments.rows, "", arguments.running),
        decode_result(job, SheetCheck),
    )


def requested_context(token: str | None) -> SheetContext:
    """The context of a game; without its token, of the preset that the request names."""
    return _game_context(open_for_reader(token)) if token else _preset_context(request.values.get("preset", ""))


def _preset_context(preset_name: str) -> SheetContext:
    preset = PRESETS.get(preset_name, STANDARD_PRESET)
    return SheetContext(preset.rules, BySeat(*(letter(seat.name) for seat in SEATS)), preset=preset.name)


def _game_context(game: GameView) -> SheetContext:
    return SheetContext(game.rules, names_of(game.state.players), game)


def _run_check(job: JobContext) -> SheetCheck:
    """Run the job: check a sheet, in the reader's language."""
    arguments = msgspec.convert(job.arguments, _CheckJobArguments)
    job.progress("search", 0, 0)
    with current_app.test_request_context(), override_reader_language(arguments.language, arguments.digits):
        game_id = arguments.scope.removeprefix(_GAME_SCOPE_PREFIX)
        context = (
            _preset_context(arguments.preset)
            if game_id == arguments.scope
            else _game_context(view_of("", "read", read_state_json(int(game_id)), None))
        )
        return check_sheet(context.rules, parse_sheet(arguments.rows, running=arguments.running), context.names)


PAPER_CHECK_JOB_KIND = JobKind(
    "paper", _run_check, JobLimits(seconds=30, cpu_seconds=10, megabytes=512), "quick", reuses_result=True
)


def read_sheet_input(context: SheetContext) -> SheetInput:
    rows, problems = parse_grid_rows(request.form), list[str]()
    pasted = request.form.get("pasted", "")[:_MAX_TEXT_LENGTH]
    if pasted.strip():
        try:
            rows, pasted = parse_pasted_rows(pasted, context.names), ""
        except UnreadableRows as fault:
            problems.append(str(fault))
    rows = apply_fix(rows, request.form.get("fix", "")[:_MAX_TEXT_LENGTH])
    problems += [
        _(
            "Row %(row)s, %(name)s: enter a number of points instead of “%(typed)s”.",
            row=row,
            name=context.names[seat],
            typed=text,
        )
        for row, seat, text in non_numeric_cells(rows)
    ]
    if not problems and all(row.is_blank for row in rows):
        problems.append(_("The score sheet is empty. Enter at least one row."))
    return SheetInput(rows, pasted, "running" in request.form, problems)


def render_sheet(context: SheetContext, sheet_input: SheetInput, check: SheetCheck | None = None) -> Response:
    page = render_template(
        "paper/sheet.html",
        **({} if context.game is None else {"game": context.game, "rules_note": house_rules_note(context.game)}),
        rows=[row.localized() for row in padded_rows(sheet_input.rows)],
        non_numeric_seats={
            number: [seat.name for seat in row.non_numeric_seats] for number, row in enumerate(sheet_input.rows)
        },
        most=MAX_DEALS,
        running=sheet_input.running,
        pasted=sheet_input.pasted,
        problems=sheet_input.problems,
        check=check,
        game_key=str(uuid.uuid4()),
        seats=list(zip((seat.name for seat in SEATS), context.names, initials(context.names), strict=True)),
        offered=[
            ("+".join(each.contracts), contract_set_name(each))
            for each in playable_contract_sets(context.rules, ALL_FIVE_CONTRACTS)
        ],
        presets=[(name, _(PRESET_NAMES[name])) for name in PRESETS] if context.preset else [],
        preset=context.preset,
    )
    return make_response(page, 422 if sheet_input.problems else 200)
