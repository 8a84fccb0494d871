"""A tiebreaker: one deal after the end of the game, of a contract that the tied players choose."""

from dataclasses import replace

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from trexscore.i18n.game_terms import CONTRACT_NAMES
from trexscore.rules.cards import CONTRACTS
from trexscore.rules.contract_set import ContractSet
from trexscore.rules.seats import SEATS
from trexscore.web.games.access import open_for_scorer, record_form_entry, requested_contracts
from trexscore.web.games.deals.forms import DealForm, deal_form
from trexscore.web.games.deals.preview import deal_form_variables
from trexscore.web.games.view import GameView
from trexscore.web.rendering import translate as _

pages = Blueprint("tie_breaks", __name__)


@pages.get("/g/<token>/tie-break")
def new(token: str) -> str | Response:
    """Ask for the contract, then show the form of the deal."""
    game = open_for_scorer(token)
    if not game.may_break_tie:
        return redirect(url_for("table.show", token=token))
    contract_set = _requested_contract()
    if contract_set is None:
        contract_choices = [(contract, _(CONTRACT_NAMES[contract])) for contract in CONTRACTS]
        return render_template("games/deals/tie_break_contract.html", game=game, offered=contract_choices)
    return _render_deal_form(game, deal_form(game.rules, contract_set, game.seq))


@pages.post("/g/<token>/tie-break")
def create(token: str) -> str | Response | tuple[str, int]:
    """Save the deal, or show its points."""
    game = open_for_scorer(token)
    contract_set = _requested_contract()
    if contract_set is None:
        return redirect(url_for("tie_breaks.new", token=token), 303)
    form = deal_form(game.rules, contract_set, game.seq)
    form.fill_in_derived()
    if "preview" in request.form:
        return _render_deal_form(game, form)
    if not form.show_missing_holders(game.name_of):
        entry = {name: value for name, value in form.entry_content(SEATS[0]).items() if name != "king"}
        if record_form_entry(game, form, {**entry, "tie_break": True}):
            return redirect(url_for("sheet.result", token=token), 303)
    return _render_deal_form(game, form), 422


def _requested_contract() -> ContractSet | None:
    contract_set = requested_contracts()
    return contract_set if contract_set is not None and len(contract_set.contracts) == 1 else None


def _render_deal_form(game: GameView, form: DealForm) -> str:
    """The form of a deal with totals of 0, because a tiebreaker counts for no total."""
    without_totals = replace(game, seats=tuple(replace(seat, total=0) for seat in game.seats))
    variables = deal_form_variables(without_totals, form)
    return render_template(
        "games/deals/new.html",
        **variables | {"title": _("Tiebreaker: %(contracts)s", contracts=variables["title"])},
        action=url_for("tie_breaks.create", token=game.token),
        back_url=url_for("sheet.result", token=game.token),
    )
