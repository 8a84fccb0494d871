"""Correcting an entry: what is wrong, the preview of the change, and its reason."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from trexscore.commands.games.preview_correction import preview_correction
from trexscore.ledger.entry_refusal import EntryRefusal
from trexscore.web.games.access import open_for_correction, open_for_dispute, record_form_entry
from trexscore.web.games.correction_effects.forms import (
    DEFAULT_REASON_CODE,
    MAX_REASON_LENGTH,
    CorrectionForm,
    new_dispute_form,
    parse_changes,
)
from trexscore.web.games.correction_effects.presenter import correction_effect
from trexscore.web.games.corrections.draft import requested_correction_draft
from trexscore.web.games.corrections.query_forms import contract_choices
from trexscore.web.games.entry_titles import title_of_score_entry
from trexscore.web.games.view import GameView

pages = Blueprint("corrections", __name__)


@pages.get("/g/<token>/deals/<int:seq>/dispute")
def ask_what_is_wrong(token: str, seq: int) -> str:
    """Ask what is wrong with an entry."""
    draft = requested_correction_draft(token)
    file_entry = draft.require_counted_entry(seq)
    return render_template(
        "games/corrections/what_is_wrong.html",
        game=draft.corrected_view,
        seq=seq,
        title=title_of_score_entry(file_entry.score_entry),
        score_entry=file_entry.score_entry,
        body=file_entry.body,
        offered=contract_choices(draft.corrected_record.rules),
        form=new_dispute_form(draft.corrected_view),
        changes=draft.encoded_changes,
        without=draft.encode_with_replaced_entry(seq, None),
        back=url_for("corrections.preview", token=token, changes=draft.encoded_changes)
        if draft.change_contents
        else None,
        dispute_open="dispute" in request.args,
    )


@pages.get("/g/<token>/corrections/new")
def preview(token: str) -> str | Response:
    """The preview: what the changes would change, in points too, and what would be impossible."""
    game = open_for_dispute(token)
    changes = parse_changes(request.args.get("changes"))
    form = CorrectionForm(game.seq, blank=True)
    form.usual.data = DEFAULT_REASON_CODE
    form.reason.data = request.args.get("reason", "")[:MAX_REASON_LENGTH]
    return _render_preview(game, changes, form)


@pages.post("/g/<token>/corrections")
def create(token: str) -> str | Response | tuple[str, int]:
    """Save the correction."""
    game = open_for_correction(token)
    form = CorrectionForm(game.seq)
    if record_form_entry(game, form, form.entry_content(by_referee=game.permission == "referee")):
        return redirect(url_for("sheet.show", token=token), 303)
    answer = _render_preview(game, parse_changes(form.changes.data), form)
    return (answer, 422) if isinstance(answer, str) else answer


def _render_preview(game: GameView, change_contents: list[object], form: CorrectionForm) -> str | Response:
    preview = preview_correction(game.game_id, change_contents)
    if isinstance(preview, EntryRefusal):
        return redirect(url_for("sheet.show", token=game.token), 303)
    form.set_changes_and_reasons(change_contents)
    return render_template(
        "games/corrections/preview.html", game=game, form=form, effect=correction_effect(game, preview, change_contents)
    )
