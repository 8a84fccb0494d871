"""What a table records besides deals: a void deal, an adjustment, an abandoned game, undo and redo."""

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from trexscore.game.events.announcement_and_abandonment import GameAbandoned
from trexscore.game.events.undo import EntryUndone
from trexscore.game.redo import redoable_entries
from trexscore.i18n.texts.options import UNFINISHED_GAME_TEXTS
from trexscore.rules.cards import Contract
from trexscore.web.games.access import load_fold_entries, open_for_scorer, record_form_entry, requested_king
from trexscore.web.games.entry_form import EntryForm
from trexscore.web.games.small_forms import AdjustmentForm, VoidForm
from trexscore.web.games.table import board
from trexscore.web.games.view import GameView
from trexscore.web.number_parsing import parse_ascii_number
from trexscore.web.rendering import translate as _

pages = Blueprint("other_entries", __name__)


@pages.get("/g/<token>/voids/new")
def new_void(token: str) -> str | Response:
    """The form of a void deal: the reasons, those of the house rules first. The address may select one."""
    game = open_for_scorer(token, requested_king())
    if game.complete:
        return redirect(url_for("table.show", token=token))
    form = _void_form(game, request.args.get("reason", ""))
    return render_template("games/deals/void.html", game=game, form=form)


@pages.post("/g/<token>/voids")
def create_void(token: str) -> str | Response | tuple[str, int]:
    """Record a void deal. After a suit closed without jacks, the table goes on with Trex."""
    game = open_for_scorer(token, requested_king())
    if game.complete:
        return redirect(url_for("table.show", token=token))
    form = _void_form(game)
    king = form.king.data
    if not king:
        form.problems.append(_("Choose whose kingdom it is."))
    elif record_form_entry(game, form, form.entry_content(king)):
        is_closed_without_jacks = form.reason.data == "suit_closed_without_jacks"
        if is_closed_without_jacks and Contract.TREX in game.remaining_contracts(king):
            return redirect(board.deal_form_url(game, [Contract.TREX]), 303)
        return redirect(url_for("table.show", token=token), 303)
    return render_template("games/deals/void.html", game=game, form=form), 422


@pages.get("/g/<token>/adjustments/new")
def new_adjustment(token: str) -> str:
    """The form of an adjustment: points moved by agreement."""
    game = open_for_scorer(token)
    return render_template("games/deals/adjust.html", game=game, form=AdjustmentForm(game.seq))


@pages.post("/g/<token>/adjustments")
def create_adjustment(token: str) -> str | Response | tuple[str, int]:
    """Record the adjustment."""
    game = open_for_scorer(token)
    form = AdjustmentForm(game.seq)
    if record_form_entry(game, form, form.entry_content()):
        return redirect(url_for("table.show", token=token), 303)
    return render_template("games/deals/adjust.html", game=game, form=form), 422


@pages.get("/g/<token>/abandon")
def ask_to_abandon(token: str) -> str | Response:
    """Say what happens to a game that stops before the end; nothing is recorded yet."""
    game = open_for_scorer(token)
    if game.complete or game.abandoned:
        return redirect(url_for("table.show", token=token))
    return _render_abandon_form(game, EntryForm(game.seq))


@pages.post("/g/<token>/abandon")
def abandon(token: str) -> str | Response | tuple[str, int]:
    """Record that the table abandons the game. What was played stays, and undo opens the game again."""
    game = open_for_scorer(token)
    form = EntryForm(game.seq)
    if record_form_entry(game, form, GameAbandoned.body_of({})):
        return redirect(url_for("table.show", token=token), 303)
    return _render_abandon_form(game, form), 422


@pages.post("/g/<token>/undo")
def undo(token: str) -> Response:
    """Undo the entry that the form names. The table's status line shows the result."""
    game = open_for_scorer(token)
    form = EntryForm(game.seq)
    if not record_form_entry(
        game, form, EntryUndone.flat_body_of(parse_ascii_number(request.form.get("seq", "")) or 0)
    ):
        form.flash_problems()
    return redirect(url_for("table.show", token=token), 303)


@pages.post("/g/<token>/redo")
def redo(token: str) -> Response:
    """Record again the entry that was undone last. Any other is refused: a page may offer it that is not up to date."""
    game = open_for_scorer(token)
    form = EntryForm(game.seq)
    seq = parse_ascii_number(request.form.get("seq", ""))
    undone_entry = next(
        (entry for entry in redoable_entries(load_fold_entries(game.game_id)) if entry.seq == seq), None
    )
    if undone_entry is None or undone_entry.body is None:
        flash(_("This can’t be put back: it already is, or something was saved since. Check the game."), "problem")
    elif not record_form_entry(game, form, undone_entry.body):
        form.flash_problems()
    return redirect(url_for("table.show", token=token), 303)


def _void_form(game: GameView, requested_reason: str = "") -> VoidForm:
    form = VoidForm(game.seq)
    form.set_choices(game.rules, requested_reason)
    # A sent form keeps its king: another phone may have ended the kingdom since.
    form.king.data = requested_king() or (game.king.seat if game.king else "")
    return form


def _render_abandon_form(game: GameView, form: EntryForm) -> str:
    counted_text = _(UNFINISHED_GAME_TEXTS[game.rules.unfinished_game])
    return render_template("games/deals/abandon.html", game=game, form=form, counted_text=counted_text)
