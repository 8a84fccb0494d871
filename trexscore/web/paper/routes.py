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
from trexscore.web.games.seats import names_of
from trexscore.web.games.short_names import short_names
from trexscore.web.games.small_forms import CsrfForm
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


@dataclass(frozen=True, slots=True)
class _CheckArguments:
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
def show() -> Response:
    """The grid without a game."""
    return render_sheet(preset_context(request.args.get("preset", "")), SheetInput())


@pages.post("/paper")
def start_check() -> AnyResponse:
    """Start a check of the sheet."""
    return _start_check(preset_context(request.form.get("preset", "")), url_for("paper.show"), "")


@pages.route("/paper/<key>", methods=["GET", "POST"])
def check_result(key: str) -> AnyResponse:
    """The result of the check, or its progress."""
    return _result_response(None, url_for("paper.show"), "", key)


@pages.get("/g/<token>/paper")
def of_game(token: str) -> Response:
    """The grid with a game's players and house rules."""
    return render_sheet(game_context(token)[0], SheetInput())


@pages.post("/g/<token>/paper")
def start_check_of_game(token: str) -> AnyResponse:
    """Start a check of the sheet by the game's house rules."""
    context, game_id = game_context(token)
    return _start_check(context, url_for("paper.of_game", token=token), f"{_GAME_SCOPE_PREFIX}{game_id}")


@pages.route("/g/<token>/paper/<key>", methods=["GET", "POST"])
def check_result_of_game(token: str, key: str) -> AnyResponse:
    """The result of the check, or its progress."""
    context, game_id = game_context(token)
    return _result_response(context, url_for("paper.of_game", token=token), f"{_GAME_SCOPE_PREFIX}{game_id}", key)


def preset_context(preset_name: str) -> SheetContext:
    preset = PRESETS.get(preset_name, STANDARD_PRESET)
    return SheetContext(preset.rules, BySeat(*(letter(seat.name) for seat in SEATS)), preset=preset.name)


def game_context(token: str) -> tuple[SheetContext, int]:
    game, game_id = open_for_reader(token)
    return _game_view_context(game), game_id


def _stored_game_context(token: str, game_id: int) -> SheetContext:
    return _game_view_context(view_of(token, "read", read_state_json(game_id), None))


def _game_view_context(game: GameView) -> SheetContext:
    return SheetContext(game.rules, names_of(game.state.players), game)


def _start_check(context: SheetContext, sheet_url: str, job_scope: str) -> AnyResponse:
    """Start a job that checks the sheet, and redirect to its result."""
    enforce_limit("search", client_address_or_network())  # first, since reading an invalid sheet has a cost, too
    sheet_input = read_sheet_input(context)
    if sheet_input.problems:
        return render_sheet(context, sheet_input)
    language = reader_language()
    arguments = _CheckArguments(
        context.preset, job_scope, sheet_input.rows, sheet_input.running, language.code, language.digits
    )
    key = start_or_reuse_job(PAPER_CHECK.name, job_scope, client_address_or_network(), arguments)
    return redirect(f"{sheet_url}/{key}", 303)


def _result_response(context: SheetContext | None, sheet_url: str, job_scope: str, job_key: str) -> AnyResponse:
    job = require_job(PAPER_CHECK.name, job_scope, job_key)
    waiting = progress_response(job, PageHeader(_("Paper score sheet"), sheet_url, _("Back to the score sheet")))
    if waiting is not None:
        return waiting
    arguments = decode_arguments(job, _CheckArguments)
    return render_sheet(
        context or preset_context(arguments.preset),
        SheetInput(arguments.rows, "", arguments.running),
        decode_result(job, SheetCheck),
    )


def _run_check(job: JobContext) -> SheetCheck:
    """Run the job: check a sheet, in the reader's language."""
    arguments = msgspec.convert(job.arguments, _CheckArguments)
    job.progress("search", 0, 0)
    with current_app.test_request_context(), override_reader_language(arguments.language, arguments.digits):
        game_id = arguments.scope.removeprefix(_GAME_SCOPE_PREFIX)
        context = (
            preset_context(arguments.preset) if game_id == arguments.scope else _stored_game_context("", int(game_id))
        )
        return check_sheet(context.rules, parse_sheet(arguments.rows, running=arguments.running), context.names)


PAPER_CHECK = JobKind(
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
        **({} if context.game is None else {"game": context.game, "rules_note": _rules_note(context.game)}),
        form=CsrfForm(blank=True),
        rows=[row.localized() for row in padded_rows(sheet_input.rows)],
        wrong_seats={number: [seat.name for seat in row.wrong_seats] for number, row in enumerate(sheet_input.rows)},
        most=MAX_DEALS,
        running=sheet_input.running,
        pasted=sheet_input.pasted,
        problems=sheet_input.problems,
        check=check,
        game_key=str(uuid.uuid4()),
        seats=list(zip((seat.name for seat in SEATS), context.names, short_names(context.names), strict=True)),
        offered=[
            ("+".join(each.contracts), contract_set_name(each))
            for each in playable_contract_sets(context.rules, ALL_FIVE_CONTRACTS)
        ],
        presets=[(name, _(PRESET_NAMES[name])) for name in PRESETS] if context.preset else [],
        preset=context.preset,
    )
    return make_response(page, 422 if sheet_input.problems else 200)


def _rules_note(game: GameView) -> str:
    preset = PRESETS[game.state.house_rules["preset"]]
    if game.rules == preset.rules:
        return _("House rules: %(preset)s", preset=_(PRESET_NAMES[preset.name]))
    return _("House rules: %(preset)s, changed", preset=_(PRESET_NAMES[preset.name]))
