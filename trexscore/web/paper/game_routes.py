"""Turns a checked paper sheet into a game."""

import json
from itertools import islice
from time import thread_time

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from trexscore.commands.games.start_game import StartedGame, start_game
from trexscore.game.file import GAME_FILE_FORMAT
from trexscore.ledger.uuids import parse_uuid
from trexscore.rules.paper.deals import DealOnPaper, ambiguous_row_indexes, deals_on_paper
from trexscore.rules.paper.reading import read_sheet
from trexscore.rules.paper.sheet import DealFinder
from trexscore.rules.paper.time_limit import OutOfTime, limit_time
from trexscore.web.disk_space import enforce_new_game_limits
from trexscore.web.games.card_names import owner_token_storing_card_names
from trexscore.web.games.deals import captures_in_url
from trexscore.web.games.device_games import remember_game
from trexscore.web.language import reader_language
from trexscore.web.paper.sheet_grid import parse_sheet
from trexscore.web.paper.sheet_page import SheetContext, SheetInput, context_of_request, read_sheet_input, render_sheet
from trexscore.web.rendering import translate as _

pages = Blueprint("paper_game", __name__)
_MAX_CPU_SECONDS = 2
"""Of CPU."""


@pages.post("/paper-game")
@pages.post("/g/<token>/paper-game", endpoint="start_of_table")
def start_from_sheet(token: str | None = None) -> Response:
    """Create a game from a sheet, under the house rules of the sheet's preset or of the game that it belongs to."""
    context = context_of_request(token)
    enforce_new_game_limits()
    form = read_sheet_input(context)
    if form.problems:
        return render_sheet(context, form)
    deals = _game_file_deals_or_problem(context, form)
    if isinstance(deals, str):
        return render_sheet(context, form._replace(problems=[deals]))
    game_file = {
        "format": GAME_FILE_FORMAT,
        "players": list(context.names_by_seat),
        "house_rules": context.game_view.state.house_rules
        if context.game_view
        else {"preset": context.preset_name, "options": {}},
        "first_king": deals[0]["king"],
        "deals": deals,
    }
    started_game = start_game(game_file, parse_uuid(request.form.get("game_key")))
    if not isinstance(started_game, StartedGame):
        return render_sheet(context, form._replace(problems=[_("The score sheet could not be turned into a game.")]))
    token = owner_token_storing_card_names(started_game)
    return remember_game(redirect(url_for("table.show", token=token), 303), token)


def _game_file_deals_or_problem(sheet_context: SheetContext, sheet_input: SheetInput) -> list[dict[str, object]] | str:
    """The deals as in a game file, or a sentence about the problem."""
    start_time = thread_time()
    sheet = parse_sheet(sheet_input.rows, has_running_totals=sheet_input.has_running_totals)
    deal_finder = DealFinder(
        sheet_context.rules, has_running_totals=sheet.has_running_totals, clock=lambda: thread_time() - start_time
    )
    try:
        with limit_time(lambda: thread_time() - start_time > _MAX_CPU_SECONDS):
            reading = read_sheet(deal_finder, sheet)
            if not reading.is_possible:
                return _("Check the score sheet first: it can’t be right as it is.")
            ambiguous_rows = ambiguous_row_indexes(sheet, reading)
            if ambiguous_rows:
                rows = reader_language().join_list([reader_language().number(place + 1) for place in ambiguous_rows])
                return _("First enter king, contract and points in these rows: %(rows)s.", rows=rows)
            return [
                _game_file_deal(deal) for deal in islice(deals_on_paper(deal_finder, sheet, reading), len(sheet.rows))
            ]
    except OutOfTime:
        return _("Checking this took too long.")


def _game_file_deal(deal: DealOnPaper) -> dict[str, object]:
    entry: dict[str, object] = {
        "king": deal.king.name,
        "contracts": list(deal.contract_set.contracts),
        "captures": json.loads(captures_in_url.encode_captures(deal.likeliest_captures)),
    }
    if deal.are_captures_certain:
        return entry
    return {**entry, "note": _(captures_in_url.FROM_POINTS_NOTE)}
