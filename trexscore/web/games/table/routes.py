"""The table page, the flat view and the menu."""

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from flask import Blueprint, Response, make_response, render_template, request, session

from trexscore.club.eligibility import SignOffStatus
from trexscore.db.game_links import TokenScope
from trexscore.db.game_states import decode_state, is_game_complete, read_state_json
from trexscore.game.builder import fold_game
from trexscore.i18n import Language
from trexscore.rules.cards import CONTRACTS
from trexscore.web.device import device_label, ensure_device_cookie
from trexscore.web.games import result as results
from trexscore.web.games.access import (
    load_fold_entries,
    open_for_reader,
    requested_king,
    requested_revoked_by,
)
from trexscore.web.games.counting_clubs import NO_COUNTING_CLUBS, summarize_counting_clubs
from trexscore.web.games.device_games import remember_game
from trexscore.web.games.score_sheet import sheet_variables
from trexscore.web.games.table import board, status_line
from trexscore.web.games.table.cached_page_placeholders import placeholder_variables, replace_placeholders
from trexscore.web.games.table.forecast import forecast_sentences
from trexscore.web.games.token_access import load_scope
from trexscore.web.games.view import game_view
from trexscore.web.language import reader_language
from trexscore.web.rendering import reader_theme

pages = Blueprint("table", __name__)


class _PageCacheKey(NamedTuple):
    """Everything that the page depends on: the key of the page cache."""

    state_json: str
    scope: TokenScope
    token: str
    chosen_king: str | None
    requested_revoked_by: str | None
    language: Language
    theme: str | None
    root_path: str
    current_night_url: str | None
    sign_off_status: SignOffStatus | None
    own_device: str | None
    """The reader's device, if a deal is being entered: its own draft is shown differently."""


@pages.get("/g/<token>")
def show(token: str) -> Response:
    """The table page: totals, kingdoms, and what can be played next."""
    scope = load_scope(token)
    state = read_state_json(scope.game_id)
    clubs = NO_COUNTING_CLUBS
    if scope.in_club:
        clubs = summarize_counting_clubs(scope, is_game_complete=is_game_complete(state))
    page_key = _PageCacheKey(
        state,
        scope,
        token,
        requested_king(),
        requested_revoked_by(),
        reader_language(),
        reader_theme(),
        request.root_path,
        clubs.current_night_url,
        clubs.sign_off_status,
        device_label() if scope.draft_json else None,
    )
    render = _render_table_page if "_flashes" in session else _render_cached
    page = replace_placeholders(render(page_key))
    return ensure_device_cookie(remember_game(make_response(page), token))


@pages.get("/g/<token>/flat")
def flat(token: str) -> str:
    """The flat view, for any link: numbers face their players, for a phone or tablet in the middle of the table.

    Undo leads to the table page, which shows what was undone and offers redo.
    """
    game = open_for_reader(token, requested_king())
    return render_template(
        "games/table/flat_phone.html",
        game=game,
        kingdom_progress=board.kingdom_progress_by_seat(game),
        contracts=CONTRACTS,
        saved=status_line.last_undoable_entry(game),
    )


@pages.get("/g/<token>/menu")
def menu(token: str) -> str:
    """What this link may do in this game, as a page for browsers that cannot open the menu as a sheet."""
    game = open_for_reader(token, requested_king())
    return render_template("games/menu/menu.html", game=game)


def _render_table_page(cache_key: _PageCacheKey) -> str:
    scope = cache_key.scope
    state = decode_state(cache_key.state_json)
    view = game_view(cache_key.token, scope.permission, state, cache_key.chosen_king, scope.seat_letter)
    game = replace(view, requested_revoked_by=cache_key.requested_revoked_by, rematch_token=scope.rematch_token)
    # No entry after the state that the page is cached for: another may have been recorded since.
    entries = [entry for entry in load_fold_entries(scope.game_id) if entry.seq <= view.state.seq]
    record = fold_game(entries)
    return render_template(
        "games/table/table.html",
        game=game,
        kingdom_progress=board.kingdom_progress_by_seat(game),
        upcoming_kings=board.kings_to_come(game),
        contract_tiles=board.contract_tiles(game),
        combined_deal=board.combined_deal_choice(game),
        played_contracts_of_king=board.played_contracts_of_king(game),
        king_choice_urls=board.king_choice_urls(game),
        open_task_count=len(game.state.unconfirmed) + len(game.open_disputes),
        outlook=forecast_sentences(game) if game.is_last_kingdom else [],
        saved=status_line.last_undoable_entry(game),
        verdict=results.verdict(game),
        undone=status_line.last_redoable_entry(game, entries),
        **sheet_variables(game, record, record.play().game),
        **placeholder_variables(),
        own_device=cache_key.own_device,
        game_night_url=cache_key.current_night_url,
        sign_off_status=cache_key.sign_off_status,
    )


_render_cached = lru_cache(maxsize=256)(_render_table_page)
"""Every phone at a table requests the same page after each deal: it is rendered once."""
