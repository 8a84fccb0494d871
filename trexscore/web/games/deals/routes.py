"""Recording a deal."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as BaseResponse

from trexscore.commands.games.record_entry import refusal_of_game_entry
from trexscore.rules.contract_set import ContractSet, contract_set_of_names
from trexscore.rules.refusals import refuse
from trexscore.rules.seats import SEAT_BY_LETTER
from trexscore.rules.validation import combining_refusals_by_bits
from trexscore.web.device import device_label
from trexscore.web.forms import render_refusal
from trexscore.web.games.access import (
    king_of_next_deal,
    open_for_scorer,
    record_form_entry,
    requested_contracts,
    requested_king,
    requested_revoked_by,
)
from trexscore.web.games.author import author_name_in
from trexscore.web.games.deals.captures_in_url import FROM_POINTS_FIELD_NAME, normalize_captures, parse_captures
from trexscore.web.games.deals.forms import DealForm, deal_form
from trexscore.web.games.deals.preview import deal_form_variables, previous_deal_of_kingdom
from trexscore.web.games.table import board, status_line
from trexscore.web.games.table.status_line import SavedEntry
from trexscore.web.games.upcoming_deal import UpcomingDeal, announcement_of
from trexscore.web.games.view import GameView

pages = Blueprint("deals", __name__)


@pages.get("/g/<token>/deals/new")
def new(token: str) -> str | BaseResponse:
    """The form for a deal of the requested contracts, with the announced doubled cards and the stored draft."""
    game = open_for_scorer(token, requested_king())
    contract_set = requested_contracts() or _announced_contracts_for_revoke(game)
    king = king_of_next_deal(game)
    if contract_set is None or king is None or game.complete:
        return redirect(url_for("table.show", token=token, king=requested_king(), renege=requested_revoked_by()))
    refusals = [*combining_refusals_by_bits(game.rules.combining)[contract_set.bits]]
    if used := tuple(
        contract for contract in contract_set.contracts if contract not in game.remaining_contracts(king.name)
    ):
        refusals.append(refuse("contract_used", "contracts", king=king, contracts=used))
    if refusals:
        flash(render_refusal(refusals[0], game.name_of), "problem")
        return redirect(url_for("table.show", token=token, king=requested_king()))
    form = _new_deal_form(game, contract_set)
    form.apply_announcement(announcement_of(game.state, contract_set))
    draft = _draft_of(game, contract_set)
    form.merge_known_captures(
        parse_captures(request.args.get("captures", "")) or (draft.captures or {} if draft else {})
    )
    form.from_totals.data = request.args.get(FROM_POINTS_FIELD_NAME, "")[:1]
    form.apply_requested_revoke(game.rules, requested_revoked_by())
    return _render_deal_form(game, form, _deal_just_saved(game))


@pages.get("/g/<token>/announcements/new")
def redirect_old_announcement_page(token: str) -> BaseResponse:
    """Redirect a page of earlier versions: cards are doubled in the form of the deal now."""
    game = open_for_scorer(token, requested_king())
    to_table = url_for("table.show", token=token, king=game.chosen_king)
    return redirect(game.announcement.record_url if game.announcement else to_table)


@pages.post("/g/<token>/deals")
def create(token: str) -> str | BaseResponse | tuple[str, int]:
    """Save the deal, or show its points."""
    game = open_for_scorer(token, requested_king())
    contract_set = requested_contracts()
    if contract_set is None:
        raise BadRequest
    form = _new_deal_form(game, contract_set)
    # The king of the opened form: another phone may have ended the kingdom, and the next king has this contract left.
    king = SEAT_BY_LETTER.get(form.king.data or "") or king_of_next_deal(game)
    if king is None:
        raise BadRequest
    form.fill_in_derived()
    lacks_holder = form.show_missing_holders(game.name_of)
    if "preview" in request.form:
        entry_refusal = refusal_of_game_entry(game.game_id, form.entry_content(king))
        form.add_problems(entry_refusal.refusals if entry_refusal else (), game.name_of)
        return _render_deal_form(game, form)
    if not lacks_holder and record_form_entry(game, form, form.entry_content(king)):
        return redirect(board.url_after_saving(open_for_scorer(token)), 303)
    return _render_deal_form(game, form), 422


def _new_deal_form(game: GameView, contract_set: ContractSet) -> DealForm:
    form = deal_form(game.rules, contract_set, game.seq)
    form.king.data = request.form.get("king") or (game.king.seat if game.king else "")
    return form


def _deal_just_saved(game: GameView) -> SavedEntry | None:
    """The deal that led to this form after it was saved, as long as it is the last entry."""
    saved = status_line.last_undoable_entry(game)
    return saved if saved is not None and request.args.get("saved") == str(saved.seq) else None


def _render_deal_form(game: GameView, form: DealForm, saved: SavedEntry | None = None) -> str:
    prefilled = normalize_captures(request.args.get("captures", ""))
    return render_template(
        "games/deals/new.html",
        **deal_form_variables(game, form),
        previous=previous_deal_of_kingdom(game),
        saved=saved,
        prefilled=prefilled,
        draft=None if prefilled else _draft_of(game, form.contract_set),
        author=author_name_in(game),
        own_device=device_label(),
    )


def _draft_of(game: GameView, contract_set: ContractSet) -> UpcomingDeal | None:
    """The stored draft, from any phone, if it is of this deal."""
    return game.draft if game.draft and game.draft.contracts == contract_set.contracts else None


def _announced_contracts_for_revoke(game: GameView) -> ContractSet | None:
    """The announced contracts, if the address asks to record a revoke."""
    if requested_revoked_by() is None or game.announcement is None:
        return None
    return contract_set_of_names(game.announcement.contracts)
