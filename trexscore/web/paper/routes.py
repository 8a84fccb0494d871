"""Pages on which a paper score sheet is entered and checked. The sheet itself is not stored."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import msgspec
from flask import Blueprint, Response, current_app, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from trexscore.commands.jobs import JobContext, JobKind, Limits, start_job
from trexscore.db.game_states import state_text
from trexscore.i18n.language import Digits
from trexscore.i18n.words import PRESET
from trexscore.rules.contract_set import ALL_FIVE
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.paper.sheet import MOST_DEALS
from trexscore.rules.presets import PRESETS, STANDARD
from trexscore.rules.seats import SEATS, BySeat
from trexscore.rules.validation import choices
from trexscore.web.games.access import open_for_reader, view_of
from trexscore.web.games.contract_names import programme_name
from trexscore.web.games.letters import short_names
from trexscore.web.games.seats import names_of
from trexscore.web.games.small_forms import PlainForm
from trexscore.web.games.view import GameView
from trexscore.web.jobs.progress import Shown, arguments_of, job_at, result_of, unfinished
from trexscore.web.language import reader_language, reading_as
from trexscore.web.limits import client_address, count
from trexscore.web.paper.forms import GridRow, rows_typed, sheet_of, whole_grid, with_fix, wrong_cells
from trexscore.web.paper.pasted import NotRows, rows_pasted
from trexscore.web.paper.presenter import Judged, judged
from trexscore.web.rendering import letter
from trexscore.web.rendering import translate as _

pages = Blueprint("paper", __name__)
_LONGEST_TEXT = 20_000
_GAME = "game "
"""Prefix of a game's number in a job's scope."""


@dataclass(frozen=True, slots=True)
class SheetOf:
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


class Typed(NamedTuple):
    """The submitted sheet, and its problems in words."""

    rows: Sequence[GridRow] = ()
    pasted: str = ""
    running: bool = False
    problems: Sequence[str] = ()


@pages.get("/paper")
def show() -> Response:
    """The grid without a game."""
    return page_of(of_preset(request.args.get("preset", "")), Typed())


@pages.post("/paper")
def judge() -> AnyResponse:
    """Start a check of the sheet."""
    return _start_check(of_preset(request.form.get("preset", "")), url_for("paper.show"), "")


@pages.route("/paper/<key>", methods=["GET", "POST"])
def found(key: str) -> AnyResponse:
    """The result of the check, or its progress."""
    return _result(None, url_for("paper.show"), "", key)


@pages.get("/g/<token>/paper")
def of_game(token: str) -> Response:
    """The grid with a game's players and house rules."""
    return page_of(of_game_behind(token)[0], Typed())


@pages.post("/g/<token>/paper")
def judge_of_game(token: str) -> AnyResponse:
    """Start a check of the sheet by the game's house rules."""
    of, game_id = of_game_behind(token)
    return _start_check(of, url_for("paper.of_game", token=token), f"{_GAME}{game_id}")


@pages.route("/g/<token>/paper/<key>", methods=["GET", "POST"])
def found_of_game(token: str, key: str) -> AnyResponse:
    """The result of the check, or its progress."""
    of, game_id = of_game_behind(token)
    return _result(of, url_for("paper.of_game", token=token), f"{_GAME}{game_id}", key)


def of_preset(name: str) -> SheetOf:
    preset = PRESETS.get(name, STANDARD)
    return SheetOf(preset.rules, BySeat(*(letter(seat.name) for seat in SEATS)), preset=preset.name)


def of_game_behind(token: str) -> tuple[SheetOf, int]:
    game, game_id = open_for_reader(token)
    return _of_view(game), game_id


def _of_state(token: str, game_id: int) -> SheetOf:
    return _of_view(view_of(token, "read", state_text(game_id), None))


def _of_view(game: GameView) -> SheetOf:
    return SheetOf(game.rules, names_of(game.state.players), game)


def _start_check(of: SheetOf, address: str, scope: str) -> AnyResponse:
    """Start a job that checks the sheet, and redirect to its result."""
    count("search", client_address())  # first, since reading an invalid sheet has a cost, too
    typed = typed_in(of)
    if typed.problems:
        return page_of(of, typed)
    language = reader_language()
    arguments = _CheckArguments(of.preset, scope, typed.rows, typed.running, language.code, language.digits)
    key = start_job(PAPER.name, scope, client_address(), arguments)
    return redirect(f"{address}/{key}", 303)


def _result(of: SheetOf | None, address: str, scope: str, key: str) -> AnyResponse:
    job = job_at(PAPER.name, scope, key)
    waiting = unfinished(job, Shown(_("Paper score sheet"), address, _("Back to the score sheet")))
    if waiting is not None:
        return waiting
    arguments = arguments_of(job, _CheckArguments)
    return page_of(
        of or of_preset(arguments.preset), Typed(arguments.rows, "", arguments.running), result_of(job, Judged)
    )


def _judge(context: JobContext) -> Judged:
    """Run the job: check a sheet, in the reader's language."""
    arguments = msgspec.convert(context.arguments, _CheckArguments)
    context.progress("search", 0, 0)
    with current_app.test_request_context(), reading_as(arguments.language, arguments.digits):
        game_id = arguments.scope.removeprefix(_GAME)
        of = of_preset(arguments.preset) if game_id == arguments.scope else _of_state("", int(game_id))
        return judged(of.rules, sheet_of(arguments.rows, running=arguments.running), of.names)


PAPER = JobKind("paper", _judge, Limits(seconds=30, cpu_seconds=10, megabytes=512), "quick", lasts=True)


def typed_in(of: SheetOf) -> Typed:
    rows, problems = rows_typed(request.form), list[str]()
    pasted = request.form.get("pasted", "")[:_LONGEST_TEXT]
    if pasted.strip():
        try:
            rows, pasted = rows_pasted(pasted, of.names), ""
        except NotRows as fault:
            problems.append(str(fault))
    rows = with_fix(rows, request.form.get("fix", "")[:_LONGEST_TEXT])
    problems += [
        _(
            "Row %(row)s, %(name)s: enter a number of points instead of “%(typed)s”.",
            row=row,
            name=of.names[seat],
            typed=text,
        )
        for row, seat, text in wrong_cells(rows)
    ]
    if not problems and all(row.is_blank for row in rows):
        problems.append(_("The score sheet is empty. Enter at least one row."))
    return Typed(rows, pasted, "running" in request.form, problems)


def page_of(of: SheetOf, typed: Typed, answer: Judged | None = None) -> Response:
    page = render_template(
        "paper/sheet.html",
        **({} if of.game is None else {"game": of.game, "rules_note": _rules_note(of.game)}),
        form=PlainForm(blank=True),
        rows=[row.shown() for row in whole_grid(typed.rows)],
        wrong={number: [seat.name for seat in row.wrong] for number, row in enumerate(typed.rows)},
        most=MOST_DEALS,
        running=typed.running,
        pasted=typed.pasted,
        problems=typed.problems,
        answer=answer,
        game_key=str(uuid.uuid4()),
        seats=list(zip((seat.name for seat in SEATS), of.names, short_names(of.names), strict=True)),
        offered=[("+".join(each.contracts), programme_name(each)) for each in choices(of.rules, ALL_FIVE)],
        presets=[(name, _(PRESET[name])) for name in PRESETS] if of.preset else [],
        preset=of.preset,
    )
    return make_response(page, 422 if typed.problems else 200)


def _rules_note(game: GameView) -> str:
    preset = PRESETS[game.state.house_rules["preset"]]
    if game.rules == preset.rules:
        return _("House rules: %(preset)s", preset=_(PRESET[preset.name]))
    return _("House rules: %(preset)s, changed", preset=_(PRESET[preset.name]))
