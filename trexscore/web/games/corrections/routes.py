"""Correcting what was entered: what is wrong with it, what would follow from putting it right, and why it is."""

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from trexscore.commands.games.preview_correction import InvalidChanges, preview_correction
from trexscore.web.games.access import open_for_correction, open_for_dispute, submit
from trexscore.web.games.corrections.draft import load_draft
from trexscore.web.games.corrections.forms import LONGEST_REASON, USUAL, CorrectionForm, changes_as_json
from trexscore.web.games.corrections.objection import objection
from trexscore.web.games.corrections.presenter import offered_contracts, outcome
from trexscore.web.games.explain.presenter import title_of
from trexscore.web.games.view import GameView

pages = Blueprint("corrections", __name__)


@pages.get("/g/<token>/deals/<int:seq>/wrong")
def wrong(token: str, seq: int) -> str:
    """What can be wrong with an entry."""
    behind = load_draft(token)
    counted = behind.counted(seq)
    return render_template(
        "games/corrections/wrong.html",
        game=behind.game,
        seq=seq,
        title=title_of(counted),
        entry=counted.entry,
        body=counted.body,
        offered=offered_contracts(behind.record.rules),
        form=objection(behind.game),
        changes=behind.said,
        without=behind.with_entry(seq, None),
        back=url_for("corrections.new", token=token, changes=behind.said) if behind.changes else None,
        dispute_open="dispute" in request.args,
    )


@pages.get("/g/<token>/corrections/new")
def new(token: str) -> str | Response | tuple[str, int]:
    """What the changes would lead to: word for word, in points, and what would no longer be possible."""
    game, game_id = open_for_dispute(token)
    changes = changes_as_json(request.args.get("changes"))
    form = CorrectionForm(blank=True)
    form.usual.data = USUAL
    form.reason.data = request.args.get("reason", "")[:LONGEST_REASON]
    return _review(game, game_id, changes, form)


@pages.post("/g/<token>/corrections")
def create(token: str) -> str | Response | tuple[str, int]:
    """Write it."""
    game, game_id = open_for_correction(token)
    form = CorrectionForm()
    form.prepare(game.seq)
    said = form.entry(by_referee=game.may == "referee")
    if submit(game, game_id, form, said):
        return redirect(url_for("sheet.show", token=token), 303)
    answer = _review(game, game_id, said["corrected"]["changes"], form)
    return (answer, 422) if isinstance(answer, str) else answer


def _review(game: GameView, game_id: int, changes: list[Any], form: CorrectionForm) -> str | Response | tuple[str, int]:
    ahead = preview_correction(game_id, changes)
    if isinstance(ahead, InvalidChanges):
        return redirect(url_for("sheet.show", token=game.token), 303)
    if not hasattr(form, "problems"):
        form.prepare(game.seq)
    form.offer(changes)
    return render_template("games/corrections/new.html", game=game, form=form, outcome=outcome(game, ahead, changes))
