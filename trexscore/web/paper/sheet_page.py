"""The page of a paper score sheet: for which rules and players it is, what was submitted, and how it is shown."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flask import Response, make_response, render_template, request, url_for

from trexscore.db.game_states import decode_state, read_state_json
from trexscore.i18n.game_terms import PRESET_NAMES
from trexscore.rules.contract_set import ALL_FIVE_CONTRACTS
from trexscore.rules.house_rules import HouseRules
from trexscore.rules.paper.sheet import MAX_DEALS
from trexscore.rules.presets import PRESETS, STANDARD_PRESET
from trexscore.rules.seats import SEATS, BySeat
from trexscore.rules.validation import playable_contract_sets
from trexscore.web.games.access import open_for_reader
from trexscore.web.games.entry_titles import contract_set_name
from trexscore.web.games.seats import names_of
from trexscore.web.games.start.house_rules import house_rules_name_text
from trexscore.web.games.view import GameView, game_view
from trexscore.web.paper.pasted import UnreadableRows, parse_pasted_rows
from trexscore.web.paper.presenter import SheetCheck
from trexscore.web.paper.sheet_grid import GridRow, apply_fix, padded_rows, parse_grid_rows
from trexscore.web.rendering import localized_seat_letter
from trexscore.web.rendering import translate as _

_MAX_PASTED_LENGTH = 20_000
_GAME_SCOPE_PREFIX = "game "
"""Prefix of a game's number in a job's scope."""


@dataclass(frozen=True, slots=True)
class SheetContext:
    """The context of a sheet: its house rules and names, from a game or a preset."""

    rules: HouseRules
    names_by_seat: BySeat[str]
    game_view: GameView | None = None
    preset_name: str = ""

    @property
    def job_scope(self) -> str:
        return f"{_GAME_SCOPE_PREFIX}{self.game_view.game_id}" if self.game_view else ""

    @property
    def url(self) -> str:
        """The page of the empty grid."""
        return url_for("paper.of_game", token=self.game_view.token) if self.game_view else url_for("paper.show_sheet")


class SheetInput(NamedTuple):
    """The submitted sheet, and its problems in words."""

    rows: Sequence[GridRow] = ()
    pasted_text: str = ""
    has_running_totals: bool = False
    problems: Sequence[str] = ()


def context_of_request(token: str | None) -> SheetContext:
    """The context of a game; without its token, of the preset that the request names."""
    return _game_context(open_for_reader(token)) if token else preset_context(request.values.get("preset", ""))


def preset_context(preset_name: str) -> SheetContext:
    """The context of a sheet without a game. An unknown preset means the standard one."""
    preset = PRESETS.get(preset_name, STANDARD_PRESET)
    return SheetContext(
        preset.rules, BySeat(*(localized_seat_letter(seat.name) for seat in SEATS)), preset_name=preset.name
    )


def _game_context(game_view: GameView) -> SheetContext:
    return SheetContext(game_view.rules, names_of(game_view.state.players), game_view)


def context_of_job(scope: str, preset_name: str) -> SheetContext:
    """The context of a job: the game that its scope names, read without a link, or else the preset."""
    game_id = scope.removeprefix(_GAME_SCOPE_PREFIX)
    if game_id == scope:
        return preset_context(preset_name)
    return _game_context(game_view("", "read", decode_state(read_state_json(int(game_id)))))


def read_sheet_input(sheet_context: SheetContext) -> SheetInput:
    """The sheet of the request's form: the grid, or else the pasted text, after the changes of a pressed button."""
    rows, problems = parse_grid_rows(request.form), list[str]()
    pasted_text = request.form.get("pasted", "")[:_MAX_PASTED_LENGTH]
    if pasted_text.strip():
        try:
            rows, pasted_text = parse_pasted_rows(pasted_text, sheet_context.names_by_seat), ""
        except UnreadableRows as fault:
            problems.append(str(fault))
    rows = apply_fix(rows, request.form.get("fix", "")[:_MAX_PASTED_LENGTH])
    problems += [
        _(
            "Row %(row)s, %(name)s: enter a number of points instead of “%(typed)s”.",
            row=number,
            name=sheet_context.names_by_seat[seat],
            typed=row.total_texts[seat],
        )
        for number, row in enumerate(rows, 1)
        for seat in row.non_numeric_seats
    ]
    if not problems and all(row.is_blank for row in rows):
        problems.append(_("The score sheet is empty. Enter at least one row."))
    return SheetInput(rows, pasted_text, "running" in request.form, problems)


def render_sheet(
    sheet_context: SheetContext, sheet_input: SheetInput, sheet_check: SheetCheck | None = None
) -> Response:
    """The grid with this sheet, and what the check found; 422 if the sheet has problems."""
    page = render_template(
        "paper/sheet.html",
        **(
            {}
            if sheet_context.game_view is None
            else {"game": sheet_context.game_view, "rules_note": house_rules_name_text(sheet_context.game_view)}
        ),
        rows=[row.localized() for row in padded_rows(sheet_input.rows)],
        most=MAX_DEALS,
        running=sheet_input.has_running_totals,
        pasted=sheet_input.pasted_text,
        problems=sheet_input.problems,
        check=sheet_check,
        game_key=str(uuid.uuid4()),
        seats=list(
            zip(
                (seat.name for seat in SEATS),
                sheet_context.names_by_seat,
                _initials(sheet_context.names_by_seat),
                strict=True,
            )
        ),
        offered=[
            ("+".join(each.contracts), contract_set_name(each))
            for each in playable_contract_sets(sheet_context.rules, ALL_FIVE_CONTRACTS)
        ],
        presets=[(name, _(PRESET_NAMES[name])) for name in PRESETS] if sheet_context.preset_name else [],
        preset=sheet_context.preset_name,
    )
    return make_response(page, 422 if sheet_input.problems else 200)


def _initials(names: Sequence[str]) -> list[str]:
    """The shortest distinct names: each name’s first letter, with the first letter in which it differs if needed."""
    lettered = [_move_letters_first(name) for name in names]
    prefixes = [
        _shortest_distinct_prefix(name, [letters for letters in lettered if letters != name]) for name in lettered
    ]
    short_prefixes = [prefix[0] + prefix[-1] if len(prefix) > 1 else prefix for prefix in prefixes]
    return short_prefixes if len(set(short_prefixes)) == len(set(names)) else prefixes


def _move_letters_first(name: str) -> str:
    """Move letters to the front: a digit beside the points would look like one of them."""
    return "".join(sorted(name.replace(" ", ""), key=lambda character: not character.isalpha())) or name


def _shortest_distinct_prefix(name: str, other_names: list[str]) -> str:
    lengths = range(1, len(name))
    return next((name[:n] for n in lengths if not any(rest.startswith(name[:n]) for rest in other_names)), name)
