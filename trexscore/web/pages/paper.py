"""A score sheet kept on paper, typed in and judged. Nothing of it is kept here."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flask import Blueprint, Response, make_response, render_template, request

from trexscore.language.words import PRESET
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.paper.sheet import MOST_DEALS
from trexscore.rules.possible import choices
from trexscore.rules.presets import PRESETS, STANDARD
from trexscore.rules.programme import ALL_FIVE
from trexscore.rules.seats import SEATS, BySeat
from trexscore.web.forms.paper import GridRow, rows_typed, sheet_of, whole_grid, with_fix, wrong_cells
from trexscore.web.forms.pasted import NotRows, rows_pasted
from trexscore.web.forms.small import PlainForm
from trexscore.web.limits import count
from trexscore.web.pages.opening import open_to_read
from trexscore.web.rendering import letter
from trexscore.web.rendering import translate as _
from trexscore.web.views.game import GameView, names_of, short_names
from trexscore.web.views.names import programme_name
from trexscore.web.views.paper import Judged, judged

pages = Blueprint("paper", __name__)
_LONGEST_TEXT = 20_000


@dataclass(frozen=True, slots=True)
class _Of:
    """Whose sheet it is: the rules, what the seats are called, and the game or the preset that says so."""

    rules: HouseRules
    names: BySeat[str]
    game: GameView | None = None
    preset: str = ""


class _Typed(NamedTuple):
    """What was typed, and what of it cannot be read."""

    rows: Sequence[GridRow] = ()
    pasted: str = ""
    running: bool = False
    problems: Sequence[str] = ()


@pages.get("/paper")
def show() -> Response:
    """The grid for anybody’s sheet."""
    return _page(_of_preset(request.args.get("preset", "")), _Typed())


@pages.post("/paper")
def judge() -> Response:
    """The same with what is wrong with it."""
    return _answer(_of_preset(request.form.get("preset", "")))


@pages.get("/g/<token>/paper")
def of_game(token: str) -> Response:
    """The grid for a sheet of this table."""
    return _page(_of_game(token), _Typed())


@pages.post("/g/<token>/paper")
def judge_of_game(token: str) -> Response:
    """The same with what is wrong with it, by this table’s rules."""
    return _answer(_of_game(token))


def _of_preset(name: str) -> _Of:
    preset = PRESETS.get(name, STANDARD)
    return _Of(preset.rules, BySeat(*(letter(seat.name) for seat in SEATS)), preset=preset.name)


def _of_game(token: str) -> _Of:
    game, _game_id = open_to_read(token)
    return _Of(game.rules, names_of(game.state["players"]), game)


def _answer(of: _Of) -> Response:
    typed = _typed(of)
    if typed.problems:
        return _page(of, typed)
    count("search", request.remote_addr or "")
    return _page(of, typed, judged(of.rules, sheet_of(typed.rows, running=typed.running), of.names))


def _typed(of: _Of) -> _Typed:
    rows, problems = rows_typed(request.form), list[str]()
    pasted = request.form.get("pasted", "")[:_LONGEST_TEXT]
    if pasted.strip():
        try:
            rows, pasted = rows_pasted(pasted, of.names), ""
        except NotRows as fault:
            problems.append(str(fault))
    rows = with_fix(rows, request.form.get("fix", "")[:_LONGEST_TEXT])
    problems += [
        _("Row %(row)s, %(name)s: “%(typed)s” is not a number of points.", row=row, name=of.names[seat], typed=text)
        for row, seat, text in wrong_cells(rows)
    ]
    if not problems and all(row.is_blank for row in rows):
        problems.append(_("Nothing stands on the sheet yet."))
    return _Typed(rows, pasted, "running" in request.form, problems)


def _page(of: _Of, typed: _Typed, answer: Judged | None = None) -> Response:
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
        seats=list(zip((seat.name for seat in SEATS), of.names, short_names(of.names), strict=True)),
        offered=[("+".join(one.contracts), programme_name(one)) for one in choices(of.rules, ALL_FIVE)],
        presets=[(name, _(PRESET[name])) for name in PRESETS] if of.preset else [],
        preset=of.preset,
    )
    return make_response(page, 422 if typed.problems else 200)


def _rules_note(game: GameView) -> str:
    preset = PRESETS[game.state["house_rules"]["preset"]]
    if game.rules == preset.rules:
        return _("House rules: %(preset)s", preset=_(PRESET[preset.name]))
    return _("House rules: %(preset)s, changed", preset=_(PRESET[preset.name]))
