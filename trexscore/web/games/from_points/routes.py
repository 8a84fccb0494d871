"""Finds the captures of a deal of which only the points are known."""

from contextlib import suppress
from time import thread_time
from urllib.parse import urlencode

import msgspec
from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from trexscore.commands.jobs import JobContext, JobKind, JobResourceLimits, start_or_reuse_job
from trexscore.db.game_states import decode_state, read_state_json
from trexscore.db.jobs import StoredJob
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.seats import SEAT_BY_LETTER, SEATS
from trexscore.web.games.access import (
    king_of_next_deal,
    open_for_scorer,
    parse_contracts,
    requested_contracts,
    requested_king,
)
from trexscore.web.games.entry_titles import contract_set_name
from trexscore.web.games.from_points.forms import DealPointsInput, deal_points_input, parse_typed_points
from trexscore.web.games.from_points.presenter import ResultView
from trexscore.web.games.from_points.search import SearchResult, search_captures_giving_points
from trexscore.web.games.view import GameView
from trexscore.web.jobs.progress import (
    PageHeader,
    decode_arguments,
    decode_result,
    progress_response_unless_done,
    require_job,
)
from trexscore.web.limits import client_address_or_network, enforce_limit
from trexscore.web.rendering import translate as _

pages = Blueprint("from_points", __name__)
_MAX_CPU_SECONDS = 2
"""Longest search, in seconds of CPU time."""


class _SearchJobArguments(msgspec.Struct, frozen=True, rename={"last_seq": "seq", "typed_texts_by_seat": "typed"}):
    """The arguments of a search job."""

    game_id: int
    last_seq: int
    king: str
    contracts: str
    typed_texts_by_seat: dict[str, str]
    """The four fields by the seats' letters; all are valid."""


@pages.get("/g/<token>/from-points")
def show(token: str) -> Response:
    """Ask for the four totals, then start the search for what they can mean."""
    game = open_for_scorer(token, requested_king())
    king, contract_set = king_of_next_deal(game), requested_contracts()
    if king is None or game.complete:
        return redirect(url_for("table.show", token=token, king=requested_king()))
    form = deal_points_input(request.args)
    if form.is_empty or form.problems:
        return _render_points_page(game, form, contract_set)
    enforce_limit("search", client_address_or_network())
    typed_text_by_seat_letter = {field.seat.name: field.typed_text for field in form.fields}
    contracts = "+".join(contract_set.contracts) if contract_set else ""
    arguments = _SearchJobArguments(game.game_id, game.seq, king.name, contracts, typed_text_by_seat_letter)
    key = start_or_reuse_job(
        POINTS_SEARCH_JOB_KIND.name, f"game {game.game_id}", client_address_or_network(), arguments
    )
    return redirect(url_for("from_points.search_result", token=token, key=key), 303)


@pages.route("/g/<token>/from-points/<key>", methods=["GET", "POST"])
def search_result(token: str, key: str) -> Response:
    """The result of a search, or its progress. A single possibility leads straight to the form of the deal."""
    job = require_job(POINTS_SEARCH_JOB_KIND.name, f"game {open_for_scorer(token).game_id}", key)
    arguments = decode_arguments(job, _SearchJobArguments)
    game = open_for_scorer(token, arguments.king)
    contract_set = parse_contracts([arguments.contracts])
    back_url = url_for("from_points.show", token=token, contracts=arguments.contracts or None, king=game.chosen_king)
    search_again = redirect(
        f"{back_url}{'&' if '?' in back_url else '?'}{urlencode(arguments.typed_texts_by_seat)}", 303
    )
    if game.seq != arguments.last_seq or game.complete:  # the result is outdated
        return search_again
    waiting_page = progress_response_unless_done(job, PageHeader(_("Points instead of cards"), back_url, _("Back")))
    if waiting_page is not None:
        return waiting_page
    result = _stored_result(job)
    if result is None:
        return search_again
    view = ResultView(game, SEAT_BY_LETTER[arguments.king], result)
    if view.only_possibility_url is not None:
        return redirect(view.only_possibility_url)
    return _render_points_page(game, deal_points_input(MultiDict(arguments.typed_texts_by_seat)), contract_set, view)


def _stored_result(job: StoredJob) -> SearchResult | None:
    """The result of a search; None if another version of the program stored it."""
    with suppress(NotFound):
        return decode_result(job, SearchResult)
    return None


def _run_points_search_job(context: JobContext) -> SearchResult:
    """The job: what the points can mean."""
    arguments = msgspec.convert(context.arguments, _SearchJobArguments)
    context.report_progress("search", 0, 0)
    began = thread_time()
    return search_captures_giving_points(
        decode_state(read_state_json(arguments.game_id)),
        SEAT_BY_LETTER[arguments.king],
        parse_contracts([arguments.contracts]),
        parse_typed_points([arguments.typed_texts_by_seat[seat.name] for seat in SEATS]),
        lambda: thread_time() - began > _MAX_CPU_SECONDS,
    )


POINTS_SEARCH_JOB_KIND = JobKind(
    "totals",
    _run_points_search_job,
    JobResourceLimits(wall_clock_seconds=30, cpu_seconds=10, memory_megabytes=512),
    "quick",
    reuses_recent_result=True,
)


def _render_points_page(
    game: GameView, form: DealPointsInput, contract_set: ContractSet | None, result: ResultView | None = None
) -> Response:
    page = render_template(
        "games/from_points/deal_points.html",
        game=game,
        form=form,
        contracts="+".join(contract_set.contracts) if contract_set else "",
        title=contract_set_name(contract_set) if contract_set else "",
        result=result,
    )
    return make_response(page, 400 if form.problems else 200)
