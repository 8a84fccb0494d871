"""What if: the same game under other rules."""

from flask import Blueprint, Response, make_response, render_template, request

from trexscore.i18n.game_terms import PRESET_NAMES
from trexscore.rules.house_rules import HouseRules
from trexscore.web.games.access import load_record, open_for_reader
from trexscore.web.games.start.house_rules import answer_in_words
from trexscore.web.games.view import GameView
from trexscore.web.games.what_if import presenter
from trexscore.web.games.what_if.forms import WhatIfForm, what_if_form
from trexscore.web.rendering import translate as _

pages = Blueprint("what_if", __name__)


@pages.get("/g/<token>/what-if")
def show(token: str) -> Response:
    """All presets at once; or, for the rules in the address, the deals that differ."""
    game = open_for_reader(token)
    record = load_record(game.game_id)
    compared = presenter.ComparedGame(
        game, [counted.score_entry for counted in record.counted_entries], record.play().game
    )
    form = what_if_form(request.args)
    rules = form.requested_rules(game.rules)
    if rules is None or not compared.played_game.deals or not (form.preset.data or form.changed_fields):
        return make_response(_render_all_presets(game, compared, form), 200 if rules else 400)
    return make_response(_render_comparison(game, compared, form, rules))


def _render_all_presets(game: GameView, compared: presenter.ComparedGame, form: WhatIfForm) -> str:
    rows = presenter.preset_rows(compared) if compared.played_game.deals else []
    return render_template(
        "games/what_if/every_preset.html",
        game=game,
        form=form,
        rows=rows,
        own_name=game.rules_name,
    )


def _render_comparison(game: GameView, compared: presenter.ComparedGame, form: WhatIfForm, rules: HouseRules) -> str:
    own_result, other_result = compared.own_result, compared.result_under(rules)
    return render_template(
        "games/what_if/comparison.html",
        game=game,
        form=form,
        called=_rules_name(form),
        changed=[(field.label.text, answer_in_words(rules, field.name)) for field in form.changed_fields],
        row=presenter.rules_row(compared, own_result, other_result),
        deals=presenter.deal_changes(other_result),
        real_leader_sentence=presenter.real_leader_sentence(game, own_result),
    )


def _rules_name(form: WhatIfForm) -> str:
    """The name of the requested rules."""
    name = _(PRESET_NAMES[form.preset.data]) if form.preset.data else _("This table’s rules")
    return _("%(preset)s, changed", preset=name) if form.changed_fields else name
